// Counts of issued instructions and time of the warps of a launch, by source line.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/machine_config.h"
#include "core/issue_observer.h"
#include "core/profile.h"
#include "isa/program.h"

namespace gputm::core {

class LineProfiler final : public IssueObserver {
 public:
  /// `program`: of the launch; must outlive this.
  LineProfiler(const CoreConfig& config, const isa::Program& program);

  void starts(const Warp& warp, Cycle now) override { at(warp) = {.accounted = now, .last = 0}; }
  void issues(const Warp& warp, Cycle now) override;
  void unblocked(const Warp& warp, Cycle now) override;
  void resumes(const Warp& warp, Cycle now) override;

  /// Lines whose instructions were issued, in descending order of time.
  std::vector<LineProfile> finish() const;

 private:
  struct Cost {
    std::uint64_t issues = 0;
    std::uint64_t lanes = 0;
    WarpCycles cycles{};
  };
  struct Slot {
    Cycle accounted = 0;   ///< end of the warp's time that has its place
    std::size_t last = 0;  ///< index of the last issued instruction
  };

  Slot& at(const Warp& warp) { return slots_[warp.csrs.core_id * max_warps_ + warp.csrs.warp_id]; }
  std::size_t index(const Warp& warp) const { return (warp.stack.top().pc - program_.code_base()) / 4; }
  /// Attributes the warp's time up to `until`.
  static void add(Cost& cost, Slot& slot, WarpTime what, Cycle until);

  const isa::Program& program_;
  unsigned max_warps_;
  unsigned issue_cycles_;    ///< cycles that an instruction occupies the SIMD pipeline
  std::vector<Cost> costs_;  ///< parallel to the program's code
  std::vector<Slot> slots_;
};

}  // namespace gputm::core
