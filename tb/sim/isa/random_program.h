// Random RV32IMAF instructions and straight programs around them, for comparisons.
#pragma once

#include <array>
#include <vector>

#include "common/seed.h"
#include "sim/isa/encode.h"

namespace gputm::tb {

/// Integers and floats near the special cases.
inline Word interesting_word(Rng& rng) {
  static constexpr std::array<Word, 32> kSpecial = {
      0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x3f800000, 0xbf800000,
      0x3f000000, 0x40200000, 0xc0200000,                                      // 1, -1, 0.5, 2.5,
                                                                               // -2.5
      0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xff812345,  // infinities, NaNs
      0x00800000, 0x00800001, 0x007fffff, 0x80000001, 0x7f7fffff, 0xff7fffff,  // around the range's ends
      0x4f000000, 0x4effffff, 0xcf000000, 0x4f800000, 0x4b000001};             // around 2^31, 2^32, 2^23
  switch (below(rng, 8)) {
    case 0:
    case 1:
      return kSpecial[below(rng, kSpecial.size())];
    case 2:
      return kSpecial[below(rng, kSpecial.size())] + static_cast<Word>(below(rng, 5)) - 2;
    case 3:
      return static_cast<Word>(below(rng, 64)) - 32;
    // floats of nearby exponents with few significant bits: exact results, ties and cancellation
    case 4:
      return (below(rng, 2) ? 0x80000000u : 0) | (static_cast<Word>(120 + below(rng, 16)) << 23) |
             static_cast<Word>(below(rng, 16) << 19);
    case 5:
      return (below(rng, 2) ? 0x80000000u : 0) | (static_cast<Word>(100 + below(rng, 56)) << 23) |
             static_cast<Word>(below(rng, 1 << 23));
    case 6:
      return static_cast<Word>(below(rng, 1 << 25)) | (below(rng, 2) ? 0x80000000u : 0);  // mostly denormal
    default:
      return static_cast<Word>(rng());
  }
}

/// An instruction of units kAlu, kMul and kDiv without CSR accesses; registers are picked by the functions.
template <typename Source, typename Destination>
Word random_integer(Rng& rng, Source source, Destination destination) {
  const Word rd = destination(), rs1 = source(), rs2 = source();
  const auto funct3 = static_cast<Word>(below(rng, 8));
  switch (below(rng, 5)) {
    case 0: {
      if (funct3 == 1) return r_type(0x13, 1, 0, rd, rs1, static_cast<Word>(below(rng, 32)));
      if (funct3 == 5)
        return r_type(0x13, 5, below(rng, 2) ? 0x20 : 0, rd, rs1, static_cast<Word>(below(rng, 32)));
      return i_type(0x13, funct3, rd, rs1, static_cast<std::int32_t>(below(rng, 4096)) - 2048);
    }
    case 1:
    case 2:
      return r_type(0x33, funct3, (funct3 == 0 || funct3 == 5) && below(rng, 2) ? 0x20 : 0, rd, rs1, rs2);
    case 3:
      return r_type(0x33, funct3, 1, rd, rs1, rs2);
    default:
      return (static_cast<Word>(rng()) & 0xfffff000) | rd << 7 | (below(rng, 2) ? 0x37u : 0x17u);
  }
}

/// An instruction of units kFpu and kFpDiv, with static and dynamic rounding modes.
template <typename Source, typename Destination>
Word random_float(Rng& rng, Source x_source, Destination x_destination) {
  const auto f = [&] { return static_cast<Word>(below(rng, 32)); };
  const Word rm = below(rng, 3) == 0 ? 7 : static_cast<Word>(below(rng, 5));
  const Word rd = f(), rs1 = f(), rs2 = f();
  switch (below(rng, 16)) {
    case 0:
      return r_type(0x53, rm, 0x00, rd, rs1, rs2);  // fadd
    case 1:
      return r_type(0x53, rm, 0x04, rd, rs1, rs2);  // fsub
    case 2:
      return r_type(0x53, rm, 0x08, rd, rs1, rs2);  // fmul
    case 3:
      return r_type(0x53, rm, 0x0c, rd, rs1, rs2);  // fdiv
    case 4:
      return r_type(0x53, rm, 0x2c, rd, rs1, 0);  // fsqrt
    case 5:
    case 6:
    case 7:  // fused
      return f() << 27 | rs2 << 20 | rs1 << 15 | rm << 12 | rd << 7 |
             (0x43 + 4 * static_cast<Word>(below(rng, 4)));
    case 8:
      return r_type(0x53, static_cast<Word>(below(rng, 3)), 0x10, rd, rs1, rs2);  // fsgnj
    case 9:
      return r_type(0x53, static_cast<Word>(below(rng, 2)), 0x14, rd, rs1, rs2);  // fmin, fmax
    case 10:
      return r_type(0x53, rm, 0x60, x_destination(), rs1, static_cast<Word>(below(rng, 2)));  // fcvt.w[u].s
    case 11:
      return r_type(0x53, rm, 0x68, rd, x_source(), static_cast<Word>(below(rng, 2)));  // fcvt.s.w[u]
    case 12:
      return r_type(0x53, static_cast<Word>(below(rng, 3)), 0x50, x_destination(), rs1, rs2);  // compare
    case 13:
      return r_type(0x53, static_cast<Word>(below(rng, 2)), 0x70, x_destination(), rs1,
                    0);  // fmv.x.w, fclass
    default:
      return r_type(0x53, 0, 0x78, rd, x_source(), 0);  // fmv.w.x
  }
}

}  // namespace gputm::tb
