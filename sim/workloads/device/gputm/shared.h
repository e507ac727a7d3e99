// A block's shared memory: SHARED variables, and what the launch asks for besides (--shared,
// LaunchShape::shared_bytes). It is zero when a block starts; initial values of SHARED variables are not
// loaded.
#pragma once

#include "device_types.h"

/// SHARED u32 tile[256]; at namespace scope or in a function: one for each block.
#define SHARED static __attribute__((section(".shared")))

extern "C" char __shared_end[];

/// The shared memory that the launch asks for, behind the variables; aligned to 16 bytes.
template <typename T>
GPUTM_LIBRARY T* dynamic_shared() {
  return reinterpret_cast<T*>(__shared_end);
}
