// Mathematics that CUDA has beside C's <math.h>.
#pragma once

// min and max of the same type, and of an unsigned and a signed one, outside of std.
#define GPUTM_LEAST_AND_MOST(T)                                                                    \
  static __host__ __device__ GPUTM_FORCEINLINE constexpr T min(T a, T b) { return b < a ? b : a; } \
  static __host__ __device__ GPUTM_FORCEINLINE constexpr T max(T a, T b) { return a < b ? b : a; }
#define GPUTM_MIXED(T, A, B)                                                                         \
  static __host__ __device__ GPUTM_FORCEINLINE constexpr T min(A a, B b) { return min((T)a, (T)b); } \
  static __host__ __device__ GPUTM_FORCEINLINE constexpr T max(A a, B b) { return max((T)a, (T)b); }
GPUTM_LEAST_AND_MOST(int)
GPUTM_LEAST_AND_MOST(unsigned)
GPUTM_LEAST_AND_MOST(long)
GPUTM_LEAST_AND_MOST(unsigned long)
GPUTM_LEAST_AND_MOST(long long)
GPUTM_LEAST_AND_MOST(unsigned long long)
GPUTM_LEAST_AND_MOST(float)
GPUTM_LEAST_AND_MOST(double)
GPUTM_MIXED(unsigned, int, unsigned)
GPUTM_MIXED(unsigned, unsigned, int)
GPUTM_MIXED(double, float, double)
GPUTM_MIXED(double, double, float)
#undef GPUTM_LEAST_AND_MOST
#undef GPUTM_MIXED

#define GPUTM_MATH(T, name, parameters, ...) \
  static __host__ __device__ GPUTM_FORCEINLINE T name parameters { __VA_ARGS__ }
GPUTM_MATH(float, rsqrtf, (float x), return 1 / sqrtf(x);)
GPUTM_MATH(double, rsqrt, (double x), return 1 / sqrt(x);)
GPUTM_MATH(float, rcbrtf, (float x), return 1 / cbrtf(x);)
GPUTM_MATH(float, sinpif, (float x), return sinf(x * 3.14159265358979323846f);)
GPUTM_MATH(double, sinpi, (double x), return sin(x * 3.14159265358979323846);)
GPUTM_MATH(float, cospif, (float x), return cosf(x * 3.14159265358979323846f);)
GPUTM_MATH(double, cospi, (double x), return cos(x * 3.14159265358979323846);)
GPUTM_MATH(float, norm3df, (float x, float y, float z), return sqrtf(x * x + y * y + z * z);)
GPUTM_MATH(float, __saturatef, (float x), return x > 0 ? (x < 1 ? x : 1) : 0;)
GPUTM_MATH(float, __fdividef, (float x, float y), return x / y;)
GPUTM_MATH(float, __frsqrt_rn, (float x), return 1 / sqrtf(x);)
GPUTM_MATH(float, __fsqrt_rn, (float x), return sqrtf(x);)
GPUTM_MATH(float, __frcp_rn, (float x), return 1 / x;)
GPUTM_MATH(float, __fadd_rn, (float x, float y), return x + y;)
GPUTM_MATH(float, __fsub_rn, (float x, float y), return x - y;)
GPUTM_MATH(float, __fmul_rn, (float x, float y), return x * y;)
GPUTM_MATH(float, __fdiv_rn, (float x, float y), return x / y;)
GPUTM_MATH(float, __fmaf_rn, (float x, float y, float z), return fmaf(x, y, z);)
GPUTM_MATH(double, __dadd_rn, (double x, double y), return x + y;)
GPUTM_MATH(double, __dmul_rn, (double x, double y), return x * y;)
GPUTM_MATH(double, __fma_rn, (double x, double y, double z), return fma(x, y, z);)

// <math.h> declares functions of most of these names, with other meanings.
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __expf(x) expf(x)
#define __exp10f(x) powf(10, x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
#define __sincosf(x, sine, cosine) sincosf(x, sine, cosine)

GPUTM_MATH(int, __popc, (unsigned x), return __builtin_popcount(x);)
GPUTM_MATH(int, __popcll, (unsigned long long x), return __builtin_popcountll(x);)
GPUTM_MATH(int, __clz, (int x), return x == 0 ? 32 : __builtin_clz((unsigned)x);)
GPUTM_MATH(int, __clzll, (long long x), return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);)
GPUTM_MATH(int, __ffs, (int x), return __builtin_ffs(x);)
GPUTM_MATH(int, __ffsll, (long long x), return __builtin_ffsll(x);)
GPUTM_MATH(unsigned, __brev, (unsigned x), return __builtin_bitreverse32(x);)
GPUTM_MATH(unsigned long long, __brevll, (unsigned long long x), return __builtin_bitreverse64(x);)
GPUTM_MATH(int, __mul24, (int x, int y), return (x << 8 >> 8) * (y << 8 >> 8);)
GPUTM_MATH(unsigned, __umul24, (unsigned x, unsigned y), return (x & 0xffffff) * (y & 0xffffff);)
GPUTM_MATH(int, __mulhi, (int x, int y), return (int)((long long)x * y >> 32);)
GPUTM_MATH(unsigned, __umulhi, (unsigned x, unsigned y), return (unsigned)((unsigned long long)x * y >> 32);)
GPUTM_MATH(unsigned long long, __umul64hi, (unsigned long long x, unsigned long long y),
           return (unsigned long long)((unsigned __int128)x * y >> 64);)
GPUTM_MATH(unsigned, __funnelshift_l, (unsigned low, unsigned high, unsigned shift),
           return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);)
GPUTM_MATH(unsigned, __funnelshift_r, (unsigned low, unsigned high, unsigned shift),
           return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));)

#define GPUTM_BITS(To, name, From) GPUTM_MATH(To, name, (From x), return __builtin_bit_cast(To, x);)
GPUTM_BITS(int, __float_as_int, float)
GPUTM_BITS(unsigned, __float_as_uint, float)
GPUTM_BITS(float, __int_as_float, int)
GPUTM_BITS(float, __uint_as_float, unsigned)
GPUTM_BITS(long long, __double_as_longlong, double)
GPUTM_BITS(double, __longlong_as_double, long long)
#undef GPUTM_BITS

GPUTM_MATH(int, __float2int_rn, (float x), return (int)rintf(x);)
GPUTM_MATH(int, __float2int_rz, (float x), return (int)x;)
GPUTM_MATH(int, __float2int_rd, (float x), return (int)floorf(x);)
GPUTM_MATH(int, __float2int_ru, (float x), return (int)ceilf(x);)
GPUTM_MATH(unsigned, __float2uint_rn, (float x), return (unsigned)rintf(x);)
GPUTM_MATH(unsigned, __float2uint_rz, (float x), return (unsigned)x;)
GPUTM_MATH(float, __int2float_rn, (int x), return (float)x;)
GPUTM_MATH(float, __uint2float_rn, (unsigned x), return (float)x;)
GPUTM_MATH(double, __int2double_rn, (int x), return x;)
GPUTM_MATH(float, __double2float_rn, (double x), return (float)x;)
#undef GPUTM_MATH
