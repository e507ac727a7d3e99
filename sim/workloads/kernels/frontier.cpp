// Breadth-first search, one level per launch: threads find the unreached neighbours of the last level's
// vertices, and put them into bins of their block in shared memory, which are moved to queues in global
// memory when they are full. A vertex is marked as reached and put into one bin or queue atomically.
#include "frontier.h"

#include <gputm.h>

using gputm::kernels::FrontierArguments;
using gputm::kernels::kBinPlaces;
using gputm::kernels::kNeighbours;

namespace {

struct Search {
  u32* bins;
  u32 bin_count;
  u32* levels;
  u32* locks;  ///< one per vertex
  u32* tails;
  u32* queued;
  u32 vertices, queues, level;
};

/// Queue that gets the contents of a block's bin.
GPUTM_INLINE u32 queue_of(const Search& s, u32 bin) {
  return (block_id() * s.bin_count + bin) & (s.queues - 1);
}

/// Moves the contents of the bin to its queue. The critical section of bin and queue.
GPUTM_INLINE void move_on(const Search& s, u32 bin, u32 held) {
  const u32 queue = queue_of(s, bin);
  const u32 tail = *static_cast<volatile u32*>(&s.tails[queue]);
  u32* const to = &s.queued[queue * s.vertices + tail];
  for (u32 i = 0; i < held; ++i) to[i] = s.bins[gputm::kernels::bin_vertex(s.bin_count, bin, i)];
  s.tails[queue] = tail + held;
}
/// As above, under the queue's lock.
GPUTM_INLINE void move_locked(const Search& s, u32 bin, u32 held) {
  u32* const lock = &s.locks[s.vertices + queue_of(s, bin)];
  u32 done = 0;
  while (!done) {
    if (atomic_exchange(lock, 1) == 0) {
      move_on(s, bin, held);
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
}

/// Puts the vertices selected by the bits of `wanted` into the bin.
template <typename Move>
GPUTM_INLINE void put(const Search& s, u32 bin, const u32* vertex, u32 wanted, Move move) {
  u32 held = s.bins[bin];
  if (held > kBinPlaces - kNeighbours) {
    move(s, bin, held);
    held = 0;
  }
#pragma GCC unroll 4
  for (u32 i = 0; i < kNeighbours; ++i) {
    if ((wanted >> i) & 1) {
      s.bins[gputm::kernels::bin_vertex(s.bin_count, bin, held)] = vertex[i];
      ++held;
    }
  }
  s.bins[bin] = held;
}

/// Vertices that no thread has reached yet, without duplicates. The loads overlap.
GPUTM_INLINE u32 unreached(const Search& s, const u32* vertex) {
  u32 level[kNeighbours];
#pragma GCC unroll 4
  for (u32 i = 0; i < kNeighbours; ++i) level[i] = load_relaxed(&s.levels[vertex[i]]);
  u32 wanted = 0;
#pragma GCC unroll 4
  for (u32 i = 0; i < kNeighbours; ++i) {
    u32 wants = level[i] == 0;
#pragma GCC unroll 4
    for (u32 j = 0; j < i; ++j) wants &= vertex[j] != vertex[i];
    wanted |= wants << i;
  }
  return wanted;
}

GPUTM_INLINE void reach_tm(const Search& s, u32 bin, const u32* vertex, u32 /*wanted*/) {
  tx_begin();
  const u32 wanted = unreached(s, vertex);
  if (wanted != 0) {
#pragma GCC unroll 4
    for (u32 i = 0; i < kNeighbours; ++i) {
      if ((wanted >> i) & 1) s.levels[vertex[i]] = s.level;
    }
    put(s, bin, vertex, wanted, move_on);
  }
  tx_commit();
}

GPUTM_INLINE void flush_tm(const Search& s, u32 bin) {
  tx_begin();
  const u32 held = s.bins[bin];
  if (held != 0) {
    move_on(s, bin, held);
    s.bins[bin] = 0;
  }
  tx_commit();
}

template <typename Critical>
GPUTM_INLINE void with_lock(u32* lock, Critical critical) {
  u32 done = 0;
  while (!done) {
    if (atomic_exchange(lock, 1) == 0) {
      critical();
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
}

/// Reaches each vertex under its lock, one after the other; then fills the bin under its lock and, nested in
/// it, if the bin is full, under the queue's.
GPUTM_INLINE void reach_lock(const Search& s, u32 bin, const u32* vertex, u32 wanted) {
  critical_begin();
  u32 won = 0;
#pragma GCC unroll 4
  for (u32 i = 0; i < kNeighbours; ++i) {
    if (((wanted >> i) & 1) == 0) continue;
    volatile u32* const level = &s.levels[vertex[i]];
    with_lock(&s.locks[vertex[i]], [&] {
      if (*level == 0) {
        *level = s.level;
        won |= 1U << i;
      }
    });
  }
  if (won != 0) {
    with_lock(&s.bins[gputm::kernels::bin_lock(s.bin_count, bin)],
              [&] { put(s, bin, vertex, won, move_locked); });
  }
  critical_end();
}

GPUTM_INLINE void flush_lock(const Search& s, u32 bin) {
  if (s.bins[bin] != 0) move_locked(s, bin, s.bins[bin]);
  s.bins[bin] = 0;
}

template <typename Reach, typename Flush>
GPUTM_INLINE void search(const FrontierArguments a, const u32* frontier, Reach reach, Flush flush) {
  u32* const in_global = reinterpret_cast<u32*>(a.global_bins);
  const Search s{.bins = in_global != nullptr ? in_global + block_id() * gputm::kernels::bin_words(a.bins)
                                              : dynamic_shared<u32>(),
                 .bin_count = a.bins,
                 .levels = reinterpret_cast<u32*>(a.levels),
                 .locks = reinterpret_cast<u32*>(a.locks),
                 .tails = reinterpret_cast<u32*>(a.tails),
                 .queued = reinterpret_cast<u32*>(a.queued),
                 .vertices = a.vertices,
                 .queues = a.queues,
                 .level = a.level};
  const u32* const edges = reinterpret_cast<const u32*>(a.edges);
  const u32 bin = thread_in_block() & (a.bins - 1);
  for (u32 i = thread_id(); i < a.frontier_size; i += grid_threads()) {
    const u32* const from = &edges[frontier[i] * kNeighbours];
    u32 vertex[kNeighbours];
#pragma GCC unroll 4
    for (u32 k = 0; k < kNeighbours; ++k) vertex[k] = from[k];
    const u32 wanted = unreached(s, vertex);
    if (wanted != 0) reach(s, bin, vertex, wanted);
  }
  barrier();
  for (u32 own = thread_in_block(); own < a.bins; own += block_size()) flush(s, own);
}

}  // namespace

KERNEL void frontier_tm(const FrontierArguments* arguments) {
  search(*arguments, reinterpret_cast<const u32*>(arguments + 1), reach_tm, flush_tm);
}
KERNEL void frontier_lock(const FrontierArguments* arguments) {
  search(*arguments, reinterpret_cast<const u32*>(arguments + 1), reach_lock, flush_lock);
}
