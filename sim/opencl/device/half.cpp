// Conversions to and from half, of vload_half and vstore_half, linked into programs that have them. A half is
// in the lower bits of a floating-point register.
#include <gputm.h>

namespace {

u32 bits_of(f32 value) { return __builtin_bit_cast(u32, value); }
f32 number(u32 bits) { return __builtin_bit_cast(f32, bits); }

/// Rounded to the nearest, ties to even
u32 half_of(f32 value) {
  const u32 sign = bits_of(value) >> 16 & 0x8000, size = bits_of(value) & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= bits_of(65520)) return sign | 0x7c00;
  // Subnormal numbers are multiples of 2^-24, the distance of the numbers from 0.5 on.
  if (size < bits_of(0x1p-14F)) return sign | (bits_of(number(size) + 0.5F) - bits_of(0.5F));
  return sign | ((size + 0xfff + (size >> 13 & 1)) - (u32{112} << 23)) >> 13;
}

u32 half_of_double(f64 value) {
  // Rounded to odd, so that the second rounding is the only one that matters
  const f32 near = static_cast<f32>(value);
  u32 bits = bits_of(near);
  if (static_cast<f64>(near) != value && near == near) {
    if (__builtin_fabs(static_cast<f64>(near)) > __builtin_fabs(value)) --bits;
    bits |= 1;
  }
  return half_of(number(bits));
}

}  // namespace

extern "C" {

f32 __truncsfhf2(f32 value) { return number(half_of(value)); }

#if __riscv_flen == 64
f32 __truncdfhf2(f64 value) { return number(half_of_double(value)); }
#else
// Where double is computed in software, clang expects the result in an integer register.
u32 __truncdfhf2(f64 value) { return half_of_double(value); }
#endif

f32 __extendhfsf2(f32 half) {
  const u32 bits = bits_of(half), sign = (bits & 0x8000) << 16, exponent = bits >> 10 & 31,
            fraction = bits & 0x3ff;
  if (exponent == 0) return number(sign | bits_of(static_cast<f32>(fraction) * 0x1p-24F));
  return number(sign | (exponent == 31 ? u32{255} : exponent + 112) << 23 | fraction << 13);
}

}  // extern "C"
