// Kernels for the corners of transactions: bad accesses of doomed attempts, deep nesting, reads of own
// writes, and threads that end while they wait.
#include "gputm.h"

struct CornerArgs {
  u32* words;  // words[0] and words[64] are kept equal
  u32 bad;     // address of the bad access
  u32 store;   // store there, else load
  u32 always;  // use it even in a consistent attempt
};

/// A transaction that sees different words is doomed, and accesses `bad`; others access a variable of their
/// own. The first block commits while the second waits between its two reads.
KERNEL void bad_access(CornerArgs* a) {
  u32* const words = a->words;
  const u32 bad = a->bad;
  const u32 store = a->store;
  const u32 always = a->always;
  const u32 wait = block_id() * 400;
  volatile u32 mine = 0;
  const u32 good = reinterpret_cast<u32>(&mine);
  tx_begin();
  const u32 x = *static_cast<volatile u32*>(words);
  for (u32 k = 0; k < wait; ++k) asm volatile("");
  const u32 y = static_cast<volatile u32*>(words)[64];
  const u32 differ = always | (x ^ y);
  const u32 mask = 0 - static_cast<u32>(differ != 0);
  const u32 address = (bad & mask) | (good & ~mask);
  if (store) {
    asm volatile("sw %0, 0(%1)" ::"r"(x), "r"(address) : "memory");
  } else {
    asm volatile("lw x0, 0(%0)" ::"r"(address) : "memory");
  }
  words[0] = x + 1;
  words[64] = x + 1;
  tx_commit();
}

struct NestArgs {
  u32* words;
  u32 depth;
};

/// A transaction inside another, `depth` times.
__attribute__((noinline)) void nest(u32 depth) {
  volatile u32 left = depth;  // in memory, or the compiler creates a second path to the commit
  tx_begin();
  if (depth != 1) nest(left - 1);
  left = 0;
  tx_commit();
}
KERNEL void deep(NestArgs* a) {
  u32* const word = a->words + thread_id();
  const u32 depth = a->depth;
  tx_begin();
  *word += 1;
  nest(depth);
  *word += 1;
  tx_commit();
}

struct WalkArgs {
  u32* words;
  u32* issue;  // per thread: cycles until the warp's next instruction
  u32* data;   // per thread: cycles until the load's value arrives
  u32 rows;    // stores before the load
  u32 at;      // index of the store to the word that even threads load
};

/// Even threads load a word that they have stored, odd ones another word.
KERNEL void own_write(WalkArgs* a) {
  u32* const words = a->words + thread_id() * 3;
  u32* const issue = a->issue + thread_id();
  u32* const data = a->data + thread_id();
  const u32 rows = a->rows;
  const u32 at = a->at;
  u32* const load = words + (thread_id() & 1);
  u32 value;
  u32 start;
  u32 next;
  u32 end;
  tx_begin();
  for (u32 i = 0; i < rows; ++i) *static_cast<volatile u32*>(words + (i == at ? 0 : 2)) = i;
  for (u32 i = 0; i < 200; ++i) asm volatile("");  // until the log is in the L1
  asm volatile(
      "csrr %1, 0xC00\n"
      "lw %0, 0(%4)\n"
      "csrr %2, 0xC00\n"
      "add %3, %0, x0\n"
      "csrr %3, 0xC00\n"
      : "=&r"(value), "=&r"(start), "=&r"(next), "=&r"(end)
      : "r"(load)
      : "memory");
  tx_commit();
  *issue = next - start;
  *data = end - start;
}

struct OwnReadArgs {
  u32* words;
  u32* out;
  u32 count;   // words per thread
  u32 rounds;  // rounds in which it reads each
};

KERNEL void own_reads(OwnReadArgs* a) {
  const u32 count = a->count;
  const u32 rounds = a->rounds;
  const u32 stride = grid_threads();
  volatile u32* const words = a->words + thread_id();
  u32* const out = a->out + thread_id();
  u32 sum = 0;
  tx_begin();
  for (u32 i = 0; i < count; ++i) words[i * stride] = i;
  for (u32 k = 0; k < rounds; ++k) {
    for (u32 i = 0; i < count; ++i) sum += words[i * stride];
  }
  tx_commit();
  *out = sum;
}

struct FloodArgs {
  u32* words;
  u32* out;   // the longest time of a load, in cycles
  u32 rows;   // words that a transaction writes
  u32 loads;  // loads of the first block
};

/// The first block loads a word repeatedly while the others commit.
KERNEL void load_beside_commits(FloodArgs* a) {
  if (block_id() != 0) {
    volatile u32* const words = a->words + thread_id();
    const u32 rows = a->rows;
    const u32 stride = grid_threads();
    tx_begin();
    for (u32 i = 0; i < rows; ++i) words[i * stride] = i;
    tx_commit();
    return;
  }
  u32 longest = 0;
  for (u32 i = 0; i < a->loads; ++i) {
    u32 value;
    u32 start;
    u32 end;
    asm volatile(
        "csrr %1, 0xC00\n"
        "lw %0, 0(%3)\n"
        "add %2, %0, x0\n"
        "csrr %2, 0xC00\n"
        : "=&r"(value), "=&r"(start), "=&r"(end)
        : "r"(a->words)
        : "memory");
    if (end - start > longest) longest = end - start;
  }
  a->out[thread_id()] = longest;
}

struct EndArgs {
  u32* words;
};

/// Odd threads end while their atomic is in flight; the others continue.
KERNEL void ends_early(EndArgs* a) {
  u32* const words = a->words;
  if (thread_id() & 1) {
    asm volatile(
        "amoadd.w x0, %0, (%1)\n"
        "li a7, 93\n"
        "ecall" ::"r"(1),
        "r"(words)
        : "a7", "memory");
  }
  for (u32 k = 0; k < 100; ++k) asm volatile("");
  words[1] = 1;
}
