// Transactions that stress the core: divergence inside, nesting, private state, sub-word stores, doomed
// loops.
#include "gputm.h"

// Arguments are copied to locals first: loads of them inside a transaction would be logged like any other.
struct TxArgs {
  u32* words;
  u32 count;
  u32 rounds;
  u32* out;
};

GPUTM_INLINE u32 next(u32& state) { return state = state * 1664525u + 1013904223u; }

/// Every thread adds 1 to `rounds` random words.
KERNEL void increment(TxArgs* a) {
  u32* const words = a->words;
  const u32 count = a->count;
  u32 state = thread_id() * 2654435761u + 12345u;
  for (u32 i = 0; i < a->rounds; ++i) {
    const u32 at = (next(state) >> 8) % count;
    tx_begin();
    words[at] += 1;
    tx_commit();
  }
}

/// Live-in registers that the transaction changes, a private array, branches and a loop inside.
KERNEL void private_state(TxArgs* a) {
  u32* const words = a->words;
  const u32 count = a->count;
  u32 state = thread_id() * 2654435761u + 12345u;
  u32 moved = 0;
  u32 local[4] = {0, 0, 0, 0};
  for (u32 i = 0; i < a->rounds; ++i) {
    tx_begin();
    const u32 steps = 1 + ((next(state) >> 20) & 3);
    for (u32 k = 0; k < steps; ++k) {
      const u32 at = (next(state) >> 8) % count;
      if (state & 0x10000) {
        words[at] += 2;
        moved += 2;
      } else {
        words[at] += 1;
        words[at] += 1;  // reads its own write
        moved += 2;
      }
      local[state & 3] += 2;
    }
    tx_commit();
  }
  a->out[thread_id()] = moved + ((local[0] + local[1] + local[2] + local[3]) << 16);
}

/// Only some lanes enter, and an inner transaction is part of the outer.
KERNEL void nested(TxArgs* a) {
  u32* const words = a->words;
  const u32 count = a->count;
  u32 state = thread_id() * 2654435761u + 1u;
  for (u32 i = 0; i < a->rounds; ++i) {
    const u32 at = (next(state) >> 8) % count;
    if (state & 0x8000) {
      tx_begin();
      words[at] += 1;
      tx_begin();
      words[(at + 1) % count] += 1;
      tx_commit();
      words[at] += 1;
      tx_commit();
    }
  }
}

/// Bytes and half words.
KERNEL void sub_words(TxArgs* a) {
  unsigned char* const bytes = reinterpret_cast<unsigned char*>(a->words);
  unsigned short* const halves = reinterpret_cast<unsigned short*>(a->words + a->count);
  u32 state = thread_id() * 2654435761u + 7u;
  for (u32 i = 0; i < a->rounds; ++i) {
    const u32 at = (next(state) >> 8) % (a->count * 4);
    tx_begin();
    bytes[at] = static_cast<unsigned char>(bytes[at] + 1);
    halves[at / 2] = static_cast<unsigned short>(halves[at / 2] + 3);
    tx_commit();
  }
}

/// Two words that transactions keep equal; one that sees them differ loops until the watchdog ends it. Blocks
/// have different delays between their reads, so that some commit between the reads of others.
KERNEL void doomed(TxArgs* a) {
  const u32 wait = 20 + block_id() * 200;
  for (u32 i = 0; i < a->rounds; ++i) {
    tx_begin();
    volatile u32* const words = a->words;
    const u32 x = words[0];
    for (u32 k = 0; k < wait; ++k) asm volatile("");
    while (words[64] != x) {
    }
    words[0] = x + 1;
    words[64] = x + 1;
    tx_commit();
  }
}

KERNEL void atomic_inside(TxArgs* a) {
  tx_begin();
  atomic_add(a->words, 1);
  tx_commit();
}
KERNEL void bad_address_inside(TxArgs* a) {
  tx_begin();
  u32 address = 0x40;
  asm("" : "+r"(address));  // or the compiler warns
  *reinterpret_cast<volatile u32*>(address) = a->words[0];
  tx_commit();
}
KERNEL void long_log(TxArgs* a) {
  tx_begin();
  for (u32 i = 0; i < a->rounds; ++i) a->words[i % a->count] = i;
  tx_commit();
}

/// A word for each thread, and many instructions in between.
KERNEL void own_word(TxArgs* a) {
  u32* const word = &a->words[thread_id()];
  const u32 rounds = a->rounds;
  tx_begin();
  const u32 before = *word;
  for (u32 i = 0; i < rounds; ++i) asm volatile("");
  *word = before + 1;
  tx_commit();
}

/// Writes two words, then reads the first of them, and two others.
KERNEL void two_writes_two_reads(TxArgs* a) {
  volatile u32* const words = a->words;
  tx_begin();
  words[0] = 7;
  words[1] = 8;
  const u32 own = words[0];
  const u32 zeros = words[2] + words[3];
  tx_commit();
  words[4] = own + zeros;
}

/// Lane after lane adds 1 to `rounds` words of its own.
KERNEL void lane_after_lane(TxArgs* a) {
  u32* const words = a->words;
  const u32 rounds = a->rounds;
  const u32 lane = thread_in_block();
  tx_begin();
  for (u32 turn = 0; turn < 32; ++turn) {
    if (lane == turn) {
      for (u32 i = 0; i < rounds; ++i) words[lane * rounds + i] += 1;
    }
  }
  tx_commit();
}
