// Selection of the next warp to issue: the ready set, the scoreboard that decides when a warp enters it, and
// the choice among the ready warps. Waiting warps are in no scanned list, so they cost no host time.
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
  /// `warps`: warp slots of the core, at their final address.
  WarpScheduler(const CoreConfig& config, const LaunchState& launch, std::vector<Warp>& warps);

  /// Cycles that a warp instruction occupies the SIMD pipeline of its scheduler.
  unsigned issue_cycles() const { return issue_cycles_; }
  unsigned count() const { return static_cast<unsigned>(slots_.size()); }

  /// Checks the warp's next instruction and schedules the warp to become ready when it may issue. Has no
  /// effect if a needed register waits for memory: the completion of that access calls this again.
  void schedule(unsigned warp, Cycle now);
  /// Resumes a warp that waited for something other than a register, at the top of its stack.
  void resume(unsigned warp, Cycle now);

  /// Removes a warp from the ready set until it is resumed.
  void withdraw(unsigned warp);

  /// Moves the warps that are due in this cycle to the ready set.
  void wake_due(Cycle now) {
    if (wheel_[now % kWheel] != 0) wake_from_wheel(now);
  }
  enum class Choice : std::uint8_t {
    kNone,     ///< no warp is ready
    kBusy,     ///< the SIMD pipeline is still busy with the lanes of the last warp instruction
    kStalled,  ///< the load-store unit or the double-precision pipeline accepts none of the ready warps now
    kIssue     ///< `warp` issues and leaves the ready set
  };
  /// The warp has issued an instruction to its scheduler's double-precision pipeline.
  void occupy_double(unsigned warp, Cycle now) {
    slots_[warp % slots_.size()].double_free_from = now + double_cycles_;
  }
  Choice choose(unsigned scheduler, bool memory_free, Cycle now, unsigned& warp);
  bool awake() const { return ready_ != 0 || in_wheel_ != 0; }

 private:
  void wake_from_wheel(Cycle now);
  static constexpr std::size_t kWheel = 256;  ///< most waits are shorter; longer ones go around again
  struct Slot {
    LaneMask warps = 0;  ///< warps of this issue slot
    unsigned last_issued = 0;
    Cycle free_from = 0;         ///< cycle from which its SIMD pipeline is free
    Cycle double_free_from = 0;  ///< cycle from which its double-precision pipeline is free
  };
  unsigned pick(const Slot& slot, LaneMask candidates) const;
  void wake_at(unsigned warp, Cycle when, Cycle now);

  const LaunchState& launch_;
  std::vector<Warp>& warps_;
  SchedulerPolicy policy_;
  unsigned issue_cycles_;
  unsigned double_cycles_;    ///< cycles that a warp instruction occupies a double-precision pipeline
  LaneMask ready_ = 0;        ///< warps that may issue now
  LaneMask memory_next_ = 0;  ///< warps with a next instruction for the load-store unit
  LaneMask double_next_ = 0;  ///< likewise, for the double-precision pipeline
  std::vector<Slot> slots_;
  std::array<LaneMask, kWheel> wheel_{};  ///< by cycle: warps that become ready, or go around again
  std::array<Cycle, 64> due_{};           ///< for each warp in the wheel: cycle in which it becomes ready
  std::array<std::uint8_t, 64> slot_{};   ///< for each warp: its last position in the wheel
  unsigned in_wheel_ = 0;
};

}  // namespace gputm::core
