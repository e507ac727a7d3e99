#include "core/warp.h"

#include <spdlog/fmt/fmt.h>

#include <bit>

#include "base/run_error.h"

namespace gputm::core {

void fail(const Warp& warp, const isa::Program& program, const std::string& what) {
  const bool ended = warp.stack.empty();
  const auto lane = ended ? 0U : static_cast<unsigned>(std::countr_zero(warp.stack.top().mask));
  throw RunError(fmt::format("{} at {} (thread {}, core {}, warp {})", what,
                             ended ? "exit" : program.describe(warp.stack.top().pc),
                             warp.csrs.first_thread + lane, warp.csrs.core_id, warp.csrs.warp_id));
}

}  // namespace gputm::core
