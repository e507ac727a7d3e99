// Kernels whose traces and profiles are known.
#include <gputm.h>

// An instruction a line: even and odd lanes part, and meet.
extern "C" [[gnu::naked]] KERNEL void parts() {
  asm("csrr t0, 0xcc0");
  asm("andi t1, t0, 1");
  asm("bnez t1, 1f");
  asm("addi t2, t0, 3");
  asm("j 2f");
  asm("1: slli t2, t0, 4");
  asm("2: add t3, t2, t2");
  asm("ret");
}

// The second warp of a block waits for the first one.
KERNEL void waits(u32* words) {
  const u32 thread = thread_in_block();
  u32 value = words[thread];
  asm volatile("addi %0, %0, 1" : "+r"(value));  // memory
  for (u32 i = 0; thread < 32 && i < 100; ++i) asm volatile("" : "+r"(value));
  words[thread] = value;
  barrier();  // barrier
}

KERNEL void count(u32* counter) {
  tx_begin();
  *counter += 1;
  tx_commit();  // transaction
}
