// Hash table of two levels: each block has a front table in shared memory with buckets of a few keys. An
// insertion into a full bucket moves its keys to the back table in global memory, in the same critical
// section: a key is always in exactly one of the two.
#include "tiered_hash_table.h"

#include <gputm.h>

using gputm::kernels::kFrontPlaces;
using gputm::kernels::TieredHashTableArguments;

namespace {

struct Tables {
  u32* front;
  u32 buckets;
  u32* counts;
  u32* locks;
  u32* slots;
  u32 back_mask, capacity, seed;
};
GPUTM_INLINE u32 back_bucket(const Tables& t, u32 key) {
  return gputm::kernels::back_bucket(t.seed, key, t.back_mask + 1);
}

/// Keys moved from a full bucket, and their destinations
struct Moved {
  u32 key[kFrontPlaces];
  u32 bucket[kFrontPlaces];
};
GPUTM_INLINE Moved full_bucket(const Tables& t, u32 bucket) {
  Moved moved;
#pragma GCC unroll 4
  for (u32 i = 0; i < kFrontPlaces; ++i) {
    moved.key[i] = t.front[gputm::kernels::front_key(t.buckets, bucket, i)];
    moved.bucket[i] = back_bucket(t, moved.key[i]);
  }
  return moved;
}

/// Issues the loads of all four words before the first word is used; otherwise the compiler waits for each in
/// turn.
GPUTM_INLINE void load_together(u32 (&word)[4]) {
  asm volatile("" : "+r"(word[0]), "+r"(word[1]), "+r"(word[2]), "+r"(word[3]));
}

/// Appends all keys to their buckets. The counts are loaded before the first is used, so that the latencies
/// overlap.
GPUTM_INLINE void append_all(const Tables& t, const Moved& moved) {
  u32 count[kFrontPlaces];
#pragma GCC unroll 4
  for (u32 i = 0; i < kFrontPlaces; ++i) count[i] = t.counts[moved.bucket[i]];
  load_together(count);
#pragma GCC unroll 4
  for (u32 i = 0; i < kFrontPlaces; ++i) {
#pragma GCC unroll 4
    for (u32 j = 0; j < i; ++j) count[i] += moved.bucket[j] == moved.bucket[i];
    t.slots[moved.bucket[i] * t.capacity + count[i]] = moved.key[i];
    t.counts[moved.bucket[i]] = count[i] + 1;
  }
}

/// As above, each key under the lock of its bucket.
GPUTM_INLINE void append_locked(const Tables& t, const Moved& moved) {
#pragma GCC unroll 4
  for (u32 i = 0; i < kFrontPlaces; ++i) {
    u32* const lock = &t.locks[moved.bucket[i]];
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(lock, 1) == 0) {
        u32* const count = &t.counts[moved.bucket[i]];
        const u32 place = *static_cast<volatile u32*>(count);
        t.slots[moved.bucket[i] * t.capacity + place] = moved.key[i];
        *count = place + 1;
        store_release(lock, 0);
        done = 1;
      }
      keep_in_loop(done);
    }
  }
}

/// Critical section of an insertion.
template <typename Append>
GPUTM_INLINE void insert(const Tables& t, u32 bucket, u32 key, Append append) {
  u32 held = t.front[bucket];
  if (held == kFrontPlaces) {
    append(t, full_bucket(t, bucket));
    held = 0;
  }
  t.front[gputm::kernels::front_key(t.buckets, bucket, held)] = key;
  t.front[bucket] = held + 1;
}

GPUTM_INLINE void insert_tm(const Tables& t, u32 bucket, u32 key) {
  tx_begin();
  insert(t, bucket, key, append_all);
  tx_commit();
}

GPUTM_INLINE void insert_lock(const Tables& t, u32 bucket, u32 key) {
  u32* const lock = &t.front[gputm::kernels::front_lock(t.buckets, bucket)];
  critical_begin();
  u32 done = 0;
  while (!done) {
    if (atomic_exchange(lock, 1) == 0) {
      insert(t, bucket, key, append_locked);
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
  critical_end();
}

template <typename Insert>
GPUTM_INLINE void fill(const TieredHashTableArguments a, Insert insert_one) {
  const u32 words = gputm::kernels::front_words(a.buckets);
  u32* const fronts = reinterpret_cast<u32*>(a.fronts) + block_id() * words;
  const Tables t{.front = a.in_global ? fronts : dynamic_shared<u32>(),
                 .buckets = a.buckets,
                 .counts = reinterpret_cast<u32*>(a.counts),
                 .locks = reinterpret_cast<u32*>(a.locks),
                 .slots = reinterpret_cast<u32*>(a.slots),
                 .back_mask = a.back_buckets - 1,
                 .capacity = a.capacity,
                 .seed = a.seed};
  for (u32 i = 0; i < a.inserts; ++i) {
    const u32 key = gputm::kernels::tiered_key(thread_id(), a.inserts, i);
    insert_one(t, gputm::kernels::front_bucket(a.seed, key, a.buckets), key);
  }
  barrier();
  if (!a.in_global) {
    for (u32 word = thread_in_block(); word < words; word += block_size()) fronts[word] = t.front[word];
  }
}

}  // namespace

KERNEL void tiered_hash_table_tm(const TieredHashTableArguments* arguments) { fill(*arguments, insert_tm); }
KERNEL void tiered_hash_table_lock(const TieredHashTableArguments* arguments) {
  fill(*arguments, insert_lock);
}
