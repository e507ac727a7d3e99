// Kernels that measure the model: each stores a duration in core cycles.
#include "gputm.h"

GPUTM_INLINE u32 cycles() {
  u32 value;
  asm volatile("csrr %0, 0xC00" : "=r"(value)::"memory");
  return value;
}

struct TimeArgs {
  u32* out;  // cycles, per thread
  u32* data;
  u32 steps;
};

#define REPEAT_16(x) x x x x x x x x x x x x x x x x

// Each chain is measured in two lengths: the difference excludes the cost of reading the clock.
#define CHAIN(name, first, instructions)                                       \
  KERNEL void name(TimeArgs* a) {                                              \
    u32 value = first;                                                         \
    u32 end;                                                                   \
    asm volatile("" : "+r"(value));                                            \
    const u32 start = cycles();                                                \
    asm volatile(instructions : "+r"(value));                                  \
    asm volatile("add %0, %1, x0\n csrr %0, 0xC00" : "=&r"(end) : "r"(value)); \
    a->out[thread_id()] = end - start;                                         \
  }

CHAIN(dependent_alu_16, thread_id(), REPEAT_16("addi %0, %0, 1\n"))
CHAIN(dependent_alu_32, thread_id(), REPEAT_16("addi %0, %0, 1\n addi %0, %0, 1\n"))

/// Follows a chain of addresses; every load depends on the previous one.
GPUTM_INLINE u32 warmed(TimeArgs* a) {
  u32 at = a->data[0];
  for (u32 i = 0; i < a->steps; ++i) at = *reinterpret_cast<volatile u32*>(at);
  return at;
}
CHAIN(chase_global_16, warmed(a), REPEAT_16("lw %0, 0(%0)\n"))
CHAIN(chase_global_32, warmed(a), REPEAT_16("lw %0, 0(%0)\n lw %0, 0(%0)\n"))

/// The same in private memory, which the L1 holds.
GPUTM_INLINE u32 on_stack(volatile u32* chain) {
  chain[0] = reinterpret_cast<u32>(chain);
  return chain[0];
}
CHAIN(chase_private_16, ({
        volatile u32 chain[1];
        on_stack(chain);
      }),
      REPEAT_16("lw %0, 0(%0)\n"))
CHAIN(chase_private_32, ({
        volatile u32 chain[1];
        on_stack(chain);
      }),
      REPEAT_16("lw %0, 0(%0)\n lw %0, 0(%0)\n"))

/// Loads of shared memory with a stride of `steps` words between lanes.
KERNEL void shared_stride(TimeArgs* a) {
  u32 address = 0xE0000000u + thread_in_block() * a->steps * 4;
  u32 value;
  u32 end;
  const u32 start = cycles();
  asm volatile("lw %0, 0(%2)\n add %1, %0, x0\n csrr %1, 0xC00" : "=&r"(value), "=&r"(end) : "r"(address));
  a->out[thread_id()] = end - start;
}

struct StreamArgs {
  u32* in;
  u32* out;
  u32 words;   // per thread
  u32 stride;  // words between lanes
};

/// Every thread reads `words` words; together the grid reads all of `in` once.
KERNEL void stream_read(StreamArgs* a) {
  u32 sum = 0;
  const u32 threads = grid_threads();
  const u32 words = a->words;
  const u32* in = a->in + thread_id();
  for (u32 i = 0; i < words; i += 4, in += threads * 4) {
    sum += in[0] + in[threads] + in[threads * 2] + in[threads * 3];
  }
  a->out[thread_id()] = sum;
}

/// One load with lanes `stride` words apart: 1 to 32 line segments per warp.
KERNEL void strided_load(StreamArgs* a) { a->out[thread_id()] = a->in[thread_id() * a->stride]; }

/// Each thread counts to `steps` in a word: loads follow stores to the same word, after a load of its line.
KERNEL void count_in_place(TimeArgs* a) {
  volatile u32* const word = &a->data[thread_id()];
  for (u32 i = 0; i < a->steps; ++i) *word = *word + 1;
  a->out[thread_id()] = *word;
}

/// Warps load the same line, one after the other.
KERNEL void load_in_turn(TimeArgs* a) {
  for (u32 i = thread_id() / warp_lanes() * a->steps; i != 0; --i) asm volatile("");
  a->out[thread_id()] = a->data[lane_id()];
}

/// Two paths of equal length, each taken by half of the lanes.
KERNEL void diverge(TimeArgs* a) {
  u32 value = thread_id();
  const u32 start = cycles();
  if (value & a->steps) {
    asm volatile(REPEAT_16("addi %0, %0, 3\n") : "+r"(value));
  } else {
    asm volatile(REPEAT_16("addi %0, %0, 5\n") : "+r"(value));
  }
  a->data[thread_id()] = value;
  a->out[thread_id()] = cycles() - start;
}
