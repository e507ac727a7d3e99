#include "core/warp.h"

#include <spdlog/fmt/fmt.h>

#include <bit>

#include "base/run_error.h"

namespace gputm::core {

void fail(const Warp& warp, const isa::Program& program, const std::string& what, LaneMask lanes,
          Address pc) {
  const auto lowest = static_cast<unsigned>(std::countr_zero(lanes));
  const unsigned more = lane_count(lanes) - 1;
  std::string text =
      fmt::format("{} at {} (thread {}{}, core {}, warp {})", what, program.describe(pc),
                  warp.csrs.block_id * warp.csrs.block_size + warp.csrs.thread_in_block + lowest,
                  more != 0 ? fmt::format(" and {} more", more) : "", warp.csrs.core_id, warp.csrs.warp_id);
  if (warp.stack.in_transaction()) {
    text += fmt::format("; its transaction began at {}",
                        program.describe(warp.stack.retry().pc - Address{sizeof(Word)}));
  }
  throw RunError(text, warp.grid);
}

}  // namespace gputm::core
