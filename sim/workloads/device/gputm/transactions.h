// Transactions: on global memory; under a system for shared memory on that, or on both.
#pragma once

#include "device_types.h"

/// Begins a transaction, up to the tx_commit() that the thread reaches next.
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
