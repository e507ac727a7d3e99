// Numbers of 16 bits (IEEE 754 binary16), on host and device. Each operation is done with numbers of 32 or 64
// bits and rounded once, to nearest, ties to even: results are those of hardware that has 16 bits. Quiet NaNs
// keep no payload.
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDACC__

struct __attribute__((aligned(2))) __half_raw {
  unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
  unsigned short x, y;
};

#define GPUTM_HALF static __host__ __device__ GPUTM_FORCEINLINE

namespace gputm_half {

GPUTM_HALF float to_float(unsigned short bits) {
  const unsigned sign = (unsigned)(bits & 0x8000) << 16, magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00)
    return __builtin_bit_cast(float, sign | 0x7f800000 | (magnitude > 0x7c00 ? 0x400000 : 0));
  // Scaled by a power of two, which is exact for subnormal numbers, too.
  const float scaled = __builtin_bit_cast(float, magnitude << 13) * 0x1p112f;
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, scaled) | sign);
}

/// Direction of rounding
enum Rounding { kNearest, kZero, kDown, kUp };

GPUTM_HALF unsigned short from_double(double value, Rounding rounding = kNearest) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, value);
  const unsigned short sign = (unsigned short)(bits >> 48 & 0x8000);
  const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  const unsigned long long fraction = bits & 0xfffffffffffff;
  if (exponent == 1024) return (unsigned short)(fraction != 0 ? 0x7fff : sign | 0x7c00);
  // Whether what is cut off adds a unit: of a number below the smallest one, all of it is.
  const bool away = rounding == (sign != 0 ? kDown : kUp);
  if (exponent < -26) return (unsigned short)(sign | (away && (bits << 1) != 0 ? 1 : 0));
  const int shift = exponent < -14 ? 42 - 14 - exponent : 42;
  const unsigned long long significand = fraction | 0x10000000000000;
  unsigned long long kept = significand >> shift;
  const unsigned long long cut = significand & ((1ULL << shift) - 1), half = 1ULL << (shift - 1);
  if (rounding == kNearest ? cut > half || (cut == half && (kept & 1) != 0) : away && cut != 0) ++kept;
  // A carry goes into the exponent, as it shall.
  const unsigned long long result =
      exponent < -14 ? kept : kept + ((unsigned long long)(exponent + 14) << 10);
  if (result >= 0x7c00) return (unsigned short)(sign | (rounding == kNearest || away ? 0x7c00 : 0x7bff));
  return (unsigned short)(sign | result);
}

/// a * b + c, rounded once: the product is exact, and the sum is rounded to odd before.
GPUTM_HALF unsigned short fused(float a, float b, float c) {
  const double product = (double)a * b, sum = product + c;
  const double rest = sum - product, error = (product - (sum - rest)) + (c - rest);
  unsigned long long bits = __builtin_bit_cast(unsigned long long, sum);
  if (error != 0 && error == error && (bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
  return from_double(__builtin_bit_cast(double, bits));
}

}  // namespace gputm_half

struct __attribute__((aligned(2))) __half {
  unsigned short __x;

  __half() = default;
  __host__ __device__ constexpr __half(__half_raw raw) : __x(raw.x) {}
  __host__ __device__ __half(float value) : __x(gputm_half::from_double(value)) {}
  __host__ __device__ __half(double value) : __x(gputm_half::from_double(value)) {}
  __host__ __device__ __half(int value) : __x(gputm_half::from_double(value)) {}
  __host__ __device__ __half(unsigned value) : __x(gputm_half::from_double(value)) {}
  __host__ __device__ __half(short value) : __x(gputm_half::from_double(value)) {}
  __host__ __device__ __half(unsigned short value) : __x(gputm_half::from_double(value)) {}
  __host__ __device__ operator float() const { return gputm_half::to_float(__x); }
  __host__ __device__ operator __half_raw() const { return {__x}; }
};
typedef __half half;
typedef __half __nv_half;

struct __attribute__((aligned(4))) __half2 {
  __half x, y;

  __half2() = default;
  __host__ __device__ __half2(__half a, __half b) : x(a), y(b) {}
  __host__ __device__ __half2(__half2_raw raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  __host__ __device__ operator __half2_raw() const { return {x.__x, y.__x}; }
};
typedef __half2 half2;

// Conversions
GPUTM_HALF __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
GPUTM_HALF __half __short_as_half(short bits) { return __half_raw{(unsigned short)bits}; }
GPUTM_HALF unsigned short __half_as_ushort(__half value) { return value.__x; }
GPUTM_HALF short __half_as_short(__half value) { return (short)value.__x; }
GPUTM_HALF float __half2float(__half value) { return value; }
GPUTM_HALF __half __double2half(double value) { return value; }
#define GPUTM_FROM(name, T)                                                                           \
  GPUTM_HALF __half name##_rn(T value) { return __half_raw{gputm_half::from_double((double)value)}; } \
  GPUTM_HALF __half name##_rz(T value) {                                                              \
    return __half_raw{gputm_half::from_double((double)value, gputm_half::kZero)};                     \
  }                                                                                                   \
  GPUTM_HALF __half name##_rd(T value) {                                                              \
    return __half_raw{gputm_half::from_double((double)value, gputm_half::kDown)};                     \
  }                                                                                                   \
  GPUTM_HALF __half name##_ru(T value) {                                                              \
    return __half_raw{gputm_half::from_double((double)value, gputm_half::kUp)};                       \
  }
GPUTM_FROM(__float2half, float)
GPUTM_FROM(__int2half, int)
GPUTM_FROM(__uint2half, unsigned)
GPUTM_FROM(__short2half, short)
GPUTM_FROM(__ushort2half, unsigned short)
#undef GPUTM_FROM
GPUTM_HALF __half __float2half(float value) { return value; }
// To integers: out of range, the nearest one; NaN is 0.
#define GPUTM_TO(name, T, least, most, round)                         \
  GPUTM_HALF T name(__half value) {                                   \
    const float whole = round(__half2float(value));                   \
    if (!(whole > (float)(least))) return whole == whole ? least : 0; \
    return whole < (float)(most) ? (T)whole : most;                   \
  }
#define GPUTM_TO_ALL(name, T, least, most)    \
  GPUTM_TO(name##_rn, T, least, most, rintf)  \
  GPUTM_TO(name##_rz, T, least, most, truncf) \
  GPUTM_TO(name##_rd, T, least, most, floorf) \
  GPUTM_TO(name##_ru, T, least, most, ceilf)
GPUTM_TO_ALL(__half2int, int, (-2147483647 - 1), 2147483647)
GPUTM_TO_ALL(__half2uint, unsigned, 0, 4294967295U)
GPUTM_TO_ALL(__half2short, short, -32768, 32767)
GPUTM_TO_ALL(__half2ushort, unsigned short, 0, 65535)
#undef GPUTM_TO_ALL
#undef GPUTM_TO
GPUTM_HALF __half2 __halves2half2(__half a, __half b) { return {a, b}; }
GPUTM_HALF __half2 make_half2(__half a, __half b) { return {a, b}; }
GPUTM_HALF __half2 __half2half2(__half a) { return {a, a}; }
GPUTM_HALF __half2 __float2half2_rn(float a) { return {a, a}; }
GPUTM_HALF __half2 __floats2half2_rn(float a, float b) { return {a, b}; }
GPUTM_HALF __half2 __float22half2_rn(float2 a) { return {a.x, a.y}; }
GPUTM_HALF float2 __half22float2(__half2 a) { return {__half2float(a.x), __half2float(a.y)}; }
GPUTM_HALF __half __low2half(__half2 a) { return a.x; }
GPUTM_HALF __half __high2half(__half2 a) { return a.y; }
GPUTM_HALF float __low2float(__half2 a) { return a.x; }
GPUTM_HALF float __high2float(__half2 a) { return a.y; }
GPUTM_HALF __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
GPUTM_HALF __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
GPUTM_HALF __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
GPUTM_HALF __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
GPUTM_HALF __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }

// Arithmetic: a sum, product, quotient or root of 16-bit numbers that is rounded to 32 bits and then to 16 is
// rounded right, since 24 >= 2 * 11 + 2.
#define GPUTM_BINARY(name, name2, op, expression)                                             \
  GPUTM_HALF __half name(__half left, __half right) {                                         \
    const float a = left, b = right;                                                          \
    return (expression);                                                                      \
  }                                                                                           \
  GPUTM_HALF __half2 name2(__half2 a, __half2 b) { return {name(a.x, b.x), name(a.y, b.y)}; } \
  GPUTM_HALF __half operator op(__half a, __half b) { return name(a, b); }                    \
  GPUTM_HALF __half2 operator op(__half2 a, __half2 b) { return name2(a, b); }                \
  GPUTM_HALF __half& operator op##=(__half& a, __half b) { return a = name(a, b); }           \
  GPUTM_HALF __half2& operator op##=(__half2& a, __half2 b) { return a = name2(a, b); }
GPUTM_BINARY(__hadd, __hadd2, +, a + b)
GPUTM_BINARY(__hsub, __hsub2, -, a - b)
GPUTM_BINARY(__hmul, __hmul2, *, a* b)
GPUTM_BINARY(__hdiv, __h2div, /, a / b)
#undef GPUTM_BINARY
GPUTM_HALF __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }
GPUTM_HALF __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }
GPUTM_HALF __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }

#define GPUTM_SATURATED(name, plain)                      \
  GPUTM_HALF __half name(__half a, __half b) {            \
    const float value = plain(a, b);                      \
    return value > 0 ? (value < 1 ? value : 1.0F) : 0.0F; \
  }
GPUTM_SATURATED(__hadd_sat, __hadd)
GPUTM_SATURATED(__hsub_sat, __hsub)
GPUTM_SATURATED(__hmul_sat, __hmul)
#undef GPUTM_SATURATED

GPUTM_HALF __half __hfma(__half a, __half b, __half c) { return __half_raw{gputm_half::fused(a, b, c)}; }
GPUTM_HALF __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
GPUTM_HALF __half __hneg(__half a) { return __half_raw{(unsigned short)(a.__x ^ 0x8000)}; }
GPUTM_HALF __half2 __hneg2(__half2 a) { return {__hneg(a.x), __hneg(a.y)}; }
GPUTM_HALF __half __habs(__half a) { return __half_raw{(unsigned short)(a.__x & 0x7fff)}; }
GPUTM_HALF __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }
GPUTM_HALF __half operator-(__half a) { return __hneg(a); }
GPUTM_HALF __half2 operator-(__half2 a) { return __hneg2(a); }
GPUTM_HALF __half operator+(__half a) { return a; }
GPUTM_HALF __half& operator++(__half& a) { return a = __hadd(a, __half(1)); }
GPUTM_HALF __half& operator--(__half& a) { return a = __hsub(a, __half(1)); }

// Comparisons: false with a NaN, those with `u` true, as `!=` is.
GPUTM_HALF bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
GPUTM_HALF int __hisinf(__half a) { return (a.__x & 0x7fff) == 0x7c00 ? (a.__x == 0x7c00 ? 1 : -1) : 0; }
#define GPUTM_COMPARE(letters, op, ordered)                                                      \
  GPUTM_HALF bool __h##letters(__half a, __half b) {                                             \
    return (!(ordered) || (!__hisnan(a) && !__hisnan(b))) && __half2float(a) op __half2float(b); \
  }                                                                                              \
  GPUTM_HALF bool __h##letters##u(__half a, __half b) {                                          \
    return __hisnan(a) || __hisnan(b) || __half2float(a) op __half2float(b);                     \
  }                                                                                              \
  GPUTM_HALF __half2 __h##letters##2(__half2 a, __half2 b) {                                     \
    return {__h##letters(a.x, b.x) ? 1 : 0, __h##letters(a.y, b.y) ? 1 : 0};                     \
  }                                                                                              \
  GPUTM_HALF bool __hb##letters##2(__half2 a, __half2 b) {                                       \
    return __h##letters(a.x, b.x) && __h##letters(a.y, b.y);                                     \
  }                                                                                              \
  GPUTM_HALF bool operator op(__half a, __half b) { return __half2float(a) op __half2float(b); }
GPUTM_COMPARE(eq, ==, false)
GPUTM_COMPARE(ne, !=, true)
GPUTM_COMPARE(lt, <, false)
GPUTM_COMPARE(le, <=, false)
GPUTM_COMPARE(gt, >, false)
GPUTM_COMPARE(ge, >=, false)
#undef GPUTM_COMPARE
GPUTM_HALF __half __hmax(__half a, __half b) {
  if (__hisnan(a)) return b;
  if (__hisnan(b)) return a;
  return a > b || (a == b && (b.__x & 0x8000) != 0) ? a : b;
}
GPUTM_HALF __half __hmin(__half a, __half b) {
  if (__hisnan(a)) return b;
  if (__hisnan(b)) return a;
  return a < b || (a == b && (a.__x & 0x8000) != 0) ? a : b;
}
GPUTM_HALF __half2 __hmax2(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
GPUTM_HALF __half2 __hmin2(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }

// Mathematics: the function of 32 bits, rounded
#define GPUTM_FUNCTION(name, expression)    \
  GPUTM_HALF __half h##name(__half value) { \
    const float x = value;                  \
    return (expression);                    \
  }                                         \
  GPUTM_HALF __half2 h2##name(__half2 a) { return {h##name(a.x), h##name(a.y)}; }
GPUTM_FUNCTION(sqrt, sqrtf(x))
GPUTM_FUNCTION(rsqrt, 1 / sqrtf(x))
GPUTM_FUNCTION(rcp, 1 / x)
GPUTM_FUNCTION(exp, expf(x))
GPUTM_FUNCTION(exp2, exp2f(x))
GPUTM_FUNCTION(exp10, powf(10, x))
GPUTM_FUNCTION(log, logf(x))
GPUTM_FUNCTION(log2, log2f(x))
GPUTM_FUNCTION(log10, log10f(x))
GPUTM_FUNCTION(sin, sinf(x))
GPUTM_FUNCTION(cos, cosf(x))
GPUTM_FUNCTION(floor, floorf(x))
GPUTM_FUNCTION(ceil, ceilf(x))
GPUTM_FUNCTION(trunc, truncf(x))
GPUTM_FUNCTION(rint, rintf(x))
#undef GPUTM_FUNCTION

// Atomics, and exchange in a warp (__shfl_sync takes any type of up to 8 bytes)
#ifdef __CUDA_ARCH__
static __device__ GPUTM_FORCEINLINE __half atomicAdd(__half* address, __half value) {
  unsigned short* const bits = (unsigned short*)address;
  unsigned short old = *(volatile unsigned short*)bits, seen;
  while ((seen = atomicCAS(bits, old, __hadd(__ushort_as_half(old), value).__x)) != old) old = seen;
  return __ushort_as_half(old);
}
static __device__ GPUTM_FORCEINLINE __half2 atomicAdd(__half2* address, __half2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
#else
__device__ __half atomicAdd(__half* address, __half value);
__device__ __half2 atomicAdd(__half2* address, __half2 value);
#endif
static __device__ GPUTM_FORCEINLINE __half __ldg(const __half* address) { return *address; }
static __device__ GPUTM_FORCEINLINE __half2 __ldg(const __half2* address) { return *address; }

#undef GPUTM_HALF

#endif
