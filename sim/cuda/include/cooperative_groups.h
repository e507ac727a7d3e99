// Cooperative groups: blocks, tiles of a warp, and lanes that run together; of the grid the ranks alone,
// since its blocks need not run at the same time. reduce.h and scan.h combine the values of a group.
#pragma once

#include "cuda_runtime.h"

#define GPUTM_MEMBER __device__ GPUTM_FORCEINLINE

namespace cooperative_groups {

class thread_block {
 public:
  GPUTM_MEMBER static void sync() { __syncthreads(); }
  GPUTM_MEMBER static unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  GPUTM_MEMBER static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  GPUTM_MEMBER static unsigned num_threads() { return size(); }
  GPUTM_MEMBER static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  GPUTM_MEMBER static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  GPUTM_MEMBER static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  GPUTM_MEMBER static dim3 group_dim() { return dim_threads(); }
};
GPUTM_MEMBER thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  GPUTM_MEMBER static void sync()
      __attribute__((unavailable("the blocks of a grid need not run at the same time")));
  GPUTM_MEMBER static unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  GPUTM_MEMBER static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  GPUTM_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  GPUTM_MEMBER static unsigned long long size() { return num_blocks() * thread_block::size(); }
  GPUTM_MEMBER static unsigned long long num_threads() { return size(); }
  GPUTM_MEMBER static dim3 block_index() { return thread_block::group_index(); }
  GPUTM_MEMBER static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  GPUTM_MEMBER static dim3 group_dim() { return dim_blocks(); }
};
GPUTM_MEMBER grid_group this_grid() { return {}; }

/// Neighbouring lanes of a warp
template <unsigned kSize, typename Parent = void>
class thread_block_tile : public thread_block_tile<kSize, void> {};

template <unsigned kSize>
class thread_block_tile<kSize, void> {
  static_assert(kSize >= 1 && kSize <= 32 && (kSize & (kSize - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 lanes");

 public:
  GPUTM_MEMBER static unsigned thread_rank() { return thread_block::thread_rank() % kSize; }
  GPUTM_MEMBER static constexpr unsigned size() { return kSize; }
  GPUTM_MEMBER static constexpr unsigned num_threads() { return kSize; }
  GPUTM_MEMBER static unsigned meta_group_rank() { return thread_block::thread_rank() / kSize; }
  GPUTM_MEMBER static unsigned meta_group_size() { return (thread_block::size() + kSize - 1) / kSize; }
  GPUTM_MEMBER static void sync() { __syncwarp(lanes()); }

  template <typename T>
  GPUTM_MEMBER T shfl(T value, int rank) const {
    return __shfl_sync(lanes(), value, rank, kSize);
  }
  template <typename T>
  GPUTM_MEMBER T shfl_up(T value, unsigned distance) const {
    return __shfl_up_sync(lanes(), value, distance, kSize);
  }
  template <typename T>
  GPUTM_MEMBER T shfl_down(T value, unsigned distance) const {
    return __shfl_down_sync(lanes(), value, distance, kSize);
  }
  template <typename T>
  GPUTM_MEMBER T shfl_xor(T value, unsigned mask) const {
    return __shfl_xor_sync(lanes(), value, static_cast<int>(mask), kSize);
  }
  GPUTM_MEMBER unsigned ballot(int predicate) const { return ranks(__ballot_sync(lanes(), predicate)); }
  GPUTM_MEMBER int any(int predicate) const { return __any_sync(lanes(), predicate); }
  GPUTM_MEMBER int all(int predicate) const { return __all_sync(lanes(), predicate); }
  template <typename T>
  GPUTM_MEMBER unsigned match_any(T value) const {
    return ranks(__match_any_sync(lanes(), value));
  }
  template <typename T>
  GPUTM_MEMBER unsigned match_all(T value, int& all) const {
    return ranks(__match_all_sync(lanes(), value, &all));
  }

  /// Lanes of the warp, for our other headers
  GPUTM_MEMBER static unsigned lanes() { return static_cast<unsigned>((1ULL << kSize) - 1) << first(); }

 private:
  GPUTM_MEMBER static unsigned first() { return thread_block::thread_rank() % warpSize / kSize * kSize; }
  /// A bit a rank, from one a lane
  GPUTM_MEMBER static unsigned ranks(unsigned lanes_of_warp) {
    return lanes_of_warp >> first() & static_cast<unsigned>((1ULL << kSize) - 1);
  }
};
template <unsigned kSize, typename Parent>
GPUTM_MEMBER thread_block_tile<kSize, Parent> tiled_partition(const Parent&) {
  return {};
}

/// Lanes of a warp that execute a call together
class coalesced_group {
 public:
  GPUTM_MEMBER explicit coalesced_group(unsigned lanes) : lanes_(lanes) {}
  GPUTM_MEMBER unsigned size() const { return static_cast<unsigned>(__popc(static_cast<int>(lanes_))); }
  GPUTM_MEMBER unsigned num_threads() const { return size(); }
  GPUTM_MEMBER unsigned thread_rank() const {
    return rank_of(static_cast<unsigned>(thread_block::thread_rank() % warpSize));
  }
  GPUTM_MEMBER void sync() const { __syncwarp(lanes_); }

  /// Value of the lane with this rank.
  template <typename T>
  GPUTM_MEMBER T shfl(T value, unsigned rank) const {
    return __shfl_sync(lanes_, value, lane_of(rank));
  }
  template <typename T>
  GPUTM_MEMBER T shfl_up(T value, unsigned distance) const {
    const unsigned rank = thread_rank();
    return shfl(value, distance <= rank ? rank - distance : rank);
  }
  template <typename T>
  GPUTM_MEMBER T shfl_down(T value, unsigned distance) const {
    const unsigned rank = thread_rank();
    return shfl(value, distance < size() - rank ? rank + distance : rank);
  }
  GPUTM_MEMBER unsigned ballot(int predicate) const { return ranks(__ballot_sync(lanes_, predicate)); }
  GPUTM_MEMBER int any(int predicate) const { return __any_sync(lanes_, predicate); }
  GPUTM_MEMBER int all(int predicate) const { return __all_sync(lanes_, predicate); }
  template <typename T>
  GPUTM_MEMBER unsigned match_any(T value) const {
    return ranks(__match_any_sync(lanes_, value));
  }
  template <typename T>
  GPUTM_MEMBER unsigned match_all(T value, int& all) const {
    return ranks(__match_all_sync(lanes_, value, &all));
  }

  /// Lanes of the warp, for our other headers
  GPUTM_MEMBER unsigned lanes() const { return lanes_; }

 private:
  GPUTM_MEMBER unsigned rank_of(unsigned lane) const {
    return static_cast<unsigned>(__popc(static_cast<int>(lanes_ & ((1U << lane) - 1))));
  }
  GPUTM_MEMBER int lane_of(unsigned rank) const {
    unsigned left = lanes_;
    for (; rank != 0; --rank) left &= left - 1;
    return __ffs(static_cast<int>(left)) - 1;
  }
  /// A bit a rank, from one a lane
  GPUTM_MEMBER unsigned ranks(unsigned lanes_of_warp) const {
    unsigned result = 0, bit = 1;
    for (unsigned left = lanes_; left != 0; left &= left - 1, bit <<= 1)
      if ((lanes_of_warp & left & (~left + 1)) != 0) result |= bit;
    return result;
  }

  unsigned lanes_;
};
GPUTM_MEMBER coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <typename Group>
GPUTM_MEMBER void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#undef GPUTM_MEMBER
