// One value of those of a tile or of a coalesced group, for all its threads: reduce(group, value,
// plus<int>()). Values have up to 8 bytes and are combined in the order of ranks.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <typename T>
struct plus {
  __device__ GPUTM_FORCEINLINE T operator()(T a, T b) const { return static_cast<T>(a + b); }
};
template <typename T>
struct less {
  __device__ GPUTM_FORCEINLINE T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
  __device__ GPUTM_FORCEINLINE T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
  __device__ GPUTM_FORCEINLINE T operator()(T a, T b) const { return static_cast<T>(a & b); }
};
template <typename T>
struct bit_or {
  __device__ GPUTM_FORCEINLINE T operator()(T a, T b) const { return static_cast<T>(a | b); }
};
template <typename T>
struct bit_xor {
  __device__ GPUTM_FORCEINLINE T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};

template <typename Group, typename T, typename Combine>
__device__ GPUTM_FORCEINLINE T reduce(const Group& group, T value, Combine&& combine) {
  return gputm_device::reduce_among(group.lanes(), value, combine);
}

}  // namespace cooperative_groups
