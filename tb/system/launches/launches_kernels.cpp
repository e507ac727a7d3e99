// Kernels that end in a commit, or in a store that is not waited for.
#include <gputm.h>

KERNEL void add_in_transactions(u32* words, u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) {
    tx_begin();
    ++words[thread_id() % 3];
    tx_commit();
  }
}

KERNEL void store_after(u32* words, u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) asm volatile("");
  words[thread_id()] = rounds;
}
