// RV64: counters of 64 bits that threads add to in transactions, with a carry into the upper word.
#include <gputm.h>
#include <gputm/tm.h>

constexpr u64 kStep = 0x8000'0001;

/// Lanes of a warp, and warps, meet in each of the `count` counters; `mirror` gets the same additions as
/// doubles.
KERNEL void add_global(u64* counters, f64* mirror, u32 count, u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) {
    const u32 at = (thread_id() * 7 + i) % count;
    tm::atomic([&] {
      counters[at] += kStep;
      mirror[at] += static_cast<f64>(kStep);
    });
  }
}

SHARED u64 local_counters[4];

KERNEL void add_shared(u64* sums, u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) {
    u64* const counter = &local_counters[(thread_in_block() + i) % 4];
    tm::atomic([&] { *counter += kStep; });
  }
  barrier();
  if (thread_in_block() < 4) sums[4 * block_id() + thread_in_block()] = local_counters[thread_in_block()];
}

/// One transaction on both memories.
KERNEL void add_both(u64* counter, u64* sums) {
  tm::atomic([&] {
    *counter += kStep;
    local_counters[0] += *counter;
  });
  barrier();
  if (thread_in_block() == 0) sums[block_id()] = local_counters[0];
}

KERNEL void add_with_lock(u32* lock, u64* counter) {
  for (u32 done = 0; done == 0;) {
    critical_begin();
    if (compare_and_swap(lock, 0u, 1u) == 0) {
      *static_cast<volatile u64*>(counter) = *static_cast<volatile u64*>(counter) + kStep;
      store_release(lock, 0);
      done = 1;
    }
    critical_end();
    keep_in_loop(done);
  }
}

KERNEL void beyond(u64* words, u64 offset) { words[thread_id() == 5 ? offset / 8 : 0] = 1; }
