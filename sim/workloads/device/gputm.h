// Device side of gputm: what kernels in C++20 are written with. docs/kernels.md has it all; each header of
// gputm/ is one part and can be included alone.
#pragma once

#include "gputm/atomics.h"
#include "gputm/device_types.h"
#include "gputm/indices.h"
#include "gputm/print.h"
#include "gputm/shared.h"
#include "gputm/warp_exchange.h"

/// Marks a function that can be launched: KERNEL void scale(f32* data, u32 count, f32 factor). Its parameters
/// are numbers and pointers to device memory; its name, as the compiler writes it, tells the launch their
/// types.
#define KERNEL __attribute__((used, noinline))

/// Everything from tx_begin() to the tx_commit() that a thread comes to next is one transaction on global
/// memory.
GPUTM_LIBRARY void tx_begin() { asm volatile(".insn r 0x0b, 0, 0x40, x0, x0, x0" ::: "memory"); }
GPUTM_LIBRARY void tx_commit() { asm volatile(".insn r 0x0b, 1, 0x40, x0, x0, x0" ::: "memory"); }
/// tx_begin() of a transaction that tx_abort() can leave: true in the transaction; false behind it, when
/// tx_abort() has undone it.
GPUTM_LIBRARY bool tx_try_begin() {
  u32 started;
  asm volatile(".insn r 0x0b, 0, 0x40, %0, x0, x0" : "=r"(started)::"memory");
  return started != 0;
}
/// Undoes what the transaction has done, and leaves it: the thread goes on where tx_try_begin() returns
/// false.
GPUTM_LIBRARY void tx_abort() { asm volatile(".insn r 0x0b, 2, 0x40, x0, x0, x0" ::: "memory"); }
/// Undoes it and runs it again from its begin, after what others have changed in the meantime.
GPUTM_LIBRARY void tx_retry() { asm volatile(".insn r 0x0b, 3, 0x40, x0, x0, x0" ::: "memory"); }

/// Marks of a critical section that locks protect: before the first try to take one, and behind the last
/// release. They do nothing, but for `lock.warp_limit`, which limits the warps of a core between them.
GPUTM_LIBRARY void critical_begin() { asm volatile("slti x0, x0, 1" ::: "memory"); }
GPUTM_LIBRARY void critical_end() { asm volatile("slti x0, x0, 2" ::: "memory"); }
/// All threads of the block wait here for each other.
GPUTM_LIBRARY void barrier() { asm volatile(".insn r 0x0b, 4, 0x00, x0, x0, x0" ::: "memory"); }
