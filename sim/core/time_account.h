// Time accounting: every cycle of every thread and of the core is in one class (time_breakdown.h).
#pragma once

#include <vector>

#include "base/types.h"
#include "core/launch_state.h"
#include "core/time_breakdown.h"
#include "core/warp.h"

namespace gputm::core {

class TimeAccount {
 public:
  /// `warps`: warp slots of the core, at their final address.
  TimeAccount(const LaunchState& launch, std::vector<Warp>& warps);

  void begin_launch(Cycle now);
  void start_warp(unsigned warp, Cycle now) { accounted_until_[warp] = started_at_[warp] = now; }
  /// Lanes of the warp end. Must be called before they leave its stack.
  void end_lanes(unsigned warp, unsigned threads, Cycle now);
  /// The first warp has come to the core, or the last one has left it.
  void resident(bool any, Cycle now);

  /// Attributes the warp's time since the last call. Must be called before every change of its threads'
  /// activity.
  void account(unsigned warp, Cycle now);
  /// Adds the time of one lane's attempt, after its outcome is known.
  void attempt(const Warp& warp, bool committed) {
    add(warp, committed ? ThreadTime::kTU : ThreadTime::kTA, 1, warp.transaction.attempt_cycles);
  }
  /// The warp's attempt executes nothing for the next `duration`: counted as concurrency control, not
  /// execution.
  void hold_back(unsigned warp, Cycle duration);
  /// Counts a core cycle in which a warp issued, or was held back only by the memory pipeline.
  void core_cycle(bool issued, bool stalled) {
    core_.exec += issued ? 1 : 0;
    core_.stall += !issued && stalled ? 1 : 0;
  }

  /// Completes the breakdowns at the end of a launch, when no block is left. Throws RunError if they do not
  /// add up: an error of the model.
  void settle(unsigned core, bool empty, Cycle now);
  const CoreTime& core_time() const { return core_; }
  const ThreadTimes& thread_times() const { return threads_; }

 private:
  void add(const Warp& warp, ThreadTime what, unsigned threads, Cycle duration);

  const LaunchState& launch_;
  std::vector<Warp>& warps_;
  CoreTime core_;
  ThreadTimes threads_;
  std::vector<Cycle> accounted_until_;  ///< per warp
  std::vector<Cycle> started_at_;       ///< per warp
  Cycle launched_at_ = 0;
  Cycle resident_since_ = 0;
  std::uint64_t resident_cycles_ = 0;
};

}  // namespace gputm::core
