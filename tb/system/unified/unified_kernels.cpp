// Kernels with transactions over shared and global memory.
#include <gputm.h>

#include "unified_script.h"

using gputm::tb::BothStep;

namespace {

SHARED u32 shared_words[gputm::tb::kBothWords];

GPUTM_INLINE u32 perform(const BothStep& step, u32* globals, u32 words, u32 value) {
  const u32 index = (step.word + (value & 1)) % words;
  u32* word = step.global ? &globals[index] : &shared_words[index];
  switch (step.what) {
    case BothStep::kLoad:
      return value * 31 + *word;
    case BothStep::kAdd:
      *word += value | 1;
      return value + 1;
    case BothStep::kStoreByte:
      reinterpret_cast<u8*>(word)[value & 3] = static_cast<u8>(value >> 2);
      return value + 3;
    default:
      word = (value & 1) != 0 ? &globals[index] : &shared_words[index];
      *static_cast<volatile u32*>(word) = *static_cast<volatile u32*>(word) + value;
      return value ^ *word;
  }
}

}  // namespace

/// Every thread adds one to a word of each memory in each of its transactions. The blocks' words go to `out`.
KERNEL void count_both(u32* globals, u32 words, u32 rounds, u32* out) {
  const u32 own = thread_in_block() % words;
  for (u32 i = 0; i < rounds; ++i) {
    tx_begin();
    shared_words[own] += 1;
    globals[own] += 1;
    tx_commit();
  }
  barrier();
  if (thread_in_block() < words)
    out[block_id() * words + thread_in_block()] = shared_words[thread_in_block()];
}

/// Every thread moves the value of a word of shared memory, plus one, to a word of global memory, or back:
/// the sum over both memories is the number of moves. Every second transaction accesses shared memory only.
KERNEL void move_both(u32* globals, u32 words, u32 rounds, u32* out) {
  const u32 thread = thread_in_block();
  for (u32 i = 0; i < rounds; ++i) {
    u32* const here = &shared_words[(thread * 7 + i) % words];
    u32* const there =
        (i & 1) != 0 ? &shared_words[(thread * 5 + i + 1) % words] : &globals[(thread * 5 + i) % words];
    tx_begin();
    const u32 found = *here;
    *here = 0;
    *there += found + 1;
    tx_commit();
  }
  barrier();
  if (thread < words) out[block_id() * words + thread] = shared_words[thread];
}

/// Every thread runs `transactions` transactions of the script, each thread at another position in it.
KERNEL void run_script(const BothStep* script, u32 steps, u32* globals, u32 words, u32 transactions,
                       u32* out) {
  u32 value = thread_id();
  u32 place = thread_id() * 7;
  for (u32 i = 0; i < transactions; ++i) {
    const u32 length = 1 + (place & 3);
    tx_begin();
    for (u32 j = 0; j < length; ++j) value = perform(script[(place + j) % steps], globals, words, value);
    tx_commit();
    place += length + thread_in_block();
    if ((i & 3) == 3) barrier();
  }
  barrier();
  if (thread_in_block() < words)
    out[block_id() * words + thread_in_block()] = shared_words[thread_in_block()];
}

KERNEL void gives_up(u32*) {
  if (tx_try_begin()) tx_abort();
}
