// Activity of the warps of a launch as tracks of a timeline: waits for concurrency control (TC), attempts
// that commit (TU) or abort (TA), commits (TO, TW), atomics (AT) and barriers (BA) as slices, named as in the
// time breakdown (time_breakdown.h); aborts as marks, with arrows from the winning transaction. Observer
// only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/machine_config.h"
#include "base/trace_events.h"
#include "core/profile.h"
#include "core/warp.h"

namespace gputm::core {

class Timeline {
 public:
  Timeline(const CoreConfig& config, TraceEvents& events);

  /// Adds the activity of the warp in these cycles, by its state.
  void account(const Warp& warp, Cycle from, Cycle to);
  /// End of one lane's attempt. `winner`: thread of the transaction that committed the value that made the
  /// attempt fail.
  void committed(const Warp& warp, unsigned lane, Cycle now);
  void aborted(const Warp& warp, AbortReason reason, std::optional<Address> lost,
               std::optional<std::uint32_t> winner, Cycle now);
  /// All lanes of the warp's attempt have an outcome.
  void attempt_ended(const Warp& warp);
  /// Writes the open slices, at the end of a launch.
  void finish();

 private:
  struct Slice {
    ThreadTime what = ThreadTime::kNL;  ///< kTU for all execution of an attempt until its end
    Cycle from = 0, to = 0;
  };
  struct Slot {
    Slice current;
    std::vector<Slice> attempt;  ///< closed slices of executing
    unsigned commits = 0, aborts = 0;
    std::uint32_t first_thread = 0;
  };
  struct Commit {
    TraceEvents::Track track;
    Cycle at = 0;
  };

  Slot& slot(const Warp& warp) { return slots_[warp.csrs.core_id * max_warps_ + warp.csrs.warp_id]; }
  TraceEvents::Track track(const Warp& warp) const { return {warp.csrs.core_id, warp.csrs.warp_id}; }
  TraceEvents::Track track(std::size_t slot) const {
    return {static_cast<unsigned>(slot / max_warps_), static_cast<unsigned>(slot % max_warps_)};
  }
  void close(Slot& slot, TraceEvents::Track track);
  void end_attempt(Slot& slot, TraceEvents::Track track);

  TraceEvents& events_;
  unsigned max_warps_;
  std::vector<Slot> slots_;
  std::unordered_map<std::uint32_t, Commit> last_commits_;  ///< by thread
};

}  // namespace gputm::core
