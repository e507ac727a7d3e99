// Random instructions of RV32IMAF and RV64IMAFD, for comparisons.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "common/seed.h"
#include "isa/xlen.h"
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

/// Registers of RV64: integers of either width, doubles, and floats in a register, boxed or not.
inline isa::Wide interesting_wide(Rng& rng) {
  const Word word = interesting_word(rng);
  const auto more = static_cast<isa::Wide>(below(rng, 5)) - 2;
  switch (below(rng, 8)) {
    case 0:
    case 1:
      return isa::wide(word, ~Word{0});
    case 2:  // doubles with few significant bits, near a float's range
      return std::bit_cast<isa::Wide>(static_cast<double>(std::bit_cast<float>(word)));
    case 3:
      return std::bit_cast<isa::Wide>(static_cast<double>(std::bit_cast<float>(word))) + more;
    case 4:  // the same patterns as floats have, as doubles: range's ends, subnormal numbers, NaNs
      return (isa::Wide{word & 0x80000000} << 32) | (isa::Wide{word & 0x7fffffff} << 29);
    case 5:
      return std::bit_cast<isa::Wide>(static_cast<double>(static_cast<std::int64_t>(rng()))) + more;
    case 6:
      return isa::wide(word, isa::sign_word(word)) << below(rng, 40);
    default:
      return below(rng, 2) ? rng() : (isa::Wide{1} << below(rng, 64)) + more;
  }
}

/// RV64: an operation on 32 bits.
inline Word random_narrow(Rng& rng, Word rd, Word rs1, Word rs2) {
  static constexpr std::array<Word, 3> kShifts{0, 1, 5};
  static constexpr std::array<Word, 5> kProducts{0, 4, 5, 6, 7};
  const Word funct3 = kShifts[below(rng, 3)];
  const Word alternative = below(rng, 2) ? 0x20 : 0;
  switch (below(rng, 3)) {
    case 0:
      if (funct3 == 0) return i_type(0x1b, 0, rd, rs1, static_cast<std::int32_t>(below(rng, 4096)) - 2048);
      return r_type(0x1b, funct3, funct3 == 5 ? alternative : 0, rd, rs1, static_cast<Word>(below(rng, 32)));
    case 1:
      return r_type(0x3b, funct3, funct3 == 1 ? 0 : alternative, rd, rs1, rs2);
    default:
      return r_type(0x3b, kProducts[below(rng, 5)], 1, rd, rs1, rs2);
  }
}

/// An instruction of units kAlu, kMul and kDiv without CSR accesses; registers are picked by the functions.
template <typename Source, typename Destination>
Word random_integer(Rng& rng, Source source, Destination destination, isa::Xlen xlen = isa::Xlen::k32) {
  const Word rd = destination(), rs1 = source(), rs2 = source();
  const auto funct3 = static_cast<Word>(below(rng, 8));
  const bool wide = xlen == isa::Xlen::k64;
  if (wide && below(rng, 3) == 0) return random_narrow(rng, rd, rs1, rs2);
  const auto shift = [&](Word function) {
    return i_type(0x13, funct3, rd, rs1,
                  static_cast<std::int32_t>(function << 10 | below(rng, wide ? 64 : 32)));
  };
  switch (below(rng, 5)) {
    case 0: {
      if (funct3 == 1) return shift(0);
      if (funct3 == 5) return shift(below(rng, 2) ? 1 : 0);
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

/// An arithmetic instruction of F, and of D in RV64, with static and dynamic rounding modes.
template <typename Source, typename Destination>
Word random_float(Rng& rng, Source x_source, Destination x_destination, isa::Xlen xlen = isa::Xlen::k32) {
  const bool wide = xlen == isa::Xlen::k64;
  const auto format = static_cast<Word>(below(rng, wide ? 2 : 1));
  const auto f = [&] { return static_cast<Word>(below(rng, 32)); };
  const Word rm = below(rng, 3) == 0 ? 7 : static_cast<Word>(below(rng, 5));
  const Word rd = f(), rs1 = f(), rs2 = f();
  const auto integer = static_cast<Word>(below(rng, wide ? 4 : 2));
  switch (below(rng, wide ? 18 : 16)) {
    case 0:
      return r_type(0x53, rm, format, rd, rs1, rs2);  // fadd
    case 1:
      return r_type(0x53, rm, 0x04 + format, rd, rs1, rs2);  // fsub
    case 2:
      return r_type(0x53, rm, 0x08 + format, rd, rs1, rs2);  // fmul
    case 3:
      return r_type(0x53, rm, 0x0c + format, rd, rs1, rs2);  // fdiv
    case 4:
      return r_type(0x53, rm, 0x2c + format, rd, rs1, 0);  // fsqrt
    case 5:
    case 6:
    case 7:  // fused
      return f() << 27 | format << 25 | rs2 << 20 | rs1 << 15 | rm << 12 | rd << 7 |
             (0x43 + 4 * static_cast<Word>(below(rng, 4)));
    case 8:
      return r_type(0x53, static_cast<Word>(below(rng, 3)), 0x10 + format, rd, rs1, rs2);  // fsgnj
    case 9:
      return r_type(0x53, static_cast<Word>(below(rng, 2)), 0x14 + format, rd, rs1, rs2);  // fmin, fmax
    case 10:
      return r_type(0x53, rm, 0x60 + format, x_destination(), rs1, integer);  // to an integer
    case 11:
      return r_type(0x53, rm, 0x68 + format, rd, x_source(), integer);  // from an integer
    case 12:
      return r_type(0x53, static_cast<Word>(below(rng, 3)), 0x50 + format, x_destination(), rs1,
                    rs2);  // compare
    case 13:
      return r_type(0x53, static_cast<Word>(below(rng, 2)), 0x70 + format, x_destination(), rs1,
                    0);  // fmv.x.w, fclass
    case 14:
    case 15:
      return r_type(0x53, 0, 0x78 + format, rd, x_source(), 0);  // fmv.w.x
    default:
      return r_type(0x53, rm, 0x20 + format, rd, rs1, 1 - format);  // from the other format
  }
}

}  // namespace gputm::tb
