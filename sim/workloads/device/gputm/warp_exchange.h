// Exchange of values between the lanes of a warp. Only lanes that execute the call together take part, as on
// other GPUs: call these functions where the whole warp executes together. A function that calls one should
// be GPUTM_INLINE: the compiler may merge calls of others.
#pragma once

#include "device_types.h"

GPUTM_LIBRARY u32 lane_id() { return GPUTM_CSR(0xCC0); }     // lane within the warp
GPUTM_LIBRARY u32 warp_lanes() { return GPUTM_CSR(0xFC0); }  // lanes of a warp

namespace gputm_device {

// Lanes that are together in the source must reach one instruction together, and lanes that are apart must
// reach two: the compiler may neither copy a collective into branches nor merge two of them.
#ifdef __clang__

// Clang does this for calls to `convergent` functions, except in its last passes, which copy blocks of few
// instructions: each empty statement counts as one.
#define GPUTM_COLLECTIVE __attribute__((naked, noinline, convergent, nomerge)) static inline Register
GPUTM_COLLECTIVE ballot_alone(Register) { asm volatile(".insn r 0x0b, 0, 0x01, a0, a0, x0\n\tret"); }
GPUTM_COLLECTIVE ballot_high_alone(Register) { asm volatile(".insn r 0x0b, 1, 0x01, a0, a0, x0\n\tret"); }
GPUTM_COLLECTIVE shuffle_alone(Register, u32) { asm volatile(".insn r 0x0b, 2, 0x01, a0, a0, a1\n\tret"); }
#undef GPUTM_COLLECTIVE
GPUTM_LIBRARY void lengthen_block() {
  asm volatile("");
  asm volatile("");
  asm volatile("");
  asm volatile("");
  asm volatile("");
  asm volatile("");
  asm volatile("");
  asm volatile("");
}
GPUTM_LIBRARY Register ballot(Register bit) { return lengthen_block(), ballot_alone(bit); }
GPUTM_LIBRARY Register ballot_high(Register bit) { return lengthen_block(), ballot_high_alone(bit); }
GPUTM_LIBRARY Register shuffle(Register value, u32 lane) {
  return lengthen_block(), shuffle_alone(value, lane);
}

#else

// The label is different in each place that the function is inlined into, so no two statements are equal. GCC
// counts each semicolon as an instruction, and statements of many instructions are not copied by the pass
// that no option disables (shrink-wrapping); device_types.h has the options for the others.
#define GPUTM_COLLECTIVE(fields, operand, ...)                                   \
  Register result;                                                               \
  here:                                                                          \
  asm volatile(".insn r 0x0b, " fields ", 0x01, %0, %2, " operand ";;;;;;;;;;;;" \
               : "=r"(result)                                                    \
               : "i"(__extension__ && here), __VA_ARGS__);                       \
  return result
GPUTM_LIBRARY Register ballot(Register bit) { GPUTM_COLLECTIVE("0", "x0", "r"(bit)); }
GPUTM_LIBRARY Register ballot_high(Register bit) { GPUTM_COLLECTIVE("1", "x0", "r"(bit)); }
GPUTM_LIBRARY Register shuffle(Register value, u32 lane) {
  GPUTM_COLLECTIVE("2", "%3", "r"(value), "r"(lane));
}
#undef GPUTM_COLLECTIVE

#endif

}  // namespace gputm_device

/// Bit i is set if lane i takes part and its `predicate` is true; lanes 0..31.
GPUTM_LIBRARY u32 warp_ballot(bool predicate) { return static_cast<u32>(gputm_device::ballot(predicate)); }
/// As above, for lanes 32..63.
GPUTM_LIBRARY u32 warp_ballot_high(bool predicate) {
  return static_cast<u32>(gputm_device::ballot_high(predicate));
}
GPUTM_LIBRARY bool warp_any(bool predicate) {
  return (warp_ballot(predicate) | warp_ballot_high(predicate)) != 0;
}
GPUTM_LIBRARY bool warp_all(bool predicate) { return !warp_any(!predicate); }

/// `value` of lane `lane` modulo the warp's width; the lane's own value if that lane takes no part.
template <typename T>
GPUTM_LIBRARY T warp_shuffle(T value, u32 lane) {
  using gputm_device::Register;
  static_assert(sizeof(T) <= 4 || sizeof(T) == sizeof(Register),
                "warp_shuffle exchanges values of up to 32 bits, and in RV64 of 64 bits");
  Register bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = gputm_device::shuffle(bits, lane);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}
/// Value of the lane `distance` below or above; at the ends of the warp, the lane's own value.
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
/// Value of the lane with this lane's number XOR `mask`.
template <typename T>
GPUTM_LIBRARY T warp_shuffle_xor(T value, u32 mask) {
  return warp_shuffle(value, lane_id() ^ mask);
}
