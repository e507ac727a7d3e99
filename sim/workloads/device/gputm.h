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
/// All threads of the block wait here for each other.
GPUTM_LIBRARY void barrier() { asm volatile(".insn r 0x0b, 4, 0x00, x0, x0, x0" ::: "memory"); }
