// Functions of the standard that libclc does not have, or not right, for all types. Where one is defined
// here, clang's own declarations of that name are not looked up, so that the others are declared beside it.
#pragma once

#define __gputm_for_widths(define, Type) \
  define(Type, Type);                    \
  define(Type##2, Type);                 \
  define(Type##3, Type);                 \
  define(Type##4, Type);                 \
  define(Type##8, Type);                 \
  define(Type##16, Type)
#define __gputm_for_integers(define)  \
  __gputm_for_widths(define, char);   \
  __gputm_for_widths(define, uchar);  \
  __gputm_for_widths(define, short);  \
  __gputm_for_widths(define, ushort); \
  __gputm_for_widths(define, int);    \
  __gputm_for_widths(define, uint);   \
  __gputm_for_widths(define, long);   \
  __gputm_for_widths(define, ulong)

#define __gputm_mad_hi(Type, Element) \
  __gputm_function Type mad_hi(Type a, Type b, Type c) { return mul_hi(a, b) + c; }
__gputm_for_integers(__gputm_mad_hi);

// libclc's is wrong for long.
#define __gputm_mad_sat(Type, Element) Type __attribute__((overloadable)) mad_sat(Type, Type, Type)
__gputm_for_widths(__gputm_mad_sat, char);
__gputm_for_widths(__gputm_mad_sat, uchar);
__gputm_for_widths(__gputm_mad_sat, short);
__gputm_for_widths(__gputm_mad_sat, ushort);
__gputm_for_widths(__gputm_mad_sat, int);
__gputm_for_widths(__gputm_mad_sat, uint);
__gputm_for_widths(__gputm_mad_sat, ulong);
__gputm_function long mad_sat(long a, long b, long c) {
  const ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
  const long high = mul_hi(a, b) + (c >> 63) + (sum < low);
  return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}
__gputm_function long2 mad_sat(long2 a, long2 b, long2 c) {
  return (long2)(mad_sat(a.x, b.x, c.x), mad_sat(a.y, b.y, c.y));
}
__gputm_function long3 mad_sat(long3 a, long3 b, long3 c) {
  return (long3)(mad_sat(a.xy, b.xy, c.xy), mad_sat(a.z, b.z, c.z));
}
#define __gputm_mad_sat_halves(Type)                                     \
  __gputm_function Type mad_sat(Type a, Type b, Type c) {                \
    return (Type)(mad_sat(a.lo, b.lo, c.lo), mad_sat(a.hi, b.hi, c.hi)); \
  }
__gputm_mad_sat_halves(long4);
__gputm_mad_sat_halves(long8);
__gputm_mad_sat_halves(long16);

#if __OPENCL_C_VERSION__ >= 200
#define __gputm_ctz(Type, Element) \
  __gputm_function Type ctz(Type x) { return popcount(~x & (x - (Type)1)); }
__gputm_for_integers(__gputm_ctz);
#endif

#define __gputm_smoothstep(Type, Element)                               \
  Type __attribute__((overloadable)) smoothstep(Type, Type, Type);      \
  __gputm_function Type smoothstep(Element low, Element high, Type x) { \
    return smoothstep((Type)low, (Type)high, x);                        \
  }
#define __gputm_smoothsteps(Type)                                  \
  Type __attribute__((overloadable)) smoothstep(Type, Type, Type); \
  __gputm_smoothstep(Type##2, Type);                               \
  __gputm_smoothstep(Type##3, Type);                               \
  __gputm_smoothstep(Type##4, Type);                               \
  __gputm_smoothstep(Type##8, Type);                               \
  __gputm_smoothstep(Type##16, Type)
__gputm_smoothsteps(float);
__gputm_smoothsteps(double);

#define prefetch(address, count) ((void)(address), (void)(count))

// Atomics of OpenCL C 1.0, also on 64 bits
#define __gputm_atom(name, Space, Type, built_in)                         \
  __gputm_function Type atom_##name(volatile Space Type* p, Type value) { \
    return built_in(p, value, __ATOMIC_RELAXED);                          \
  }
#define __gputm_atoms(Space, Type)                                                                 \
  __gputm_atom(add, Space, Type, __atomic_fetch_add);                                              \
  __gputm_atom(sub, Space, Type, __atomic_fetch_sub);                                              \
  __gputm_atom(and, Space, Type, __atomic_fetch_and);                                              \
  __gputm_atom(or, Space, Type, __atomic_fetch_or);                                                \
  __gputm_atom(xor, Space, Type, __atomic_fetch_xor);                                              \
  __gputm_atom(min, Space, Type, __atomic_fetch_min);                                              \
  __gputm_atom(max, Space, Type, __atomic_fetch_max);                                              \
  __gputm_atom(xchg, Space, Type, __atomic_exchange_n);                                            \
  __gputm_function Type atom_inc(volatile Space Type* p) { return atom_add(p, (Type)1); }          \
  __gputm_function Type atom_dec(volatile Space Type* p) { return atom_sub(p, (Type)1); }          \
  __gputm_function Type atom_cmpxchg(volatile Space Type* p, Type expected, Type desired) {        \
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                               \
  }
__gputm_atoms(global, int);
__gputm_atoms(global, uint);
__gputm_atoms(local, int);
__gputm_atoms(local, uint);
#ifdef cl_khr_int64_base_atomics
__gputm_atoms(global, long);
__gputm_atoms(global, ulong);
__gputm_atoms(local, long);
__gputm_atoms(local, ulong);
#endif

// A vector of three has the size of one of four.
#define __gputm_copies(Type, To, From)                                                                     \
  __gputm_copy(Type, To, From);                                                                            \
  __gputm_copy(Type##2, To, From);                                                                         \
  __gputm_copy(Type##4, To, From);                                                                         \
  __gputm_copy(Type##8, To, From);                                                                         \
  __gputm_copy(Type##16, To, From);                                                                        \
  __gputm_function event_t async_work_group_copy(To Type##3 * to, const From Type##3 * from, size_t count, \
                                                 event_t event) {                                          \
    return async_work_group_copy((To Type##4 *)to, (const From Type##4 *)from, count, event);              \
  }                                                                                                        \
  __gputm_function event_t async_work_group_strided_copy(To Type##3 * to, const From Type##3 * from,       \
                                                         size_t count, size_t stride, event_t event) {     \
    return async_work_group_strided_copy((To Type##4 *)to, (const From Type##4 *)from, count, stride,      \
                                         event);                                                           \
  }
#define __gputm_copy(Type, To, From)                                                                        \
  event_t __attribute__((overloadable)) async_work_group_copy(To Type*, const From Type*, size_t, event_t); \
  event_t __attribute__((overloadable))                                                                     \
  async_work_group_strided_copy(To Type*, const From Type*, size_t, size_t, event_t)
#define __gputm_copies_both(Type)      \
  __gputm_copies(Type, local, global); \
  __gputm_copies(Type, global, local)
__gputm_copies_both(char);
__gputm_copies_both(uchar);
__gputm_copies_both(short);
__gputm_copies_both(ushort);
__gputm_copies_both(int);
__gputm_copies_both(uint);
__gputm_copies_both(long);
__gputm_copies_both(ulong);
__gputm_copies_both(float);
__gputm_copies_both(double);
