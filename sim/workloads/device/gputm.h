// Device side of gputm: interface for kernels in C++20. docs/guide/kernels.md describes it; each header of
// gputm/ is one part and can be included alone.
#pragma once

#include "gputm/atomics.h"
#include "gputm/barrier.h"
#include "gputm/device_types.h"
#include "gputm/indices.h"
#include "gputm/print.h"
#include "gputm/shared.h"
#include "gputm/transactions.h"
#include "gputm/warp_exchange.h"

/// Marks a launchable function: KERNEL void scale(f32* data, u32 count, f32 factor). Its parameters are
/// numbers and pointers to device memory; the launch derives their types from the mangled name.
#define KERNEL __attribute__((used, noinline))

/// Begin and end of a critical section protected by locks: before the first attempt to take one, and after
/// the last release. No effect except for `lock.warp_limit`, which limits the warps of a core between them.
GPUTM_LIBRARY void critical_begin() { asm volatile("slti x0, x0, 1" ::: "memory"); }
GPUTM_LIBRARY void critical_end() { asm volatile("slti x0, x0, 2" ::: "memory"); }
