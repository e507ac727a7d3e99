// The names of numbers on the device: long and pointers have 32 bits.
#pragma once

using u8 = __UINT8_TYPE__;
using i8 = __INT8_TYPE__;
using u16 = __UINT16_TYPE__;
using i16 = __INT16_TYPE__;
using u32 = __UINT32_TYPE__;
using i32 = __INT32_TYPE__;
using u64 = __UINT64_TYPE__;
using i64 = __INT64_TYPE__;
using f32 = float;
using f64 = double;  // in software: the GPU has no double precision

#define GPUTM_INLINE __attribute__((always_inline)) static inline
// The same for gputm's own functions: debuggers, and gputm when it names a line, take the line of the call
// for theirs.
#define GPUTM_LIBRARY __attribute__((always_inline, artificial)) static inline

// A macro, because the number is a part of the instruction.
#define GPUTM_CSR(number)                    \
  ({                                         \
    u32 value_;                              \
    asm("csrr %0, " #number : "=r"(value_)); \
    value_;                                  \
  })
