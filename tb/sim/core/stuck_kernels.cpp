// Kernels that run long without a change of memory, and kernels that never end.
#include "gputm.h"

struct StuckArgs {
  u32* words;
  u32 count;
  u32* out;
};

GPUTM_INLINE u32 load(const u32* word) { return *static_cast<const volatile u32*>(word); }
GPUTM_INLINE u32 cycles() {
  u32 value;
  asm volatile("csrr %0, 0xC00" : "=r"(value)::"memory");
  return value;
}

/// Follows `count` links from the first word; the ring may be as short as one word.
KERNEL void chase(StuckArgs* a) {
  const u32* at = a->words;
  for (u32 i = a->count; i != 0; --i) at = reinterpret_cast<const u32*>(load(at));
  a->out[thread_id()] = reinterpret_cast<u32>(at);
}

/// The same up to a null link. Whichever link is being loaded, the registers are the same.
KERNEL void forgetful_chase(StuckArgs* a) {
  u32 at = load(a->words), next = 0;
  asm volatile(
      "1: lw %1, 0(%0)\n"
      "   li %0, 0\n"
      "   j 2f\n"
      "2: mv %0, %1\n"
      "   li %1, 0\n"
      "   bnez %0, 1b\n"
      : "+r"(at), "+r"(next)::"memory");
  a->out[thread_id()] = at;
}

/// Reads the same 16 words repeatedly.
KERNEL void scan(StuckArgs* a) {
  u32 sum = 0;
  for (u32 i = a->count; i != 0; --i) {
    for (u32 k = 0; k < 16; ++k) sum += load(&a->words[k]);
  }
  a->out[thread_id()] = sum;
}

KERNEL void compute(StuckArgs* a) {
  u32 x = thread_id();
  for (u32 i = a->count; i != 0; --i) {
    x = x * 1664525u + i;
    asm volatile("" : "+r"(x));
  }
  a->out[thread_id()] = x;
}

KERNEL void barriers(StuckArgs* a) {
  for (u32 i = a->count; i != 0; --i) barrier();
  a->out[thread_id()] = 1;
}

/// Counts in private and shared memory only: no register holds the count at the loop's jump.
GPUTM_INLINE void count_in(volatile u32* counter, u32 count) {
  u32 value = 0, left = 0;
  asm volatile(
      "1: lw %0, 0(%2)\n"
      "   addi %0, %0, 1\n"
      "   sw %0, 0(%2)\n"
      "   sltu %1, %0, %3\n"
      "   li %0, 0\n"
      "   bnez %1, 1b\n"
      : "+r"(value), "+r"(left)
      : "r"(counter), "r"(count)
      : "memory");
}
KERNEL void count_privately(StuckArgs* a) {
  volatile u32 counter = 0;
  count_in(&counter, a->count);
  a->out[thread_id()] = counter;
}
KERNEL void count_shared(StuckArgs* a) {
  volatile u32* const counter = reinterpret_cast<volatile u32*>(0xE0000000u) + thread_in_block();
  count_in(counter, a->count);
  a->out[thread_id()] = *counter;
}

KERNEL void wait_for_the_clock(StuckArgs* a) {
  const u32 start = cycles();
  while (cycles() - start < a->count) {
  }
  a->out[thread_id()] = 1;
}

/// The second warp waits for the first, which computes, and both count meanwhile.
KERNEL void wait_for_the_other_warp(StuckArgs* a) {
  volatile u32* const flag = a->out + 32;
  u32 turns = 0;
  if (thread_in_block() < 32) {
    for (u32 i = a->count; i != 0; --i) asm volatile("" : "+r"(turns));
    *flag = 1;
  } else {
    while (load(a->out + 32) == 0) ++turns;
  }
  a->out[thread_id()] = turns + 1;
}
/// The second warp waits for a word that the first one counts, in a loop without other reads.
KERNEL void wait_for_a_count(StuckArgs* a) {
  if (thread_in_block() < 32) {
    for (u32 i = a->count; i != 0; --i) atomic_add(a->out + 40, 1);
  } else {
    while (load(a->out + 40) < 32 * a->count) {
    }
  }
  a->out[thread_id()] = 1;
}
/// Each warp waits for the other one, and both change the awaited word, `count` times.
KERNEL void wait_by_turns(StuckArgs* a) {
  const u32 warp = thread_in_block() / 32;
  for (u32 i = 0; i < a->count; ++i) {
    while (load(a->out + 40) % 2 != warp) {
    }
    if (lane_id() == 0) atomic_add(a->out + 40, 1);
  }
  a->out[thread_id() % 32] = 1;
}

// The following never end.

KERNEL void spin_and_count(StuckArgs* a) {
  u32 turns = 0;
  while (load(a->words) != 0x12345678u) ++turns;
  a->out[thread_id()] = turns;
}
KERNEL void spin_and_count_privately(StuckArgs* a) {
  volatile u32 turns = 0;
  while (load(a->words) != 0x12345678u) turns = turns + 1;
  a->out[thread_id()] = turns;
}
KERNEL void spin_and_count_shared(StuckArgs* a) {
  volatile u32* const turns = reinterpret_cast<volatile u32*>(0xE0000000u) + thread_in_block();
  while (load(a->words) != 0x12345678u) *turns = *turns + 1;
}
KERNEL void spin_and_count_globally(StuckArgs* a) {
  volatile u32* const turns = a->out + thread_id();
  while (load(a->words) != 0x12345678u) *turns = *turns + 1;
}
KERNEL void spin_and_count_atomically(StuckArgs* a) {
  while (load(a->words) != 0x12345678u) atomic_add(a->out, 1);
}
/// Reports the duration of the wait; no decision depends on it.
KERNEL void spin_and_read_the_clock(StuckArgs* a) {
  u32 last = 0;
  while (load(a->words) != 0x12345678u) last = cycles();
  a->out[thread_id()] = last;
}
/// The loop of docs/guide/kernels.md, with an exit that is never taken.
KERNEL void lock_with_an_early_return(StuckArgs* a) {
  u32 done = 0, failed = 0;
  u32* const lock = a->out + 50;
  while (!done) {
    if (compare_and_swap(lock, 0, 1) != 0) {
      ++failed;
    } else {
      if (load(a->words) == 0x12345678u) {
        store_release(lock, 0);
        return;
      }
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
  a->out[thread_id() % 32] = failed;
}
/// A lock within the warp, with bounded exponential waits.
KERNEL void lock_with_growing_waits(StuckArgs* a) {
  u32 wait = 1;
  while (atomic_exchange(a->out + 50, 1) != 0) {
    for (u32 k = 0; k < wait; ++k) asm volatile("");
    wait = wait < 20 ? wait + 3 : wait;
  }
  store_release(a->out + 50, 0);
}
KERNEL void spin_on_a_word(StuckArgs* a) {
  while (load(a->words) != 0x12345678u) {
  }
}
KERNEL void spin_on_any_of_16(StuckArgs* a) {
  for (u32 k = 0; load(&a->words[k]) != 0x12345678u; k = (k + 1) % 16) {
  }
}
/// The lane with the lock waits behind the loop for those that want it.
KERNEL void lock_of_its_own_warp(StuckArgs* a) {
  while (atomic_exchange(a->words, 1) != 0) {
  }
  a->out[0] += 1;
  store_release(a->words, 0);
}
KERNEL void spin_on_compare_and_swap(StuckArgs* a) {
  while (compare_and_swap(a->words, 0x12345678u, 1) != 0x12345678u) {
  }
}
KERNEL void jump_to_itself(StuckArgs*) {
  for (;;) asm volatile("");
}
/// The second warp waits for the first.
KERNEL void spin_beside_a_barrier(StuckArgs* a) {
  if (thread_in_block() < 32) {
    while (load(a->words) != 0x12345678u) {
    }
  }
  barrier();
}
/// Nothing decides whether these continue.
KERNEL void count_for_ever(StuckArgs*) {
  for (u32 i = 0;; ++i) asm volatile("" : "+r"(i));
}
KERNEL void give_way_for_ever(StuckArgs* a) {
  for (;;) {
    atomic_exchange(a->words, 1);
    store_release(a->words, 0);
  }
}
/// Every iteration has a new state, and none ends the loop.
KERNEL void count_past_the_end(StuckArgs*) {
  for (u32 i = 1; i != 0; i += 2) asm volatile("" : "+r"(i));
}
/// Takes a lock and releases it, for ever: the word that it depends on changes.
KERNEL void take_and_give_back(StuckArgs* a) {
  u32* const lock = a->out;
  while (atomic_exchange(lock, 1) < 2) store_release(lock, 0);
}
