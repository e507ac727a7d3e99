// K-means in shared memory (GPU-LocalTM paper, section 5.1.2): each thread adds its point to the sums of the
// nearest centre.
#include "lds_k_means.h"

#include <gputm.h>

#include "local_sync.h"

using namespace gputm::kernels;

namespace {

struct Point {
  u32 at[kDimensions];
};

/// warp_shuffle without the code that keeps the compiler from merging two of them: this one is alone, and GCC
/// can optimize the loop around it best.
GPUTM_INLINE u32 of_lane(u32 value, u32 lane) {
  u32 result;
  asm volatile(".insn r 0x0b, 2, 0x01, %0, %1, %2" : "=r"(result) : "r"(value), "r"(lane));
  return result;
}

/// Every lane computes some of the centres and shares them with the others, as scalar registers would.
GPUTM_INLINE u32 nearest(const Point& point, const LdsKMeansArguments& arguments) {
  u32 best = 0, best_distance = ~0u;
  const u32 behind = block_size() - (thread_in_block() - lane_id());  // threads from the warp's first on
  const u32 lanes = behind < warp_lanes() ? behind : warp_lanes();
  for (u32 first = 0; first < arguments.centres; first += lanes) {
    Point own;
#pragma GCC unroll 3
    for (u32 d = 0; d < kDimensions; ++d) own.at[d] = centre_coordinate(arguments.seed, first + lane_id(), d);
    const u32 left = arguments.centres - first;
    const u32 count = left < lanes ? left : lanes;
    for (u32 i = 0; i < count; ++i) {
      u32 distance = 0;
#pragma GCC unroll 3
      for (u32 d = 0; d < kDimensions; ++d) {
        const u32 delta = of_lane(own.at[d], i) - point.at[d];
        distance += delta * delta;
      }
      const u32 nearer = distance < best_distance;
      best = nearer ? first + i : best;
      best_distance = nearer ? distance : best_distance;
    }
  }
  return best;
}

GPUTM_INLINE void add(u32* sums, u32 centre, const Point& point) {
#pragma GCC unroll 3
  for (u32 d = 0; d < kDimensions; ++d) sums[sum_word(centre, d)] += point.at[d];
}

template <typename Add>
GPUTM_INLINE void cluster(const LdsKMeansArguments arguments, Add add_point) {
  u32* const sums = dynamic_shared<u32>();
  const u32 words = sum_words(arguments.centres);
  const u32 thread = thread_in_block();
  for (u32 round = 0; round < arguments.rounds; ++round) {
    Point point;
#pragma GCC unroll 3
    for (u32 d = 0; d < kDimensions; ++d)
      point.at[d] = point_coordinate(arguments.seed, round * grid_threads() + thread_id(), d);
    add_point(sums, sums + words, nearest(point, arguments), point);
    barrier();
  }
  u32* const out = reinterpret_cast<u32*>(arguments.sums) + block_id() * words;
  for (u32 word = thread; word < words; word += block_size()) out[word] = sums[word];
}

}  // namespace

KERNEL void lds_k_means_tm(const LdsKMeansArguments* arguments) {
  cluster(*arguments, [](u32* sums, u32*, u32 centre, const Point& point) {
    tx_begin();
    add(sums, centre, point);
    tx_commit();
  });
}

/// One lock per centre.
KERNEL void lds_k_means_lock(const LdsKMeansArguments* arguments) {
  cluster(*arguments, [](u32* sums, u32* locks, u32 centre, const Point& point) {
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(&locks[centre], 1) == 0) {
        add(sums, centre, point);
        store_release(&locks[centre], 0);
        done = 1;
      }
      keep_in_loop(done);
    }
  });
}

KERNEL void lds_k_means_one_lock(const LdsKMeansArguments* arguments) {
  cluster(*arguments, [](u32* sums, u32* locks, u32 centre, const Point& point) {
    in_turn_with(locks, [&] { add(sums, centre, point); });
  });
}
