// Which warp issues next: the ready set, the scoreboard that decides when a warp enters it, and the choice
// among the ready ones. Time costs only where something happens: a warp that waits is in no list that is
// scanned.
#pragma once

#include <array>
#include <vector>

#include "base/machine_config.h"
#include "base/types.h"
#include "core/launch_state.h"
#include "core/warp.h"

namespace gputm::core {

class WarpScheduler {
 public:
  /// `warps`: the core's slots, at their final address.
  WarpScheduler(const CoreConfig& config, const LaunchState& launch, std::vector<Warp>& warps);

  /// Cycles that a warp instruction occupies the SIMD pipeline of its scheduler.
  unsigned issue_cycles() const { return issue_cycles_; }
  unsigned count() const { return static_cast<unsigned>(slots_.size()); }

  /// Looks at the warp's next instruction and arranges for the warp to become ready when it may issue. Does
  /// nothing when a register it needs waits for memory: the completion of that access calls this again.
  void schedule(unsigned warp, Cycle now);
  /// Lets a warp that waited for something other than a register go on at the top of its stack.
  void resume(unsigned warp, Cycle now);

  /// A warp that waits for its turn to issue does not issue, until it is resumed.
  void withdraw(unsigned warp);

  /// Warps that were to become ready in this cycle are.
  void wake_due(Cycle now) {
    if (wheel_[now % kWheel] != 0) wake_from_wheel(now);
  }
  enum class Choice : std::uint8_t {
    kNone,     ///< no warp is ready
    kBusy,     ///< the SIMD pipeline is still taking the lanes of the last warp instruction
    kStalled,  ///< only warps are ready whose instruction the load-store unit does not take now
    kIssue     ///< `warp` issues; it is not ready any more
  };
  Choice choose(unsigned scheduler, bool memory_free, Cycle now, unsigned& warp);
  bool awake() const { return ready_ != 0 || in_wheel_ != 0; }

 private:
  void wake_from_wheel(Cycle now);
  static constexpr std::size_t kWheel = 256;  ///< most waits are shorter, and longer ones go around again
  struct Slot {
    LaneMask warps = 0;  ///< that it issues
    unsigned last_issued = 0;
    Cycle free_from = 0;  ///< its SIMD pipeline
  };
  unsigned pick(const Slot& slot, LaneMask candidates) const;
  void wake_at(unsigned warp, Cycle when, Cycle now);

  const LaunchState& launch_;
  std::vector<Warp>& warps_;
  SchedulerPolicy policy_;
  unsigned issue_cycles_;
  LaneMask ready_ = 0;        ///< warps that may issue now
  LaneMask memory_next_ = 0;  ///< warps whose next instruction needs the load-store unit
  std::vector<Slot> slots_;
  std::array<LaneMask, kWheel> wheel_{};  ///< by cycle: warps that become ready, or go around again
  std::array<Cycle, 64> due_{};           ///< by warp that is in the wheel: when it becomes ready
  std::array<std::uint8_t, 64> slot_{};   ///< by warp: where it was put into the wheel last
  unsigned in_wheel_ = 0;
};

}  // namespace gputm::core
