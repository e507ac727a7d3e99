// make_float4(x, y, z, w) and the like, for the host and for kernels.
#pragma once

#include "vector_types.h"

#define GPUTM_MAKE(name, type)                                                           \
  GPUTM_BOTH inline name##1 make_##name##1(type x) { return {x}; }                       \
  GPUTM_BOTH inline name##2 make_##name##2(type x, type y) { return {x, y}; }            \
  GPUTM_BOTH inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  GPUTM_BOTH inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
GPUTM_MAKE(char, signed char)
GPUTM_MAKE(uchar, unsigned char)
GPUTM_MAKE(short, short)
GPUTM_MAKE(ushort, unsigned short)
GPUTM_MAKE(int, int)
GPUTM_MAKE(uint, unsigned)
GPUTM_MAKE(long, long)
GPUTM_MAKE(ulong, unsigned long)
GPUTM_MAKE(longlong, long long)
GPUTM_MAKE(ulonglong, unsigned long long)
GPUTM_MAKE(float, float)
GPUTM_MAKE(double, double)
#undef GPUTM_MAKE
