// Cooperative groups of blocks, and of tiles of a warp. Groups of the whole grid are not there.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {

class thread_block {
 public:
  __device__ GPUTM_FORCEINLINE static void sync() GPUTM_BODY(__syncthreads();) __device__ GPUTM_FORCEINLINE
      static unsigned thread_rank()
          GPUTM_BODY(return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);)
              __device__ GPUTM_FORCEINLINE static unsigned size()
                  GPUTM_BODY(return blockDim.x * blockDim.y * blockDim.z;) __device__ GPUTM_FORCEINLINE
      static unsigned num_threads() GPUTM_BODY(return size();) __device__ GPUTM_FORCEINLINE static dim3
      group_index() GPUTM_BODY(return dim3(blockIdx.x, blockIdx.y, blockIdx.z);) __device__ GPUTM_FORCEINLINE
      static dim3 thread_index()
          GPUTM_BODY(return dim3(threadIdx.x, threadIdx.y, threadIdx.z);) __device__ GPUTM_FORCEINLINE
      static dim3 dim_threads() GPUTM_BODY(return dim3(blockDim.x, blockDim.y, blockDim.z);)
};
__device__ GPUTM_FORCEINLINE thread_block this_thread_block() { return {}; }

/// Neighbouring lanes of a warp.
template <unsigned kSize>
class thread_block_tile {
  static_assert(kSize >= 1 && kSize <= 32 && (kSize & (kSize - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 lanes");

 public:
  __device__ GPUTM_FORCEINLINE static unsigned thread_rank()
      GPUTM_BODY(return thread_block::thread_rank() % kSize;) __device__ GPUTM_FORCEINLINE
      static constexpr unsigned size() {
    return kSize;
  }
  __device__ GPUTM_FORCEINLINE static constexpr unsigned num_threads() { return kSize; }
  __device__ GPUTM_FORCEINLINE static unsigned meta_group_rank()
      GPUTM_BODY(return thread_block::thread_rank() / kSize;) __device__ GPUTM_FORCEINLINE
      static unsigned meta_group_size()
          GPUTM_BODY(return (thread_block::size() + kSize - 1) / kSize;) __device__ GPUTM_FORCEINLINE
      static void sync() GPUTM_BODY(__syncwarp(lanes());)

          template <typename T>
          __device__ GPUTM_FORCEINLINE T shfl(T value, int lane) const
      GPUTM_BODY(return __shfl_sync(lanes(), value, lane, kSize);) template <typename T>
      __device__ GPUTM_FORCEINLINE T shfl_up(T value, unsigned distance) const
      GPUTM_BODY(return __shfl_up_sync(lanes(), value, distance, kSize);) template <typename T>
      __device__ GPUTM_FORCEINLINE T shfl_down(T value, unsigned distance) const
      GPUTM_BODY(return __shfl_down_sync(lanes(), value, distance, kSize);) template <typename T>
      __device__ GPUTM_FORCEINLINE T shfl_xor(T value, int mask) const
      GPUTM_BODY(return __shfl_xor_sync(lanes(), value, mask, kSize);) __device__ GPUTM_FORCEINLINE
      unsigned ballot(int predicate) const
      GPUTM_BODY(return __ballot_sync(lanes(), predicate) >> first() &
                            static_cast<unsigned>((1ULL << kSize) - 1);) __device__ GPUTM_FORCEINLINE
      int any(int predicate) const GPUTM_BODY(return ballot(predicate) != 0;) __device__ GPUTM_FORCEINLINE
      int all(int predicate) const GPUTM_BODY(return ballot(predicate == 0) == 0;)

          private :
      /// Lane of the warp at which the tile begins, and its lanes
      __device__ GPUTM_FORCEINLINE static unsigned first()
          GPUTM_BODY(return thread_block::thread_rank() % warpSize / kSize *
                                kSize;) __device__ GPUTM_FORCEINLINE static unsigned lanes()
              GPUTM_BODY(return static_cast<unsigned>((1ULL << kSize) - 1) << first();)
};
template <unsigned kSize, typename Parent>
__device__ GPUTM_FORCEINLINE thread_block_tile<kSize> tiled_partition(const Parent&) {
  return {};
}

/// Lanes of the warp that execute the call together.
class coalesced_group {
 public:
  __device__ GPUTM_FORCEINLINE explicit coalesced_group(unsigned lanes) : lanes_(lanes) {}
  __device__ GPUTM_FORCEINLINE unsigned size() const { return static_cast<unsigned>(__popc(lanes_)); }
  __device__ GPUTM_FORCEINLINE unsigned num_threads() const { return size(); }
  __device__ GPUTM_FORCEINLINE unsigned thread_rank() const GPUTM_BODY(return static_cast<unsigned>(__popc(
      lanes_ & ((1U << thread_block::thread_rank() % warpSize) - 1)));) __device__ GPUTM_FORCEINLINE
      void sync() const {
    __syncwarp(lanes_);
  }
  /// Value of the lane with this rank in the group.
  template <typename T>
  __device__ GPUTM_FORCEINLINE T shfl(T value, unsigned rank) const
      GPUTM_BODY(unsigned lanes = lanes_; for (; rank != 0; --rank) lanes &= lanes - 1;
                 return __shfl_sync(lanes_, value, __ffs(static_cast<int>(lanes)) - 1);)

          private : unsigned lanes_;
};
__device__ GPUTM_FORCEINLINE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <typename Group>
__device__ GPUTM_FORCEINLINE void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
