// Stores of whole lines, which the L2 does not fetch, far apart in time.
#include <gputm.h>

KERNEL void store_lines(u32* out, u32 words) {
  for (u32 i = thread_id(); i < words; i += grid_threads()) {
    out[i] = i;
    for (u32 wait = 0; wait < 5000; ++wait) asm volatile("");
  }
}
