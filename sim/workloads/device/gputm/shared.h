// Shared memory of a block: SHARED variables, and the additional bytes requested by the launch (--shared,
// LaunchShape::shared_bytes). It is zero when a block starts.
#pragma once

#include "device_types.h"

/// SHARED u32 tile[256]; at namespace scope, in a function or a class, including templates: one instance per
/// block. It has no initial value and no constructor, and is not const. The tag is part of the symbol's name,
/// by which gputm detects variables that the compiler has placed elsewhere.
#ifdef __clang__
// Clang rejects initial values in sections of this name, one per variable, and names the variable.
#define SHARED GPUTM_SHARED(__LINE__, __COUNTER__)
#define GPUTM_SHARED(line, number) GPUTM_SHARED_IN(line, number)
#define GPUTM_SHARED_IN(line, number) \
  static __attribute__((abi_tag("gputm_shared"), section(".bss.SHARED_in_line_" #line "." #number)))
#else
// GCC silently ignores `section` in templates, but not `noinit`, which link.ld places in shared memory.
#define SHARED static __attribute__((abi_tag("gputm_shared"), noinit))  // no initial value, not const
#endif

extern "C" char __shared_end[];

/// Shared memory requested by the launch, after the variables; aligned to 16 bytes.
template <typename T>
GPUTM_LIBRARY T* dynamic_shared() {
  return reinterpret_cast<T*>(__shared_end);
}
