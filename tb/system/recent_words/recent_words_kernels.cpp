// Kernels whose words are changed alternately by transactions and plain stores.
#include <gputm.h>

/// Each block has eight words. In each round all its threads add 1 to one of them in transactions; then,
/// except in the last round, one thread per word adds 100 without a transaction: by a store, an atomic
/// operation or stores of halves.
KERNEL void take_turns(u32* words, u32 rounds) {
  const u32 thread = thread_in_block();
  u32* const word = &words[block_id() * 8 + thread % 8];
  for (u32 i = 0; i < rounds; ++i) {
    tx_begin();
    *word += 1;
    tx_commit();
    barrier();
    if (thread < 8 && i + 1 < rounds) {
      volatile u32* const own = word;
      switch (thread % 3) {
        case 0:
          *own = *own + 100;
          break;
        case 1:
          atomic_add(word, 100);
          break;
        default: {
          const u32 sum = *own + 100;
          volatile u16* const halves = reinterpret_cast<volatile u16*>(word);
          halves[0] = static_cast<u16>(sum);
          halves[1] = static_cast<u16>(sum >> 16);
        }
      }
    }
    barrier();
  }
}
