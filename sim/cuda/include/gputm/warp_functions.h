// Exchange between the lanes of a warp that a mask names. They wait for each other.
#pragma once

#ifdef __CUDA_ARCH__
#pragma clang force_cuda_host_device begin
#include "gputm/warp_exchange.h"

namespace gputm_device {

// Functions of their own, as in gputm/warp_exchange.h. `other`: the mask in the upper word, a lane in the
// lower one.
#define GPUTM_COLLECTIVE __attribute__((naked, noinline, convergent, nomerge)) static inline unsigned long
GPUTM_COLLECTIVE masked_ballot(unsigned long, unsigned long) {
  asm volatile(".insn r 0x0b, 0, 0x02, a0, a0, a1\n\tret" ::: "memory");
}
GPUTM_COLLECTIVE masked_shuffle(unsigned long, unsigned long) {
  asm volatile(".insn r 0x0b, 2, 0x02, a0, a0, a1\n\tret" ::: "memory");
}
#undef GPUTM_COLLECTIVE

}  // namespace gputm_device
#pragma clang force_cuda_host_device end
#else
// For the checks of the host pass
namespace gputm_device {
__device__ void lengthen_block();
__device__ unsigned long masked_ballot(unsigned long, unsigned long);
__device__ unsigned long masked_shuffle(unsigned long, unsigned long);
}  // namespace gputm_device
__device__ unsigned lane_id();
__device__ unsigned warp_ballot(bool);
#endif

#define GPUTM_WARP static __device__ GPUTM_FORCEINLINE

/// Lanes that execute the call together
GPUTM_WARP unsigned __activemask() { return warp_ballot(true); }

GPUTM_WARP unsigned __ballot_sync(unsigned mask, int predicate) {
  gputm_device::lengthen_block();
  const unsigned long lanes = gputm_device::masked_ballot(predicate != 0, (unsigned long)mask << 32);
  asm volatile("");  // a tail call would hide this place from messages
  return (unsigned)lanes;
}
GPUTM_WARP void __syncwarp(unsigned mask = ~0U) { __ballot_sync(mask, 0); }
GPUTM_WARP int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
GPUTM_WARP int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate == 0) == 0; }

namespace gputm_device {

/// `value` of the lane, or the caller's own if that lane takes no part.
template <typename T>
GPUTM_WARP T shuffle_among(unsigned mask, T value, unsigned lane) {
  static_assert(sizeof(T) <= 8, "__shfl_sync exchanges values of up to 8 bytes");
  unsigned long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  lengthen_block();
  bits = masked_shuffle(bits, (unsigned long)mask << 32 | lane);
  asm volatile("");
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

template <typename T>
GPUTM_WARP unsigned long bits_of(T value) {
  unsigned long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// Combines the values of the lanes that take part, in their order.
template <typename T, typename F>
GPUTM_WARP T reduce_among(unsigned mask, T value, F combine) {
  unsigned left = __ballot_sync(mask, 1);
  T result = shuffle_among(mask, value, (unsigned)__ffs((int)left) - 1);
  while ((left &= left - 1) != 0)
    result = combine(result, shuffle_among(mask, value, (unsigned)__ffs((int)left) - 1));
  return result;
}

/// Of the lanes that take part, those up to the caller, with and without it.
template <typename T>
struct Prefix {
  T inclusive{}, exclusive{};
};
template <typename T, typename F>
GPUTM_WARP Prefix<T> scan_among(unsigned mask, T value, F combine) {
  Prefix<T> prefix;
  T sum{};
  bool first = true;
  for (unsigned left = __ballot_sync(mask, 1); left != 0; left &= left - 1, first = false) {
    const unsigned lane = (unsigned)__ffs((int)left) - 1;
    const T next = shuffle_among(mask, value, lane);
    if (lane == lane_id()) prefix.exclusive = sum;
    sum = first ? next : combine(sum, next);
    if (lane == lane_id()) prefix.inclusive = sum;
  }
  return prefix;
}

}  // namespace gputm_device

template <typename T>
GPUTM_WARP T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize) {
  return gputm_device::shuffle_among(mask, value,
                                     (lane_id() & ~(width - 1U)) | ((unsigned)lane & (width - 1U)));
}
template <typename T>
GPUTM_WARP T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = warpSize) {
  const unsigned lane = lane_id(), first = lane & ~(width - 1U);
  return gputm_device::shuffle_among(mask, value, distance <= lane - first ? lane - distance : lane);
}
template <typename T>
GPUTM_WARP T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = warpSize) {
  const unsigned lane = lane_id(), last = lane | (width - 1U);
  return gputm_device::shuffle_among(mask, value, distance <= last - lane ? lane + distance : lane);
}
template <typename T>
GPUTM_WARP T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = warpSize) {
  const unsigned lane = lane_id(), other = lane ^ (unsigned)lanes;
  return gputm_device::shuffle_among(mask, value, other <= (lane | (width - 1U)) ? other : lane);
}

/// Lanes with the same value as the caller.
template <typename T>
GPUTM_WARP unsigned __match_any_sync(unsigned mask, T value) {
  const unsigned long bits = gputm_device::bits_of(value);
  unsigned result = 0;
  for (unsigned left = __ballot_sync(mask, 1); left != 0;) {
    const bool same = gputm_device::shuffle_among(mask, bits, (unsigned)__ffs((int)left) - 1) == bits;
    const unsigned lanes = __ballot_sync(mask, same);
    if (same) result = lanes;
    left &= ~lanes;
  }
  return result;
}
/// The lanes that take part, if all have the same value, else 0.
template <typename T>
GPUTM_WARP unsigned __match_all_sync(unsigned mask, T value, int* all) {
  const unsigned long bits = gputm_device::bits_of(value);
  const unsigned lanes = __ballot_sync(mask, 1);
  const unsigned first = (unsigned)__ffs((int)lanes) - 1;
  *all = __all_sync(mask, gputm_device::shuffle_among(mask, bits, first) == bits);
  return *all != 0 ? lanes : 0;
}

#define GPUTM_REDUCE(name, T, expression)                                                     \
  GPUTM_WARP T name(unsigned mask, T value) {                                                 \
    return gputm_device::reduce_among(mask, value, [](T a, T b) { return (T)(expression); }); \
  }
GPUTM_REDUCE(__reduce_add_sync, unsigned, a + b)
GPUTM_REDUCE(__reduce_add_sync, int, (unsigned)a + (unsigned)b)
GPUTM_REDUCE(__reduce_min_sync, unsigned, b < a ? b : a)
GPUTM_REDUCE(__reduce_min_sync, int, b < a ? b : a)
GPUTM_REDUCE(__reduce_max_sync, unsigned, a < b ? b : a)
GPUTM_REDUCE(__reduce_max_sync, int, a < b ? b : a)
GPUTM_REDUCE(__reduce_and_sync, unsigned, a& b)
GPUTM_REDUCE(__reduce_or_sync, unsigned, a | b)
GPUTM_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef GPUTM_REDUCE
#undef GPUTM_WARP
