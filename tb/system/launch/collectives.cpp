// Warp collectives near branches that invite compilers to copy them, to duplicate loops around them, or to
// merge them.
#include <gputm.h>

/// Jump threading copies the ballot into both branches, since x is known there.
KERNEL void behind_branch(u32* out, const u32* in) {
  const u32 t = thread_id();
  const u32 x = in[t] > 10 ? 3 : 7;
  const u32 mask = warp_ballot(in[t] & 1);
  if (x == 3) {
    out[t] = mask;
  } else {
    out[t] = mask + 1;
  }
}

__attribute__((noinline)) u32 twice(u32 x) {
  asm volatile("");
  return 2 * x;
}

/// Shrink-wrapping copies it to the path without a frame, since only one branch has a call.
KERNEL void behind_call(u32* out, const u32* in) {
  const u32 t = thread_id();
  u32 x = in[t];
  if (x > 10) x += twice(in[t] + 1) + in[t];
  out[t] = warp_ballot(x & 1);
}

/// The same value in each branch: if merged, the lanes of both would answer.
KERNEL void in_both_branches(u32* out, const u32* in) {
  const u32 t = thread_id();
  const u32 x = in[t];
  if (x > 10) {
    out[t + 64] = 1;
    out[t] = warp_ballot(x & 1);
  } else {
    out[t + 128] = 2;
    out[t] = warp_ballot(x & 1);
  }
}

/// Unswitched, the loop would exist once per side of its condition.
KERNEL void in_loop(u32* out, const u32* in, u32 rounds) {
  const u32 t = thread_id();
  const u32 x = in[t];
  u32 sum = 0;
  for (u32 i = 0; i < rounds; ++i) {
    const u32 mask = warp_ballot((x >> i) & 1);
    if (x > 10) {
      sum += mask;
    } else {
      sum ^= mask;
    }
  }
  out[t] = sum;
}

/// Each lane leaves after its own number of rounds; unrolled, lanes of different counts would begin apart.
KERNEL void own_rounds(u32* out, const u32* in) {
  const u32 t = thread_id();
  const u32 rounds = in[t];
  u32 sum = 0;
  for (u32 i = 0; i < rounds; ++i) sum += warp_ballot(true);
  out[t] = sum;
}

GPUTM_INLINE u32 warp_sum(u32 x) {
  for (u32 distance = 1; distance < warp_lanes(); distance *= 2) x += warp_shuffle_xor(x, distance);
  return x;
}

/// The sum is behind a condition that is tested again.
KERNEL void sums(u32* out, const u32* in) {
  const u32 t = thread_id();
  u32 x = in[t];
  const bool large = x > 10;
  if (large) x = 1;
  const u32 sum = warp_sum(x);
  out[t] = large ? sum : sum + 1;
}
