#include "engines/common/instant_core_side.h"

namespace gputm::engines {

void InstantCoreSide::commit(unsigned warp, LaneMask lanes, Cycle now) {
  waiting_[warp] = {.lanes = lanes, .validates = false};
  if (core().accesses_in_flight(warp) == 0) decide(warp, now);
}

void InstantCoreSide::validate(unsigned warp, LaneMask lanes, Cycle now) {
  waiting_[warp] = {.lanes = lanes, .validates = true};
  if (core().accesses_in_flight(warp) == 0) decide(warp, now);
}

void InstantCoreSide::drained(unsigned warp, Cycle now) { decide(warp, now); }

void InstantCoreSide::decide(unsigned warp, Cycle now) {
  const LaneMask lanes = waiting_[warp].lanes;
  if (waiting_[warp].validates) return core().validated(warp, lanes & ~validate_now(warp, lanes), now);
  const LaneMask passed = commit_now(warp, lanes, now);
  core().decide(warp, lanes, passed, take_orders(lane_count(passed)), now);
}

std::string InstantCoreSide::describe(unsigned warp) const {
  return core().accesses_in_flight(warp) != 0 ? "waits for memory accesses" : "decides";
}

}  // namespace gputm::engines
