// The F and D extensions with exact fflags in every lane. Internal to the isa layer.
//
// Rounded operations run on the host's vector unit, which reports the union of the flags raised by all lanes.
// Flags are sticky, so that union matters only when it has a flag that an active lane does not have yet; only
// such lanes are computed again, one by one. Operations without rounding work on bit patterns.
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

#include "isa/host_rounding.h"
#include "isa/lanes.h"

namespace gputm::isa {

/// Bit patterns of a format
template <typename BitsOf, typename RealOf, typename ExactOf, unsigned kFraction>
struct IeeeFormat {
  using Bits = BitsOf;
  using Real = RealOf;
  using Exact = ExactOf;  ///< holds every value halfway between two numbers of the format
  static constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  static constexpr Bits kLeast = Bits{1} << kFraction;  ///< smallest normal number
  static constexpr Bits kInfinity = kSign - kLeast;
  static constexpr Bits kQuiet = kLeast >> 1;
  static constexpr Bits kCanonicalNan = kInfinity | kQuiet;
};
using Single = IeeeFormat<Word, float, double, 23>;
using Double = IeeeFormat<Wide, double, long double, 52>;

/// Format of bits by their width.
template <typename Bits>
using IeeeFormatOf = std::conditional_t<sizeof(Bits) == sizeof(Word), Single, Double>;

template <typename Bits>
constexpr bool is_nan(Bits a) {
  return (a & ~IeeeFormatOf<Bits>::kSign) > IeeeFormatOf<Bits>::kInfinity;
}
template <typename Bits>
constexpr bool is_signaling(Bits a) {
  return is_nan(a) && (a & IeeeFormatOf<Bits>::kQuiet) == 0;
}
template <typename Bits>
constexpr bool is_zero(Bits a) {
  return (a & ~IeeeFormatOf<Bits>::kSign) == 0;
}
template <typename Bits>
constexpr bool is_infinite(Bits a) {
  return (a & ~IeeeFormatOf<Bits>::kSign) == IeeeFormatOf<Bits>::kInfinity;
}

// Orders patterns that are not NaNs as numbers, -0 below +0.
template <typename Bits>
constexpr auto order(Bits a) {
  using Signed = std::make_signed_t<Bits>;
  constexpr unsigned kSignBit = 8 * sizeof(Bits) - 1;
  return static_cast<Signed>(a ^ (static_cast<Bits>(static_cast<Signed>(a) >> kSignBit) >> 1));
}

// --- Rounded operations. Real is the type of the result, or that of its value before rounding.

template <typename Real, typename Bits>
[[gnu::always_inline]] inline Real number(Bits a) {
  return static_cast<Real>(std::bit_cast<typename IeeeFormatOf<Bits>::Real>(a));
}
struct Add {
  template <typename Real, typename Bits>
  static Real apply(Bits a, Bits b) {
    return number<Real>(a) + number<Real>(b);
  }
};
struct Subtract {
  template <typename Real, typename Bits>
  static Real apply(Bits a, Bits b) {
    return number<Real>(a) - number<Real>(b);
  }
};
struct Multiply {
  template <typename Real, typename Bits>
  static Real apply(Bits a, Bits b) {
    return number<Real>(a) * number<Real>(b);
  }
};
struct Divide {
  template <typename Real, typename Bits>
  static Real apply(Bits a, Bits b) {
    return number<Real>(a) / number<Real>(b);
  }
};
struct SquareRoot {
  template <typename Real, typename Bits>
  static Real apply(Bits a) {
    return std::sqrt(number<Real>(a));
  }
};
// a * b + c, with the signs of a and c changed.
template <bool kFlipProduct, bool kFlipAddend>
struct Fused {
  template <typename Real, typename Bits>
  static Real apply(Bits a, Bits b, Bits c) {
    constexpr Bits kSign = IeeeFormatOf<Bits>::kSign;
    return std::fma(number<Real>(a ^ (kFlipProduct ? kSign : 0)), number<Real>(b),
                    number<Real>(c ^ (kFlipAddend ? kSign : 0)));
  }
};
struct FromSigned {
  template <typename Real, typename Bits>
  static Real apply(Bits a) {
    return static_cast<Real>(static_cast<std::make_signed_t<Bits>>(a));
  }
};
struct FromUnsigned {
  template <typename Real>
  static Real apply(Word a) {
    return static_cast<Real>(static_cast<double>(a));
  }
  template <typename Real>
  static Real apply(Wide a) {
    return static_cast<Real>(a);
  }
};
struct FromOtherFormat {
  template <typename Real, typename Bits>
  static Real apply(Bits a) {
    return number<Real>(a);
  }
};

// Computes one element inside the caller's HostRounding scope: the operands come from memory, and the value
// must be computed at this point even if it is not used afterwards.
template <typename Operation, typename Real, typename... Source>
[[gnu::always_inline]] inline Real apply_one(unsigned lane, Source... from) {
  const Real value = Operation::template apply<Real>(at(from, lane)...);
  asm volatile("" : : "m"(value));
  return value;
}

// `rounded` is the result to nearest even. If the exact value lies halfway between two numbers, returns the
// one with the larger magnitude. A halfway value has one significant bit more, so Exact computes it exactly;
// otherwise the value is not halfway.
template <typename Operation, typename Bits, typename... Source>
[[gnu::always_inline]] inline Bits away_from_tie(Bits rounded, unsigned lane, Source... from) {
  using Exact = typename IeeeFormatOf<Bits>::Exact;
  if (is_nan(rounded) || is_infinite(rounded)) return rounded;
  Exact exact;
  {
    const HostRounding host(kNearestEven);
    std::feclearexcept(FE_INEXACT);  // of both units of the host: long double has its own
    exact = apply_one<Operation, Exact>(lane, from...);
    if (std::fetestexcept(FE_INEXACT) != 0) return rounded;
  }
  const auto below = number<Exact>(rounded);
  const auto above = number<Exact>(static_cast<Bits>(rounded + 1));  // away from zero, same sign
  return below + above == 2 * exact ? rounded + 1 : rounded;
}

/// 1 as a number of the format with the width of `bits`, which raises no flag as an integer, either.
template <typename Bits>
constexpr Bits one(Bits) {
  return std::bit_cast<Bits>(typename IeeeFormatOf<Bits>::Real{1});
}
[[gnu::always_inline]] inline Word or_one(Word value, Word select) {
  return (value & select) | (one(value) & ~select);
}
[[gnu::always_inline]] inline Wide or_one(Wide value, Word select) {
  const Wide bits = wide(select, select);
  return (value & bits) | (one(value) & ~bits);
}

// Operands of inactive lanes are replaced by 1, which raises no flag in any operation.
template <typename Bits, typename Operation, typename To, typename... Source>
[[gnu::always_inline]] inline Word compute_lanes(const Lanes& lanes, Rounding rounding, To to,
                                                 Source... from) {
  using Real = typename IeeeFormatOf<Bits>::Real;
  const HostRounding host(rounding);
  if (lanes.all) {
    GPUTM_LANE_LOOP
    for (unsigned i = 0; i < lanes.stride; ++i)
      put(to, i, std::bit_cast<Bits>(Operation::template apply<Real>(at(from, i)...)));
  } else {
    const LaneSelect select = lanes.select();
    GPUTM_LANE_LOOP
    for (unsigned i = 0; i < lanes.stride; ++i)
      put(to, i, std::bit_cast<Bits>(Operation::template apply<Real>(or_one(at(from, i), select[i])...)));
  }
  return host.raised();
}

/// Results of format IeeeFormatOf<Bits>, in the row `fd`.
template <typename Bits, typename Operation, typename To, typename... Source>
[[gnu::always_inline]] inline void round_lanes(WarpRegisters& registers, LaneMask active, Rounding rounding,
                                               To fd, Source... from) {
  using Real = typename IeeeFormatOf<Bits>::Real;
  const Lanes lanes(registers, active);
  const auto result = row<Bits>(registers, kScratchRow);
  Word* flags = registers.fflags();
  const Word raised = compute_lanes<Bits, Operation>(lanes, rounding, result, from...);
  if (bits_of_lanes(
          lanes, [raised](Word f) { return raised & ~f; }, flags) != 0) {
    const LaneMask missing = select_lanes(
        lanes, [raised](Word f) { return (f & raised) != raised; }, flags);
    for_each_lane(
        missing, [&](unsigned lane) __attribute__((always_inline)) {
          const HostRounding host(rounding);
          apply_one<Operation, Real>(lane, from...);
          flags[lane] |= host.raised();
        });
  }
  if (rounding == kNearestAway)
    for_each_lane(
        active, [&](unsigned lane) __attribute__((always_inline)) {
          put(result, lane, away_from_tie<Operation>(at(result, lane), lane, from...));
        });
  map_lanes(
      lanes, fd, [](Bits a) { return is_nan(a) ? IeeeFormatOf<Bits>::kCanonicalNan : a; }, result);
}

// infinity * 0 + quiet NaN is invalid in RISC-V, but not on the host.
template <typename Source>
[[gnu::always_inline]] inline void flag_invalid_products(WarpRegisters& registers, LaneMask active, Source a,
                                                         Source b) {
  const Lanes lanes(registers, active);
  const auto invalid = [](auto x, auto y) {
    return (Word{is_infinite(x)} & Word{is_zero(y)}) | (Word{is_zero(x)} & Word{is_infinite(y)});
  };
  if (bits_of_lanes(lanes, invalid, a, b) == 0) return;
  map_lanes(
      lanes, registers.fflags(), [&](Word flags, auto x, auto y) { return flags | invalid(x, y) * kInvalid; },
      registers.fflags(), a, b);
}

// --- Conversion to integers: rounded in double precision, where every step is exact, with separate flags.

template <Rounding kRounding>
double round_to_integer(double a) {
  if constexpr (kRounding == kNearestEven) return std::nearbyint(a);
  if constexpr (kRounding == kTowardZero) return std::trunc(a);
  if constexpr (kRounding == kDown) return std::floor(a);
  if constexpr (kRounding == kUp) return std::ceil(a);
  const double whole = std::trunc(a);
  return std::abs(a - whole) >= 0.5 ? whole + std::copysign(1.0, a) : whole;
}

template <typename Integer>
struct Converted {
  std::make_unsigned_t<Integer> value;
  Word flags;
};
template <Rounding kRounding, typename Integer, typename Bits>
Converted<Integer> convert(Bits a) {
  using Limits = std::numeric_limits<Integer>;
  using Unsigned = std::make_unsigned_t<Integer>;
  // The numbers below 2^digits: with 64 bits, double does not have the largest one.
  constexpr double kLowest = Limits::min(),
                   kEnd = 2.0 * static_cast<double>(Unsigned{1} << (Limits::digits - 1));
  const double exact = number<double>(a);
  const double rounded = round_to_integer<kRounding>(exact);
  const bool low = rounded < kLowest;
  const bool high = !(rounded < kEnd);  // NaNs count as large
  // 32-bit integers through int64_t, which vector units convert to.
  using Through = std::conditional_t<sizeof(Integer) == sizeof(Word), std::int64_t, Integer>;
  const auto inside = static_cast<Unsigned>(static_cast<Through>(low || high ? 0.0 : rounded));
  return {low    ? static_cast<Unsigned>(Limits::min())
          : high ? static_cast<Unsigned>(Limits::max())
                 : inside,
          low || high        ? kInvalid
          : rounded != exact ? kInexact
                             : 0};
}

/// Results in the row `xd`, whose width is that of Integer.
template <typename Integer, typename To, typename Source>
[[gnu::always_inline]] inline void convert_lanes(WarpRegisters& registers, LaneMask active, Rounding rounding,
                                                 To xd, Source from) {
  const Lanes lanes(registers, active);
  const auto run = [&]<Rounding kRounding>() __attribute__((always_inline)) {
    map_lanes(
        lanes, registers.fflags(), [](Word f, auto a) { return f | convert<kRounding, Integer>(a).flags; },
        registers.fflags(), from);
    map_lanes(
        lanes, xd, [](auto a) { return convert<kRounding, Integer>(a).value; }, from);
  };
  switch (rounding) {
    case kTowardZero:
      return run.template operator()<kTowardZero>();
    case kDown:
      return run.template operator()<kDown>();
    case kUp:
      return run.template operator()<kUp>();
    case kNearestAway:
      return run.template operator()<kNearestAway>();
    default:
      return run.template operator()<kNearestEven>();
  }
}

// --- Operations without rounding.

template <typename Bits>
Word classify(Bits a) {
  using Of = IeeeFormatOf<Bits>;
  const bool negative = (a & Of::kSign) != 0;
  const Bits magnitude = a & ~Of::kSign;
  if (is_nan(a)) return is_signaling(a) ? 1 << 8 : 1 << 9;
  if (magnitude == Of::kInfinity) return negative ? 1 << 0 : 1 << 7;
  if (magnitude == 0) return negative ? 1 << 3 : 1 << 4;
  if (magnitude < Of::kLeast) return negative ? 1 << 2 : 1 << 5;
  return negative ? 1 << 1 : 1 << 6;
}

template <typename Bits>
Bits minimum(Bits a, Bits b) {
  constexpr Bits kNan = IeeeFormatOf<Bits>::kCanonicalNan;
  const Bits smaller = order(a) < order(b) ? a : b;
  return is_nan(a) ? (is_nan(b) ? kNan : b) : is_nan(b) ? a : smaller;
}
template <typename Bits>
Bits maximum(Bits a, Bits b) {
  constexpr Bits kNan = IeeeFormatOf<Bits>::kCanonicalNan;
  const Bits larger = order(a) < order(b) ? b : a;
  return is_nan(a) ? (is_nan(b) ? kNan : b) : is_nan(b) ? a : larger;
}

template <typename Bits>
bool ordered(Bits a, Bits b) {
  return !is_nan(a) && !is_nan(b);
}
template <typename Bits>
bool both_zero(Bits a, Bits b) {
  return is_zero(a | b);
}
template <typename Bits>
Word equal(Bits a, Bits b) {
  return ordered(a, b) && (a == b || both_zero(a, b));
}
template <typename Bits>
Word less(Bits a, Bits b) {
  return ordered(a, b) && order(a) < order(b) && !both_zero(a, b);
}
template <typename Bits>
Word less_or_equal(Bits a, Bits b) {
  return ordered(a, b) && (order(a) <= order(b) || both_zero(a, b));
}

template <typename Bits>
Word invalid_if_signaling(Word flags, Bits a, Bits b) {
  return flags | (is_signaling(a) || is_signaling(b) ? kInvalid : 0);
}
template <typename Bits>
Word invalid_if_nan(Word flags, Bits a, Bits b) {
  return flags | (ordered(a, b) ? 0 : kInvalid);
}

// Calls f(mode, lanes) for the lanes of each rounding mode in use: one call, except when lanes differ in frm.
template <typename F>
[[gnu::always_inline]] inline void for_each_rounding(const Instruction& instruction,
                                                     const WarpRegisters& registers, LaneMask active,
                                                     Address pc, F f) {
  const bool dynamic = instruction.rounding == kDynamic;
  const Word* frm = registers.frm();
  do {
    const Word mode = dynamic ? frm[std::countr_zero(active)] : instruction.rounding;
    LaneMask same = active;
    const Lanes lanes(registers, active);
    const bool differ = dynamic && bits_of_lanes(
                                       lanes, [mode](Word m) { return m ^ mode; }, frm) != 0;
    if (mode > kNearestAway || differ) {  // before any lane has its result
      const LaneMask reserved = select_lanes(
          lanes, [](Word m) { return m > kNearestAway; }, frm);
      if (reserved != 0) trap(instruction, pc, "reserved rounding mode in frm", reserved);
    }
    if (differ) {
      same = select_lanes(
          lanes, [mode](Word m) { return m == mode; }, frm);
    }
    f(static_cast<Rounding>(mode), same);
    active &= ~same;
  } while (active != 0);
}

/// Results of format IeeeFormatOf<Bits>, rounded in the instruction's mode.
template <typename Bits, typename Operation, typename To, typename... Source>
[[gnu::always_inline]] inline void execute_rounded(const Instruction& instruction, WarpRegisters& registers,
                                                   LaneMask active, Address pc, To fd, Source... from) {
  for_each_rounding(
      instruction, registers, active,
      pc, [&](Rounding rounding, LaneMask same) __attribute__((always_inline)) {
        round_lanes<Bits, Operation>(registers, same, rounding, fd, from...);
      });
}

/// Conversion to an integer of the width of the row `xd`.
template <typename Integer, typename To, typename Source>
[[gnu::always_inline]] inline void execute_convert(const Instruction& instruction, WarpRegisters& registers,
                                                   LaneMask active, Address pc, To xd, Source from) {
  for_each_rounding(
      instruction, registers, active,
      pc, [&](Rounding rounding, LaneMask same) __attribute__((always_inline)) {
        convert_lanes<Integer>(registers, same, rounding, xd, from);
      });
}

/// Operations that both formats have in RV32, on rows of operands a, b and c; integers are in lower words.
template <typename Bits, typename Source>
[[gnu::always_inline]] inline void float_lanes(const Instruction& instruction, WarpRegisters& registers,
                                               LaneMask active, Address pc, Source a, Source b, Source c) {
  constexpr Bits kSign = IeeeFormatOf<Bits>::kSign;
  const Lanes lanes(registers, active);
  const auto fd = row<Bits>(registers, 32U + instruction.rd);
  Word* xd = x_destination(instruction, registers);
  const Word* x = registers.x(instruction.rs1);
  Word* flags = registers.fflags();

  const auto rounded = [&]<typename Operation>(auto... from) __attribute__((always_inline)) {
    execute_rounded<Bits, Operation>(instruction, registers, active, pc, fd, from...);
  };
  const auto fused = [&]<typename Operation>() __attribute__((always_inline)) {
    flag_invalid_products(registers, active, a, b);
    rounded.template operator()<Operation>(a, b, c);
  };
  const auto compared = [&](auto compare, auto new_flags) __attribute__((always_inline)) {
    map_lanes(lanes, xd, compare, a, b);
    map_lanes(lanes, flags, new_flags, flags, a, b);
  };
  const auto sign_from = [&](auto sign) __attribute__((always_inline)) {
    map_lanes(
        lanes, fd, [=](Bits p, Bits q) { return (p & ~kSign) | (sign(p, q) & kSign); }, a, b);
  };

  switch (instruction.op) {
    case Op::kFmadd:
      return fused.template operator()<Fused<false, false>>();
    case Op::kFmsub:
      return fused.template operator()<Fused<false, true>>();
    case Op::kFnmsub:
      return fused.template operator()<Fused<true, false>>();
    case Op::kFnmadd:
      return fused.template operator()<Fused<true, true>>();
    case Op::kFadd:
      return rounded.template operator()<Add>(a, b);
    case Op::kFsub:
      return rounded.template operator()<Subtract>(a, b);
    case Op::kFmul:
      return rounded.template operator()<Multiply>(a, b);
    case Op::kFdiv:
      return rounded.template operator()<Divide>(a, b);
    case Op::kFsqrt:
      return rounded.template operator()<SquareRoot>(a);
    case Op::kFcvtFW:
      return rounded.template operator()<FromSigned>(x);
    case Op::kFcvtFWu:
      return rounded.template operator()<FromUnsigned>(x);
    case Op::kFcvtWF:
      return execute_convert<std::int32_t>(instruction, registers, active, pc, xd, a);
    case Op::kFcvtWuF:
      return execute_convert<Word>(instruction, registers, active, pc, xd, a);
    case Op::kFsgnj:
      return sign_from([](Bits, Bits q) { return q; });
    case Op::kFsgnjn:
      return sign_from([](Bits, Bits q) { return ~q; });
    case Op::kFsgnjx:
      return sign_from([](Bits p, Bits q) { return p ^ q; });
    case Op::kFmin:
    case Op::kFmax:
      map_lanes(lanes, flags, invalid_if_signaling<Bits>, flags, a, b);  // first: fd may be a source
      if (instruction.op == Op::kFmin) return map_lanes(lanes, fd, minimum<Bits>, a, b);
      return map_lanes(lanes, fd, maximum<Bits>, a, b);
    case Op::kFeq:
      return compared(equal<Bits>, invalid_if_signaling<Bits>);
    case Op::kFlt:
      return compared(less<Bits>, invalid_if_nan<Bits>);
    case Op::kFle:
      return compared(less_or_equal<Bits>, invalid_if_nan<Bits>);
    case Op::kFclass:
      return map_lanes(lanes, xd, classify<Bits>, a);
    default:
      trap(instruction, pc, "illegal instruction", active);
  }
}

}  // namespace gputm::isa
