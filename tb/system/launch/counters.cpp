// Few counters for many threads.
#include <gputm.h>

KERNEL void count(u32 counters, u32* value) {
  tx_begin();
  value[thread_id() % counters] += 1;
  tx_commit();
}
