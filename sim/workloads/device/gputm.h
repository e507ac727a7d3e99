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

// An instruction that all lanes of a warp must reach together. Each place in the source gets a number of its
// own; the pair (address, number) of every compiled copy goes to a section that is not loaded, in which the
// loader finds code that the compiler has duplicated. A macro, because __COUNTER__ must be taken where the
// marker is used.
#define GPUTM_MARKER(instruction)                           \
  asm volatile inline("1: .insn r 0x0b, " instruction       \
                      "\n"                                  \
                      ".pushsection .gputm.markers, \"\"\n" \
                      ".word 1b, %0\n"                      \
                      ".popsection" ::"i"(__COUNTER__)      \
                      : "memory")

/// Everything from tx_begin() to the tx_commit() that every path from it reaches is one transaction on global
/// memory.
#define tx_begin() GPUTM_MARKER("0, 0x40, x0, x0, x0")
#define tx_commit() GPUTM_MARKER("1, 0x40, x0, x0, x0")
/// All threads of the block wait here for each other.
#define barrier() GPUTM_MARKER("4, 0x00, x0, x0, x0")
