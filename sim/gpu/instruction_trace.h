// Trace of the instructions that warps issue, as text: a line an issue, in the order of the cycles.
#pragma once

#include <spdlog/fmt/fmt.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "base/machine_config.h"
#include "base/trace_events.h"
#include "core/issue_observer.h"
#include "isa/program.h"

namespace gputm::gpu {

/// Instructions that a trace has: those of these cores, warps of the core, blocks and threads of the grid.
struct TraceFilter {
  struct Range {
    std::uint32_t first = 0, last = ~std::uint32_t{0};
    bool has(std::uint32_t number) const { return number >= first && number <= last; }
  };
  Range core, warp, block, thread;
};

/// Filter in text, as "core=0,warp=2-3". Throws Error.
TraceFilter parse_trace_filter(std::string_view text);

class InstructionTrace final : public core::IssueObserver {
 public:
  /// Throws Error if the machine has no such core or warp.
  InstructionTrace(std::ostream& file, const CoreConfig& config, const TraceFilter& filter,
                   const RecordingLimits& limits);

  /// A launch begins; `kernel`: address.
  void begin_launch(const isa::Program& program, Address kernel, Cycle now);
  void issues(const core::Warp& warp, Cycle now) override;
  /// Completes the lines so far.
  void write_out();
  bool truncated() const { return bytes_ >= limits_.bytes; }

 private:
  const std::string& text_of(Address pc);

  std::ostream& file_;
  TraceFilter filter_;
  RecordingLimits limits_;
  std::size_t mask_digits_;
  fmt::memory_buffer unwritten_;
  std::uint64_t bytes_ = 0;
  const isa::Program* program_ = nullptr;
  std::uint64_t texts_of_ = 0;  ///< ID of the program of `texts_`
  std::vector<std::string>
      texts_;  ///< source line and instruction, parallel to the code; empty: not made yet
};

}  // namespace gputm::gpu
