// Functions of libclc that do not keep to the standard on a device with subnormal numbers: those of float go
// through double, which has no such limits. ldexp of double loses NaN; tgamma overflows at zero and far
// below.
#pragma once

#define __gputm_declare(name, T, ...) T __attribute__((overloadable)) name(T, ##__VA_ARGS__)
// For each number of lanes
#define __gputm_for_lanes(define, ...) \
  define(, __VA_ARGS__);               \
  define(2, __VA_ARGS__);              \
  define(3, __VA_ARGS__);              \
  define(4, __VA_ARGS__);              \
  define(8, __VA_ARGS__);              \
  define(16, __VA_ARGS__)
// For pointers to each address space
#if __OPENCL_C_VERSION__ >= 200
#define __gputm_for_spaces(define, ...) define(generic, __VA_ARGS__)
#else
#define __gputm_for_spaces(define, ...) \
  define(global, __VA_ARGS__);          \
  define(local, __VA_ARGS__);           \
  define(private, __VA_ARGS__)
#endif

#define __gputm_unary(N, name)      \
  __gputm_declare(name, double##N); \
  __gputm_function float##N name(float##N x) { return convert_float##N(name(convert_double##N(x))); }
#define __gputm_binary(N, name)                                                \
  __gputm_declare(name, double##N, double##N);                                 \
  __gputm_function float##N name(float##N x, float##N y) {                     \
    return convert_float##N(name(convert_double##N(x), convert_double##N(y))); \
  }
#define __gputm_with_integer(N, name)                       \
  __gputm_declare(name, double##N, int##N);                 \
  __gputm_function float##N name(float##N x, int##N n) {    \
    return convert_float##N(name(convert_double##N(x), n)); \
  }
#define __gputm_lgamma_r(Space, N)                                     \
  __gputm_declare(lgamma_r, double##N, Space int##N*);                 \
  __gputm_function float##N lgamma_r(float##N x, Space int##N* sign) { \
    return convert_float##N(lgamma_r(convert_double##N(x), sign));     \
  }
#define __gputm_remquo(Space, N)                                                           \
  __gputm_declare(remquo, double##N, double##N, Space int##N*);                            \
  __gputm_function float##N remquo(float##N x, float##N y, Space int##N* quotient) {       \
    return convert_float##N(remquo(convert_double##N(x), convert_double##N(y), quotient)); \
  }
#define __gputm_with_pointer(N, define) __gputm_for_spaces(define, N)

__gputm_for_lanes(__gputm_unary, exp);
__gputm_for_lanes(__gputm_unary, exp2);
__gputm_for_lanes(__gputm_unary, exp10);
__gputm_for_lanes(__gputm_unary, erfc);
__gputm_for_lanes(__gputm_unary, lgamma);
__gputm_for_lanes(__gputm_binary, fmod);
__gputm_for_lanes(__gputm_binary, remainder);
__gputm_for_lanes(__gputm_binary, pow);
__gputm_for_lanes(__gputm_binary, powr);
__gputm_for_lanes(__gputm_with_integer, pown);
__gputm_for_lanes(__gputm_with_integer, rootn);
__gputm_for_lanes(__gputm_with_pointer, __gputm_lgamma_r);
__gputm_for_lanes(__gputm_with_pointer, __gputm_remquo);

// Lanczos' approximation with g = 6.0246800407767296, in rational form
__constant double __gputm_lanczos[13][2] = {
    {23531376880.410759688572, 0},         {42919803642.649098768957, 39916800},
    {35711959237.355668049440, 120543840}, {17921034426.037209699919, 150917976},
    {6039542586.3520280050642, 105258076}, {1439720407.3117216736632, 45995730},
    {248874557.86205415651146, 13339535},  {31426415.585400194380614, 2637558},
    {2876370.6289353724412254, 357423},    {186056.26539522349504029, 32670},
    {8071.6720023658162106380, 1925},      {210.82427775157934587250, 66},
    {2.5066282746310002701649, 1}};
__attribute__((overloadable)) static double tgamma(double x) {
  const double g_minus_half = 5.524680040776729583740234375, size = fabs(x);
  if (isnan(x) || x == INFINITY) return x;
  if (size < 0x1p-60) return 1 / x;
  if (x < 0 && x == floor(x)) return NAN;
  if (size >= 184) return x > 0 ? INFINITY : fmod(floor(x), 2.0) != 0 ? -0.0 : 0.0;
  double numerator = 0, denominator = 0;
  for (int i = 0; i < 13; ++i) {  // by powers of the number or of its reciprocal, whichever is small
    const int term = size < 8 ? 12 - i : i;
    const double factor = size < 8 ? size : 1 / size;
    numerator = numerator * factor + __gputm_lanczos[term][0];
    denominator = denominator * factor + __gputm_lanczos[term][1];
  }
  const double y = size + g_minus_half;
  double rounding = size > g_minus_half ? y - size - g_minus_half : y - g_minus_half - size,
         power = size - 0.5;
  double r = numerator / denominator * exp(-y);
  if (x < 0) {
    r = -M_PI / (sinpi(size) * size * r);
    rounding = -rounding;
    power = -power;
  }
  r += rounding * (g_minus_half + 0.5) * r / y;
  const double root = pow(y, 0.5 * power);
  return r * root * root;
}
__gputm_function double2 tgamma(double2 x) { return (double2)(tgamma(x.x), tgamma(x.y)); }
__gputm_function double3 tgamma(double3 x) { return (double3)(tgamma(x.xy), tgamma(x.z)); }
__gputm_function double4 tgamma(double4 x) { return (double4)(tgamma(x.lo), tgamma(x.hi)); }
__gputm_function double8 tgamma(double8 x) { return (double8)(tgamma(x.lo), tgamma(x.hi)); }
__gputm_function double16 tgamma(double16 x) { return (double16)(tgamma(x.lo), tgamma(x.hi)); }
__gputm_for_lanes(__gputm_unary, tgamma);

// At most three products with a power of two, of which only the last can round
__gputm_function double ldexp(double x, int n) {
  for (int i = 0; i < 2 && n > 1023; ++i, n -= 1023) x *= 0x1p1023;
  for (int i = 0; i < 2 && n < -1022; ++i, n += 969) x *= 0x1p-969;
  return x * as_double((ulong)(1023 + clamp(n, -1022, 1023)) << 52);
}
__gputm_function double2 ldexp(double2 x, int2 n) { return (double2)(ldexp(x.x, n.x), ldexp(x.y, n.y)); }
__gputm_function double3 ldexp(double3 x, int3 n) { return (double3)(ldexp(x.xy, n.xy), ldexp(x.z, n.z)); }
__gputm_function double4 ldexp(double4 x, int4 n) { return (double4)(ldexp(x.lo, n.lo), ldexp(x.hi, n.hi)); }
__gputm_function double8 ldexp(double8 x, int8 n) { return (double8)(ldexp(x.lo, n.lo), ldexp(x.hi, n.hi)); }
__gputm_function double16 ldexp(double16 x, int16 n) {
  return (double16)(ldexp(x.lo, n.lo), ldexp(x.hi, n.hi));
}
__gputm_for_lanes(__gputm_with_integer, ldexp);
#define __gputm_ldexp_of_one(T, N) \
  __gputm_function T##N ldexp(T##N x, int n) { return ldexp(x, (int##N)n); }
#define __gputm_ldexps_of_one(T) \
  __gputm_ldexp_of_one(T, 2);    \
  __gputm_ldexp_of_one(T, 3);    \
  __gputm_ldexp_of_one(T, 4);    \
  __gputm_ldexp_of_one(T, 8);    \
  __gputm_ldexp_of_one(T, 16)
__gputm_ldexps_of_one(float);
__gputm_ldexps_of_one(double);
