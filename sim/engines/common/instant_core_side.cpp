#include "engines/common/instant_core_side.h"

namespace gputm::engines {

void InstantCoreSide::commit(WarpId warp, LaneMask lanes, Cycle now) {
  waiting_[warp] = {.lanes = lanes, .validates = false};
  if (warps().accesses_in_flight(warp) == 0) decide(warp, now);
}

void InstantCoreSide::validate(WarpId warp, LaneMask lanes, Cycle now) {
  waiting_[warp] = {.lanes = lanes, .validates = true};
  if (warps().accesses_in_flight(warp) == 0) decide(warp, now);
}

void InstantCoreSide::drained(WarpId warp, Cycle now) { decide(warp, now); }

void InstantCoreSide::decide(WarpId warp, Cycle now) {
  const LaneMask lanes = waiting_[warp].lanes;
  if (waiting_[warp].validates) {
    events_.report(tm::Validated{.warp = warp, .failed = lanes & ~validate_now(warp, lanes)}, now);
    return;
  }
  const LaneMask passed = commit_now(warp, lanes, now);
  events_.report(tm::Decided{.warp = warp,
                             .lanes = lanes,
                             .passed = passed,
                             .first_position = take_positions(lane_count(passed))},
                 now);
}

std::string InstantCoreSide::describe(WarpId warp) const {
  return warps().accesses_in_flight(warp) != 0 ? "waits for memory accesses" : "decides";
}

}  // namespace gputm::engines
