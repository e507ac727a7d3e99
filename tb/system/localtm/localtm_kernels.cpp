// Kernels with transactions in shared memory.
#include <gputm.h>

#include "localtm_script.h"

using gputm::tb::Step;

namespace {

SHARED u32 shared_words[gputm::tb::kSharedWords];

/// One step of a script, on a word that may depend on earlier reads.
GPUTM_INLINE u32 perform(const Step& step, u32 words, u32 value) {
  u32* const word = &shared_words[(step.word + (step.dependent ? value & 3 : 0)) % words];
  switch (step.what) {
    case Step::kLoad:
      return value * 31 + *word;
    case Step::kStore:
      *word = value;
      return value;
    case Step::kAdd:
      return value ^ atomic_add(word, value | 1);
    case Step::kExchange:
      return value + atomic_exchange(word, value);
    case Step::kStoreIfOdd:
      if ((value & 1) != 0) *word = value + 1;
      return value + 3;
    case Step::kStoreByte:
      reinterpret_cast<u8*>(word)[value & 3] = static_cast<u8>(value >> 2);
      return value + 1;
    case Step::kStoreHalf:
      reinterpret_cast<u16*>(word)[value & 1] = static_cast<u16>(value >> 1);
      return value ^ 5;
    default:
      return *word > value ? value + 1 : value - 1;
  }
}

}  // namespace

/// Every thread runs `transactions` transactions of the script, each thread at another position in it, and
/// plain accesses to a word of its own in between. Then the block's words go to `out`.
KERNEL void run_script(const Step* script, u32 steps, u32 words, u32 transactions, u32* out) {
  const u32 thread = thread_in_block();
  u32 value = thread_id();
  u32 place = thread_id() * 7;
  for (u32 i = 0; i < transactions; ++i) {
    u32* const own = &shared_words[gputm::tb::kFirstOwn + thread];
    *own += value;
    tx_begin();
    const u32 length = 1 + (place & 3);
    for (u32 j = 0; j < length; ++j) value = perform(script[(place + j) % steps], words, value);
    tx_commit();
    place += length + thread;
    if ((i & 3) == 3) barrier();
    value += *own;
  }
  barrier();
  if (thread < words) out[block_id() * words + thread] = shared_words[thread];
}

/// Two blocks that wait for each other, so that a core has both; then their threads count in transactions,
/// with barriers around each step. Each block's counters go to `out`, and how often the threads found them as
/// required after the barrier.
KERNEL void meet(u32* arrived, u32 steps, u32* out) {
  const u32 thread = thread_in_block();
  if (thread == 0) {
    store_release(&arrived[block_id()], 1);
    while (*static_cast<volatile u32*>(&arrived[1 - block_id()]) == 0) {
    }
  }
  u32 right = 0;
  for (u32 i = 0; i < steps; ++i) {
    barrier();
    tx_begin();
    shared_words[thread % 3] += 1;
    shared_words[3 + i % 3] += block_id() + 1;
    tx_commit();
    barrier();
    const u32 sum = shared_words[0] + shared_words[1] + shared_words[2];
    right += sum == (i + 1) * block_size();
  }
  if (thread < 6) out[8 * block_id() + thread] = shared_words[thread];
  atomic_add(&out[8 * block_id() + 6], right);
}

/// Threads take turns at the front of a queue protected by a compare-and-swap lock.
KERNEL void ticket(u32* out) {
  u32* const lock = &shared_words[0];
  u32* const tail = &shared_words[1];
  u32 done = 0;
  while (!done) {
    if (compare_and_swap(lock, 0, 1) == 0) {
      out[block_id() * block_size() + *tail] = thread_in_block();
      *tail += 1;
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
}

/// Place of number n of 1024: neighbours in the same bank, so that the stores of a warp take long.
GPUTM_INLINE u32* slow_place(u32 n) { return &shared_words[n % 32 * 32 + n / 32]; }

/// The first warp stores sixteen numbers for each of its threads, which 128 others, without earlier accesses,
/// read after the barrier. Loads with unused values delay the stores on their way to the local memory.
KERNEL void handover(u32* out) {
  const u32 thread = thread_in_block();
  if (thread < 64) {
    for (u32 i = 0; i < 16; ++i) {
      u32* const place = slow_place(64 * i + thread);
      asm volatile("lw x0, %0" : : "m"(*place));
      *place = 64 * i + thread;
    }
  }
  barrier();
  u32 sum = 0;
  if (thread >= 128) {
    for (u32 i = 8; i-- > 0;) sum += *slow_place(128 * i + thread - 128);
    out[thread - 128] = sum;
  }
}

/// Counts up to the value read; a lane that has lost has a stale value instead, and would count for hours.
KERNEL void lost_count(u32* out) {
  tx_begin();
  u32 left = 0x7fffffff;
  asm volatile("lw %0, %1" : "+r"(left) : "m"(shared_words[0]));
  while (left != 0) asm volatile("addi %0, %0, -1" : "+r"(left));
  shared_words[1] += 1;
  tx_commit();
  barrier();
  *out = shared_words[1];
}
/// The same with an index, which is far outside of the memory for a lane that has lost.
KERNEL void lost_index(u32* out) {
  tx_begin();
  u32 index = 0x10000000;
  asm volatile("lw %0, %1" : "+r"(index) : "m"(shared_words[0]));
  shared_words[1 + index] += 1;
  tx_commit();
  barrier();
  *out = shared_words[1];
}

KERNEL void store_to_global(u32* out) {
  tx_begin();
  *out = shared_words[0];
  tx_commit();
}
/// Bytes and halfwords: every thread has one of each, which its neighbours in the word must not change, in
/// and outside of transactions. The loaded values, sign- and zero-extended, go to `out`.
KERNEL void pieces(u32* out) {
  const u32 thread = thread_in_block();
  volatile u8* const byte = &reinterpret_cast<volatile u8*>(shared_words)[thread];
  volatile u16* const half = &reinterpret_cast<volatile u16*>(&shared_words[256])[thread];
  *byte = static_cast<u8>(thread * 3);
  *half = static_cast<u16>(thread * 300);
  tx_begin();
  *byte = static_cast<u8>(*byte + 100);
  *half = static_cast<u16>(*half + 30000);
  tx_commit();
  out[4 * thread] = *byte;
  out[4 * thread + 1] = static_cast<u32>(static_cast<i32>(*reinterpret_cast<volatile i8*>(byte)));
  out[4 * thread + 2] = *half;
  out[4 * thread + 3] = static_cast<u32>(static_cast<i32>(*reinterpret_cast<volatile i16*>(half)));
}
KERNEL void gives_up(u32*) {
  if (tx_try_begin()) tx_abort();
}
/// Thread 0 stores without a transaction to a word that thread 64, of another warp, is changing in one.
KERNEL void races(u32* out) {
  volatile u32* const word = &shared_words[0];
  if (thread_in_block() == 64) {
    tx_begin();
    for (u32 i = 0; i < 200; ++i) *word = *word + 1;
    tx_commit();
  } else if (thread_in_block() == 0) {
    for (u32 i = 0; i < 50; ++i) *word = i;
  }
  barrier();
  *out = *word;
}

/// A chain of loads, each of the address of the next: thread t stays at the address of word t / together *
/// stride of dynamic shared memory, and stores it.
KERNEL void load_chain(u32 stride, u32 together, u32 rounds, u32* out) {
  volatile u32* const words = dynamic_shared<u32>();
  for (u32 i = thread_in_block(); i < gputm::tb::kPatternWords; i += block_size())
    words[i] = reinterpret_cast<u32>(&words[i]);
  barrier();
  volatile u32* at = &words[thread_in_block() / together * stride];
  for (u32 i = 0; i < rounds; ++i) {
#pragma GCC unroll 16
    for (u32 j = 0; j < 16; ++j) at = reinterpret_cast<volatile u32*>(*at);
  }
  out[thread_in_block()] = static_cast<u32>(at - words);
}

/// A chain of stores to these words and loads of the stored values, plus one. Lanes with the same word all
/// find the highest lane's.
KERNEL void store_chain(u32 stride, u32 together, u32 rounds, u32* out) {
  volatile u32* const word = &dynamic_shared<u32>()[thread_in_block() / together * stride];
  u32 value = thread_in_block();
  for (u32 i = 0; i < rounds; ++i) {
#pragma GCC unroll 16
    for (u32 j = 0; j < 16; ++j) {
      *word = value;
      value = *word + 1;
    }
  }
  out[thread_in_block()] = value;
}
