// Control flow with a path of its own for every lane. A lane's result must not depend on the others.
#include "gputm.h"

struct ControlArgs {
  u32* seeds;  // per thread
  u32* out;
};

GPUTM_INLINE u32 next(u32& state) { return state = state * 1664525u + 1013904223u; }

static __attribute__((noinline)) u32 fibonacci(u32 n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
static __attribute__((noinline)) u32 early(u32 x) {
  if (x & 1) return x * 3;
  if (x & 2) return x + 7;
  for (u32 i = 0; i < (x & 15); ++i) {
    if ((x >> i) & 1) return x ^ i;
    x += i;
  }
  return x - 1;
}
static __attribute__((noinline)) u32 plus(u32 x) { return x + 1; }
static __attribute__((noinline)) u32 times(u32 x) { return x * 3; }
static __attribute__((noinline)) u32 minus(u32 x) { return x - 7; }
using Function = u32 (*)(u32);
static const Function kTable[3] = {plus, times, minus};

KERNEL void structured(ControlArgs* a) {
  u32 state = a->seeds[thread_id()];
  u32 sum = 0;
  const u32 rounds = 4 + (next(state) >> 28);
  for (u32 i = 0; i < rounds; ++i) {
    const u32 choice = next(state) >> 24;
    if (choice & 1) {
      u32 n = choice & 31;
      while (n != 0) {
        sum += n & 4 ? n : sum;
        if (n & 8) sum ^= 0x55;
        n >>= 1;
      }
    } else if (choice & 2) {
      do sum = sum * 5 + 1;
      while ((sum & 7) != 3 && (next(state) >> 30) != 0);
    } else {
      for (u32 j = 0; j < (choice >> 4); ++j) {
        if (j == (choice & 12)) continue;
        sum += j;
        if (sum & 0x40) break;
      }
    }
  }
  a->out[thread_id()] = sum;
}

KERNEL void calls(ControlArgs* a) {
  u32 state = a->seeds[thread_id()];
  u32 sum = fibonacci((next(state) >> 24) % 9);
  sum = sum * 31 + early(next(state));
  if (next(state) & 0x10000) sum += early(sum);
  sum = sum * 31 + kTable[(next(state) >> 20) % 3](sum);
  a->out[thread_id()] = sum;
}

/// Jumps into and out of loops: an unstructured flow that no compiler would recognise.
KERNEL void unstructured(ControlArgs* a) {
  u32 state = a->seeds[thread_id()];
  u32 sum = 0;
  u32 fuel = 40;
  if (state & 1) goto second;
first:
  sum = sum * 3 + 1;
  if (--fuel == 0) goto done;
  if (next(state) & 0x100000) goto third;
second:
  sum ^= state >> 16;
  if (--fuel == 0) goto done;
  if (next(state) & 0x200000) goto first;
third:
  sum += 17;
  if (--fuel == 0) goto done;
  if (next(state) & 0x400000) goto second;
  if (next(state) & 0x400000) goto first;
  sum *= 7;
  if (fuel-- > 1) goto third;
done:
  a->out[thread_id()] = sum;
}

struct BarrierArgs {
  u32* in;
  u32* out;
};

/// Reverses a block's words through global memory, which needs the barrier.
KERNEL void reverse(BarrierArgs* a) {
  volatile u32* const scratch = a->out + grid_threads();
  const u32 base = thread_id() - thread_in_block();
  scratch[thread_id()] = a->in[thread_id()];
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  barrier();
  a->out[thread_id()] = scratch[base + block_size() - 1 - thread_in_block()];
}

/// The even threads end without it.
KERNEL void barrier_of_some(BarrierArgs* a) {
  if (thread_in_block() & 1) {
    a->out[thread_id()] = 1;
    barrier();
    a->out[thread_id()] = 2;
  }
}

KERNEL void bad_address(BarrierArgs*) {
  u32 address = 0x40;
  asm("" : "+r"(address));  // or the compiler warns
  *reinterpret_cast<volatile u32*>(address) = 1;
}
KERNEL void misaligned(BarrierArgs* a) {
  *reinterpret_cast<volatile u32*>(reinterpret_cast<u32>(a->out) + 2) = 1;
}
/// A lock that is never free: a stuck run.
KERNEL void hang(BarrierArgs* a) {
  while (__atomic_load_n(a->in, __ATOMIC_RELAXED) != 0x12345678u) {
  }
}
