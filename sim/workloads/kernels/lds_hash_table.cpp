// Hash table in shared memory (GPU-LocalTM paper, section 5.1.1): each thread of a block searches its bucket
// for an empty place and puts its number there.
#include "lds_hash_table.h"

#include <gputm.h>

#include "local_sync.h"

using gputm::kernels::LdsHashTableArguments;

namespace {

/// Place p of bucket b is word p * buckets + b, so that places of neighbouring buckets are in neighbouring
/// banks. After the places: one lock per bucket
struct Table {
  u32* words;
  u32 buckets;
  u32 places;
};
GPUTM_INLINE u32* locks_of(const Table& table) { return table.words + table.buckets * table.places; }

/// First place that looks empty. Plain loads: another thread may take it meanwhile.
GPUTM_INLINE u32* find_empty(u32* place, u32 buckets) {
  while (load_relaxed(place) != 0) place += buckets;
  return place;
}

/// Critical section: whether the place was still empty, and now belongs to the thread.
GPUTM_INLINE u32 take(u32* place, u32 number) {
  const u32 empty = *place == 0;
  if (empty) *place = number;
  return empty;
}

GPUTM_INLINE void insert_tm(const Table& table, u32 bucket, u32 number) {
  u32* place = table.words + bucket;
  u32 done = 0;
  while (!done) {
    place = find_empty(place, table.buckets);
    tx_begin();
    done = take(place, number);
    tx_commit();
  }
}

GPUTM_INLINE void insert_lock(const Table& table, u32 bucket, u32 number) {
  u32* place = table.words + bucket;
  u32* lock = locks_of(table) + bucket;
  u32 done = 0;
  while (!done) {
    place = find_empty(place, table.buckets);
    if (atomic_exchange(lock, 1) == 0) {
      done = take(place, number);
      store_release(lock, 0);
    }
    keep_in_loop(done);
  }
}

GPUTM_INLINE void insert_one_lock(const Table& table, u32 bucket, u32 number) {
  u32* place = find_empty(table.words + bucket, table.buckets);
  in_turn_with(locks_of(table), [&] {
    place = find_empty(place, table.buckets);
    take(place, number);
  });
}

template <typename Insert>
GPUTM_INLINE void fill(const LdsHashTableArguments arguments, Insert insert) {
  const Table table{dynamic_shared<u32>(), arguments.buckets, arguments.places};
  const u32 words = table.buckets * table.places;
  const u32 thread = thread_in_block();
  for (u32 round = 0; round < arguments.rounds; ++round) {
    if (round != 0) {
      for (u32 word = thread; word < words; word += block_size()) table.words[word] = 0;
      barrier();
    }
    insert(table, gputm::kernels::bucket_of(arguments.seed, round, thread, table.buckets), thread + 1);
    barrier();
  }
  u32* out = reinterpret_cast<u32*>(arguments.tables) + block_id() * words;
  for (u32 word = thread; word < words; word += block_size()) out[word] = table.words[word];
}

}  // namespace

KERNEL void lds_hash_table_tm(const LdsHashTableArguments* arguments) { fill(*arguments, insert_tm); }
KERNEL void lds_hash_table_lock(const LdsHashTableArguments* arguments) { fill(*arguments, insert_lock); }
KERNEL void lds_hash_table_one_lock(const LdsHashTableArguments* arguments) {
  fill(*arguments, insert_one_lock);
}
