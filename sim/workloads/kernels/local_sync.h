// Synchronization of a block's threads without transactions, for the workloads in shared memory.
#pragma once

#include <gputm.h>

/// One lock for all: the lanes of a warp take turns, so that only warps contend for it.
template <typename Critical>
GPUTM_INLINE void in_turn_with(u32* lock, Critical critical) {
  for (u32 lane = 0; lane < warp_lanes(); ++lane) {
    if (lane_id() != lane) continue;
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(lock, 1) == 0) {
        critical();
        store_release(lock, 0);
        done = 1;
      }
      keep_in_loop(done);
    }
  }
}
