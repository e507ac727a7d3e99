// One step of k-means: each point is added to its nearest centre, sums and count in one transaction.
#include <gputm.h>

#include <cmath>

struct Sum {
  f32 x, y;
  u32 count;
};

KERNEL void kmeans_step(const f32* points, u32 count, const f32* centres, u32 k, f32* sums, u32* members) {
  for (u32 i = thread_id(); i < count; i += grid_threads()) {
    const f32 x = points[2 * i], y = points[2 * i + 1];
    u32 best = 0;
    f32 least = INFINITY;
    for (u32 c = 0; c < k; ++c) {
      const f32 distance = sqrtf(powf(x - centres[2 * c], 2) + powf(y - centres[2 * c + 1], 2));
      if (distance < least) {
        least = distance;
        best = c;
      }
    }
    tx_begin();
    sums[2 * best] += x;
    sums[2 * best + 1] += y;
    members[best] += 1;
    tx_commit();
  }
}
