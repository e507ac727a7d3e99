// A block's shared memory: SHARED variables, and what the launch asks for besides (--shared,
// LaunchShape::shared_bytes). It is zero when a block starts.
#pragma once

#include "device_types.h"

/// SHARED u32 tile[256]; at namespace scope, in a function or a class, templates included: one for each
/// block. It has no initial value, no constructor, and is not const. The tag gets into the symbol's name, by
/// which gputm finds variables that the compiler has put elsewhere.
#ifdef __clang__
// Clang refuses values in sections of this name, one for each variable, and says which it was.
#define SHARED GPUTM_SHARED(__LINE__, __COUNTER__)
#define GPUTM_SHARED(line, number) GPUTM_SHARED_IN(line, number)
#define GPUTM_SHARED_IN(line, number) \
  static __attribute__((abi_tag("gputm_shared"), section(".bss.SHARED_in_line_" #line "." #number)))
#else
// GCC forgets `section` in templates without a word, but not `noinit`, which link.ld puts into shared memory.
#define SHARED static __attribute__((abi_tag("gputm_shared"), noinit))  // no initial value, not const
#endif

extern "C" char __shared_end[];

/// The shared memory that the launch asks for, behind the variables; aligned to 16 bytes.
template <typename T>
GPUTM_LIBRARY T* dynamic_shared() {
  return reinterpret_cast<T*>(__shared_end);
}
