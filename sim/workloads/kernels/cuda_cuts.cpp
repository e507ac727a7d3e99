// CudaCuts (MICRO 2011 paper, section 5; Vineet and Narayanan, CVPRW 2008): maximum flow through an image by
// the push-relabel algorithm, with one thread per pixel. The host alternates push and relabel until no more
// flow can reach the sink.
#include "cuda_cuts.h"

#include "transaction_kernels.h"

using gputm::kernels::CudaCutsArguments;
using gputm::kernels::kDirections;
using gputm::kernels::opposite;

namespace {

GPUTM_INLINE u32* words(u32 address) { return reinterpret_cast<u32*>(address); }
GPUTM_INLINE u32 lesser(u32 a, u32 b) { return a < b ? a : b; }
/// Present value of a word that other threads may have changed.
GPUTM_INLINE u32 now(const u32* word) { return load_relaxed(word); }

/// Whether a pixel has a neighbour in that direction, and its index.
GPUTM_INLINE bool neighbour(const CudaCutsArguments& image, u32 x, u32 y, u32 direction, u32& to) {
  const u32 pixel = y * image.width + x;
  switch (direction) {
    case 0:
      to = pixel + 1;
      return x + 1 < image.width;
    case 1:
      to = pixel - 1;
      return x > 0;
    case 2:
      to = pixel + image.width;
      return y + 1 < image.height;
    default:
      to = pixel - image.width;
      return y > 0;
  }
}

/// The original's atomic operations; consecutive ones form one transaction
struct InTransaction {
  template <typename Tm>
  static void drain(Tm& tm, u32* excess, u32 flow) {
    do {
      tm.begin();
      tm.write(*excess, tm.read(*excess) - flow);
    } while (!tm.commit());
  }
  template <typename Tm>
  static void move(Tm& tm, u32* room, u32* room_back, u32* from, u32* to, u32 flow) {
    do {
      tm.begin();
      tm.write(*room, tm.read(*room) - flow);
      tm.write(*room_back, tm.read(*room_back) + flow);
      tm.write(*from, tm.read(*from) - flow);
      tm.write(*to, tm.read(*to) + flow);
    } while (!tm.commit());
  }
};

/// One after the other: others only add to the words that this thread subtracts from
struct WithAtomics {
  static void drain(WithAtomics, u32* excess, u32 flow) { atomic_sub(excess, flow); }
  static void move(WithAtomics, u32* room, u32* room_back, u32* from, u32* to, u32 flow) {
    atomic_sub(room, flow);
    atomic_add(room_back, flow);
    atomic_sub(from, flow);
    atomic_add(to, flow);
  }
};

/// Pushes a pixel's excess down: to the sink, then to neighbours one level below.
template <typename Update, typename Tm>
GPUTM_INLINE void push(const CudaCutsArguments& image, Tm&& tm) {
  const auto [x, y, z] = grid_index();
  if (x >= image.width || y >= image.height) return;
  const u32 pixel = y * image.width + x;
  u32* const excess = words(image.excess) + pixel;
  const u32* const levels = words(image.levels);
  const u32 level = levels[pixel];
  u32* const to_sink = words(image.to_sink) + pixel;
  if (level == 1 && *to_sink != 0) {
    const u32 flow = lesser(now(excess), *to_sink);
    if (flow != 0) {
      *to_sink -= flow;
      Update::drain(tm, excess, flow);
    }
  }
#pragma GCC unroll 4
  for (u32 direction = 0; direction < kDirections; ++direction) {
    u32 to = 0;
    if (!neighbour(image, x, y, direction, to)) continue;
    u32* const room = words(image.residual[direction]) + pixel;
    const u32 flow = lesser(now(excess), now(room));
    if (flow != 0 && level == levels[to] + 1) {
      Update::move(tm, room, words(image.residual[opposite(direction)]) + to, excess,
                   words(image.excess) + to, flow);
    }
  }
}

template <typename Tm>
GPUTM_INLINE void cuda_cuts_push(const CudaCutsArguments& image, Tm& tm) {
  push<InTransaction>(image, tm);
}

}  // namespace

TRANSACTION_KERNELS(cuda_cuts_push, CudaCutsArguments, 4, 4)
KERNEL void cuda_cuts_push_lock(const CudaCutsArguments* image) { push<WithAtomics>(*image, WithAtomics{}); }

/// Lifts pixels with excess that cannot flow down to one level above the lowest possible target. Others lift
/// their pixels at the same time; levels only rise, so that an edge with capacity never leads down by more
/// than one level.
KERNEL void cuda_cuts_relabel(const CudaCutsArguments* image) {
  const auto [x, y, z] = grid_index();
  if (x >= image->width || y >= image->height) return;
  const u32 pixel = y * image->width + x;
  if (words(image->excess)[pixel] == 0) return;
  u32* const levels = words(image->levels);
  constexpr u32 kNone = ~0u;
  u32 lowest = words(image->to_sink)[pixel] != 0 ? 0 : kNone;
#pragma GCC unroll 4
  for (u32 direction = 0; direction < kDirections; ++direction) {
    u32 to = 0;
    if (neighbour(*image, x, y, direction, to) && words(image->residual[direction])[pixel] != 0)
      lowest = lesser(lowest, now(levels + to));
  }
  if (lowest != kNone && lowest + 1 > levels[pixel]) levels[pixel] = lowest + 1;
}
