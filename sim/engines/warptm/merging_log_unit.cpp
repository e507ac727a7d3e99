#include "engines/warptm/merging_log_unit.h"

namespace gputm::engines::warptm {

MergingLogUnit::MergingLogUnit(const tm::CorePorts& core, kilo::CommitProtocol& protocol, Cycle merge_timeout)
    : LogUnit(core, protocol), merge_timeout_(merge_timeout), held_(core.config.core.max_warps) {}

void MergingLogUnit::final_known(WarpId warp, unsigned lane) {
  Held& held = held_[warp];
  held.lanes |= LaneMask{1} << lane;
  held.counted = false;
  holding_ |= LaneMask{1} << warp;
  if (without_final(warp) == 0) release(warp);
}

void MergingLogUnit::release(WarpId warp) {
  send_finals(warp, held_[warp].lanes);
  held_[warp] = {};
  holding_ &= ~(LaneMask{1} << warp);
}

void MergingLogUnit::tick(Cycle now) {
  for_each_warp(holding_, [&](WarpId warp) {
    Held& held = held_[warp];
    if (!held.counted) {
      held.counted = true;
      held.until = now + merge_timeout_;
    } else if (now >= held.until) {
      release(warp);
    }
  });
  LogUnit::tick(now);
}

}  // namespace gputm::engines::warptm
