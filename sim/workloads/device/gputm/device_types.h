// Names of number types on the device: long and pointers have the width of registers, 32 or 64 bits. OpenCL
// C, which has names of its own, gets what transactions.h needs.
#pragma once

// Lanes must stay together where the source has them together, which GCC does not know: it may copy a warp
// collective, or the check of a lock loop, into the branches before it. gputm's own builds forbid that on the
// command line (cmake/GputmKernel.cmake) and define this macro; other builds get the options here,
// independent of theirs.
#if !defined(GPUTM_LOCKSTEP_FLAGS) && !defined(__clang__)
#pragma GCC optimize("no-thread-jumps,no-gcse,no-reorder-blocks,no-tracer,no-split-paths,no-unswitch-loops")
#pragma GCC optimize("no-split-loops,no-version-loops-for-strides,no-unroll-loops,no-unroll-all-loops")
#pragma GCC optimize("no-peel-loops,no-modulo-sched")
#endif

// GCC's uint32_t is unsigned long, which would cause a warning for printf("%u", x).
#undef __UINT32_TYPE__
#undef __INT32_TYPE__
#define __UINT32_TYPE__ unsigned int
#define __INT32_TYPE__ int
#ifdef __OPENCL_C_VERSION__
#define asm __asm__
typedef uint u32;
#else
using u8 = __UINT8_TYPE__;
using i8 = __INT8_TYPE__;
using u16 = __UINT16_TYPE__;
using i16 = __INT16_TYPE__;
using u32 = __UINT32_TYPE__;
using i32 = __INT32_TYPE__;
using u64 = __UINT64_TYPE__;
using i64 = __INT64_TYPE__;
using f32 = float;
using f64 = double;  // RV32: in software
namespace gputm_device {
using Register = unsigned long;  // contents of a register
}
#endif

#define GPUTM_INLINE __attribute__((always_inline)) static inline
// Likewise for gputm's own functions: debuggers, and gputm in messages, show the line of the call instead of
// theirs.
#define GPUTM_LIBRARY __attribute__((always_inline, artificial)) static inline

// A macro, because the number is part of the instruction.
#define GPUTM_CSR(number)                    \
  ({                                         \
    u32 value_;                              \
    asm("csrr %0, " #number : "=r"(value_)); \
    value_;                                  \
  })
