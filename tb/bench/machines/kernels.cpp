// Microkernels of tb/bench/machines/measure: latencies by chains of dependent accesses, rates by all threads.
#include <gputm.h>

/// One thread follows `steps` links.
KERNEL void chase(u32 steps, const u32* next, u32* out) {
  u32 at = 0;
  for (u32 i = 0; i < steps; ++i) at = next[at];
  *out = at;
}

/// The same in shared memory.
KERNEL void chase_shared(u32 steps, u32* out) {
  SHARED u32 next[256];
  for (u32 i = 0; i < 256; ++i) next[i] = (i + 33) % 256;
  u32 at = 0;
  for (u32 i = 0; i < steps; ++i) at = next[at];
  *out = at;
}

/// One thread adds to one word, each time behind the last addition.
KERNEL void chase_atomic(u32 steps, u32* word, u32* out) {
  u32 old = 0;
  for (u32 i = 0; i < steps; ++i) old += atomic_add(word, 1U);
  *out = old;
}

/// All threads read `count` words together, `passes` times: four independent loads at a time.
KERNEL void read(u32 count, u32 passes, const u32* words, u32* out) {
  const u32 threads = grid_threads();
  u32 sum = 0;
  for (u32 pass = 0; pass < passes; ++pass) {
    for (u32 i = thread_id(); i + 3 * threads < count; i += 4 * threads) {
      const u32 a = words[i], b = words[i + threads], c = words[i + 2 * threads], d = words[i + 3 * threads];
      sum += a ^ b ^ c ^ d;
    }
  }
  if (sum == 1) *out = sum;  // never, which the compiler does not know
}

/// All threads add to words `stride` apart: one word if it is 0.
KERNEL void add(u32 times, u32 stride, u32* words) {
  for (u32 i = 0; i < times; ++i) atomic_add(words + thread_id() * stride, 1U);
}

/// All threads read 4.5 kB of global memory, four loads at a time.
KERNEL void read_near(u32 times, const u32* words, u32* out) {
  u32 sum = 0;
  for (u32 i = 0; i < times; ++i) {
    const volatile u32* at = words + (thread_id() + 32 * i) % 1024;
    sum += at[0] ^ at[32] ^ at[64] ^ at[96];
  }
  if (sum == 1) *out = sum;
}

/// All threads read shared memory without bank conflicts, four loads at a time.
KERNEL void read_shared(u32 times, u32* out) {
  SHARED u32 words[2048];
  u32 sum = 0;
  for (u32 i = 0; i < times; ++i) {
    const volatile u32* at = words + (thread_id() + 32 * i) % 1024;
    sum += at[0] ^ at[32] ^ at[64] ^ at[96];
  }
  if (sum == 1) *out = sum;
}
