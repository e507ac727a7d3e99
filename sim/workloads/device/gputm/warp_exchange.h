// What the lanes of a warp tell each other. Of a warp only those lanes take part that execute the call
// together, as on other GPUs: call these where the whole warp comes by.
#pragma once

#include "device_types.h"

GPUTM_LIBRARY u32 lane_id() { return GPUTM_CSR(0xCC0); }     // lane within the warp
GPUTM_LIBRARY u32 warp_lanes() { return GPUTM_CSR(0xFC0); }  // lanes of a warp

/// Bit i is set if lane i takes part and its `predicate` holds; lanes 0..31.
GPUTM_LIBRARY u32 warp_ballot(bool predicate) {
  u32 mask;
  asm volatile(".insn r 0x0b, 0, 0x01, %0, %1, x0" : "=r"(mask) : "r"(predicate));
  return mask;
}
/// The same of lanes 32..63.
GPUTM_LIBRARY u32 warp_ballot_high(bool predicate) {
  u32 mask;
  asm volatile(".insn r 0x0b, 1, 0x01, %0, %1, x0" : "=r"(mask) : "r"(predicate));
  return mask;
}
GPUTM_LIBRARY bool warp_any(bool predicate) {
  return (warp_ballot(predicate) | warp_ballot_high(predicate)) != 0;
}
GPUTM_LIBRARY bool warp_all(bool predicate) { return !warp_any(!predicate); }

/// The `value` of lane `lane` modulo the warp's width; one's own if that lane takes no part.
template <typename T>
GPUTM_LIBRARY T warp_shuffle(T value, u32 lane) {
  static_assert(sizeof(T) == 4, "warp_shuffle exchanges values of 32 bits");
  u32 result;
  asm volatile(".insn r 0x0b, 2, 0x01, %0, %1, %2"
               : "=r"(result)
               : "r"(__builtin_bit_cast(u32, value)), "r"(lane));
  return __builtin_bit_cast(T, result);
}
/// The value of the lane `distance` below or above; at the warp's ends one's own.
template <typename T>
GPUTM_LIBRARY T warp_shuffle_up(T value, u32 distance) {
  const u32 lane = lane_id();
  return warp_shuffle(value, distance <= lane ? lane - distance : lane);
}
template <typename T>
GPUTM_LIBRARY T warp_shuffle_down(T value, u32 distance) {
  const u32 lane = lane_id();
  return warp_shuffle(value, lane + distance < warp_lanes() ? lane + distance : lane);
}
/// The value of the lane whose number differs in the bits of `mask`.
template <typename T>
GPUTM_LIBRARY T warp_shuffle_xor(T value, u32 mask) {
  return warp_shuffle(value, lane_id() ^ mask);
}
