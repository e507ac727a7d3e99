// A thread takes ownership of words by a transaction, and then accesses them outside of transactions.
#include <gputm.h>

namespace {

GPUTM_LIBRARY void wait(u32 steps) {
  volatile u32 passed = 0;
  while (passed < steps) passed = passed + 1;
}

}  // namespace

/// The first block's thread takes `word`, writes it and reads it again, `found`. Meanwhile the other blocks'
/// threads write it in transactions that began before, as long as it is not taken. `writes`: the transaction
/// that takes it writes it, too.
KERNEL void take(u32 writes, volatile u32* word, volatile u32* taken, u32* found) {
  if (block_id() != 0) {
    for (u32 mine = 1; mine != 0;) {
      tx_begin();
      mine = *taken == 0;
      if (mine != 0) {
        wait(200);
        *word = block_id();
      }
      tx_commit();
    }
    return;
  }
  wait(100);
  tx_begin();
  *taken = 1;
  if (writes != 0) *word = 0;
  tx_commit();
  *word = 1000;
  wait(1000);
  *found = *word;
}

/// The first block's thread writes `word` and passes it on by a transaction; the second block's thread waits
/// for this and reads it outside of transactions.
KERNEL void give(volatile u32* word, volatile u32* given, u32* found) {
  if (block_id() == 0) {
    wait(100);
    *word = 1000;
    fence_release();
    tx_begin();
    *given = 1;
    tx_commit();
    return;
  }
  for (u32 waits = 1; waits != 0;) {
    tx_begin();
    waits = *given == 0;
    tx_commit();
  }
  *found = *word;
}
