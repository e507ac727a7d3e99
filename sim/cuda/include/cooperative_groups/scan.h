// Prefixes of the values of a tile or of a coalesced group, in the order of ranks: with or without the
// thread's own value. Values have up to 8 bytes.
#pragma once

#include "reduce.h"

namespace cooperative_groups {

template <typename Group, typename T, typename Combine>
__device__ GPUTM_FORCEINLINE T inclusive_scan(const Group& group, T value, Combine&& combine) {
  return gputm_device::scan_among(group.lanes(), value, combine).inclusive;
}
template <typename Group, typename T>
__device__ GPUTM_FORCEINLINE T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/// The first thread has T().
template <typename Group, typename T, typename Combine>
__device__ GPUTM_FORCEINLINE T exclusive_scan(const Group& group, T value, Combine&& combine) {
  return gputm_device::scan_among(group.lanes(), value, combine).exclusive;
}
template <typename Group, typename T>
__device__ GPUTM_FORCEINLINE T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
