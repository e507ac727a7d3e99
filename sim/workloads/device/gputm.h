// Device side of gputm: interface for kernels in C++20. docs/guide/kernels.md describes it; each header of
// gputm/ is one part and can be included alone.
#pragma once

#include "gputm/atomics.h"
#include "gputm/device_types.h"
#include "gputm/indices.h"
#include "gputm/print.h"
#include "gputm/shared.h"
#include "gputm/warp_exchange.h"

/// Marks a launchable function: KERNEL void scale(f32* data, u32 count, f32 factor). Its parameters are
/// numbers and pointers to device memory; the launch derives their types from the mangled name.
#define KERNEL __attribute__((used, noinline))

/// Begins a transaction on global memory, up to the tx_commit() that the thread reaches next.
GPUTM_LIBRARY void tx_begin() { asm volatile(".insn r 0x0b, 0, 0x40, x0, x0, x0" ::: "memory"); }
GPUTM_LIBRARY void tx_commit() { asm volatile(".insn r 0x0b, 1, 0x40, x0, x0, x0" ::: "memory"); }
/// tx_begin() of a transaction that tx_abort() can leave: returns true inside the transaction; returns false
/// after tx_abort() has undone it.
GPUTM_LIBRARY bool tx_try_begin() {
  u32 started;
  asm volatile(".insn r 0x0b, 0, 0x40, %0, x0, x0" : "=r"(started)::"memory");
  return started != 0;
}
/// Undoes the transaction and leaves it: the thread continues where tx_try_begin() returns false.
GPUTM_LIBRARY void tx_abort() { asm volatile(".insn r 0x0b, 2, 0x40, x0, x0, x0" ::: "memory"); }
/// Undoes the transaction and runs it again from its begin, after changes by other threads.
GPUTM_LIBRARY void tx_retry() { asm volatile(".insn r 0x0b, 3, 0x40, x0, x0, x0" ::: "memory"); }

/// Begin and end of a critical section protected by locks: before the first attempt to take one, and after
/// the last release. No effect except for `lock.warp_limit`, which limits the warps of a core between them.
GPUTM_LIBRARY void critical_begin() { asm volatile("slti x0, x0, 1" ::: "memory"); }
GPUTM_LIBRARY void critical_end() { asm volatile("slti x0, x0, 2" ::: "memory"); }
/// Waits for all threads of the block.
GPUTM_LIBRARY void barrier() { asm volatile(".insn r 0x0b, 4, 0x00, x0, x0, x0" ::: "memory"); }
