// A transaction that writes more words than some TM systems have room for.
#include <gputm.h>

KERNEL void fill(u32 words, u32* buffer) {
  tx_begin();
  for (u32 i = 0; i < words; ++i) buffer[i] = thread_id() + 1;
  tx_commit();
}
