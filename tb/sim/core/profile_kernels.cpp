// Transactions with known aborts: the word, the place and the winner of each conflict.
#include <gputm.h>
#include <gputm/tm.h>

/// All threads on one word.
KERNEL void hot_word(u32* words) {
  tx_begin();  // line of begin
  const u32 own = words[8 + thread_id()];
  words[1] += 1;  // line that loses
  words[8 + thread_id()] = own + 1;
  tx_commit();
}

/// The same, in a block of code and in a function.
KERNEL void in_a_block(u32* words) {
  tm::atomic([&] {  // line of the block
    words[1] += 1;  // line in the block
  });
}

/// Thread 0 stores without a transaction while thread 32, of another warp, reads for a long time.
KERNEL void plain_store(u32* words) {
  if (thread_id() == 0) {
    for (u32 i = 0; i < 40; ++i) asm volatile("");
    store_release(&words[0], 7);
  } else if (thread_id() == 32) {
    tx_begin();
    u32 sum = *const_cast<volatile u32*>(&words[0]);
    for (u32 i = 0; i < 2000; ++i) asm volatile("" : "+r"(sum));
    words[1] = sum;
    tx_commit();
  }
}

/// Thread 32 loses the word to thread 3, which is in another transaction.
KERNEL void known_winner(u32* words) {
  if (thread_id() == 3) {
    for (u32 i = 0; i < 40; ++i) asm volatile("");
    tx_begin();  // line of the winner
    words[0] = 9;
    tx_commit();
  } else if (thread_id() == 32) {
    tx_begin();
    u32 sum = *const_cast<volatile u32*>(&words[0]);
    for (u32 i = 0; i < 2000; ++i) asm volatile("" : "+r"(sum));
    words[1] = sum;
    tx_commit();
  }
}

/// Ends its run at a known line.
KERNEL void bad_access(u32* words) {
  u32 nowhere = 16;
  asm volatile("" : "+r"(nowhere));
  if (thread_id() == 0) *reinterpret_cast<volatile u32*>(nowhere) = 1;  // line of the bad access
  words[0] = 1;
}

KERNEL void no_transactions(u32* words) { words[thread_id()] = 1; }
