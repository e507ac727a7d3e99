// The F extension with exact fflags in every lane.
//
// Rounded operations run on the host's vector unit, which reports the union of the flags raised by all lanes.
// Flags are sticky, so that union matters only when it has a flag that an active lane does not have yet; only
// such lanes are computed again, one by one. Operations without rounding work on bit patterns.
// lanes are computed again, one by one. Everything that does not round works on bit patterns.
#include <bit>
#include <cmath>

#include "isa/host_rounding.h"
#include "isa/lanes.h"

namespace gputm::isa {
namespace {

constexpr Word kSign = 0x80000000, kInfinity = 0x7f800000, kCanonicalNan = 0x7fc00000, kQuiet = 0x00400000;
constexpr Word kOne = 0x3f800000;

constexpr bool is_nan(Word a) { return (a & ~kSign) > kInfinity; }
constexpr bool is_signaling(Word a) { return is_nan(a) && (a & kQuiet) == 0; }
constexpr bool is_zero(Word a) { return (a & ~kSign) == 0; }
constexpr bool is_infinite(Word a) { return (a & ~kSign) == kInfinity; }

// Orders patterns that are not NaNs as numbers, -0 below +0.
constexpr std::int32_t order(Word a) {
  return static_cast<std::int32_t>(a ^ (static_cast<Word>(static_cast<std::int32_t>(a) >> 31) >> 1));
}

// --- Rounded operations. Real is float, or double for the value before rounding (if double holds it).

template <typename Real>
Real number(Word a) {
  return static_cast<Real>(std::bit_cast<float>(a));
}
struct Add {
  template <typename Real>
  static Real apply(Word a, Word b) {
    return number<Real>(a) + number<Real>(b);
  }
};
struct Subtract {
  template <typename Real>
  static Real apply(Word a, Word b) {
    return number<Real>(a) - number<Real>(b);
  }
};
struct Multiply {
  template <typename Real>
  static Real apply(Word a, Word b) {
    return number<Real>(a) * number<Real>(b);
  }
};
struct Divide {
  template <typename Real>
  static Real apply(Word a, Word b) {
    return number<Real>(a) / number<Real>(b);
  }
};
struct SquareRoot {
  template <typename Real>
  static Real apply(Word a) {
    return std::sqrt(number<Real>(a));
  }
};
// a * b + c, with the signs of a and c changed by the masks.
template <Word kFlipProduct, Word kFlipAddend>
struct Fused {
  template <typename Real>
  static Real apply(Word a, Word b, Word c) {
    return std::fma(number<Real>(a ^ kFlipProduct), number<Real>(b), number<Real>(c ^ kFlipAddend));
  }
};
struct FromSigned {
  template <typename Real>
  static Real apply(Word a) {
    return static_cast<Real>(static_cast<std::int32_t>(a));
  }
};
struct FromUnsigned {
  template <typename Real>
  static Real apply(Word a) {
    return static_cast<Real>(static_cast<double>(a));
  }
};

// Computes one element inside the caller's HostRounding scope: the operands come from memory, and the value
// must be computed at this point even if it is not used afterwards.
template <typename Operation, typename Real, typename... Source>
[[gnu::always_inline]] inline Real apply_one(const Source*... from) {
  const Real value = Operation::template apply<Real>(*from...);
  asm volatile("" : : "x"(value));
  return value;
}

// `rounded` is the result to nearest even. If the exact value lies halfway between two floats, returns the
// one with the larger magnitude. A halfway value has 25 significant bits, so double computes it exactly;
// otherwise the value is not halfway.
template <typename Operation, typename... Source>
[[gnu::always_inline]] inline Word away_from_tie(Word rounded, const Source*... from) {
  if (is_nan(rounded) || is_infinite(rounded)) return rounded;
  double exact;
  {
    const HostRounding host(kNearestEven);
    exact = apply_one<Operation, double>(from...);
    if (host.raised() & kInexact) return rounded;
  }
  const double below = std::bit_cast<float>(rounded);
  const double above = std::bit_cast<float>(rounded + 1);  // away from zero, same sign
  return below + above == 2 * exact ? rounded + 1 : rounded;
}

// Operands of inactive lanes are replaced by 1, which raises no flag in any operation.
template <typename Operation, typename... Source>
[[gnu::always_inline]] inline Word compute_lanes(const Lanes& lanes, Rounding rounding, Word* to,
                                                 const Source*... from) {
  const HostRounding host(rounding);
  if (lanes.all) {
    GPUTM_LANE_LOOP
    for (unsigned i = 0; i < lanes.stride; ++i)
      to[i] = std::bit_cast<Word>(Operation::template apply<float>(from[i]...));
  } else {
    const LaneSelect select = lanes.select();
    GPUTM_LANE_LOOP
    for (unsigned i = 0; i < lanes.stride; ++i)
      to[i] = std::bit_cast<Word>(
          Operation::template apply<float>(((from[i] & select[i]) | (kOne & ~select[i]))...));
  }
  return host.raised();
}

template <typename Operation, typename... Source>
[[gnu::always_inline]] inline void round_lanes(WarpRegisters& registers, LaneMask active, Rounding rounding,
                                               Word* rd, const Source*... from) {
  const Lanes lanes(registers, active);
  Word* result = registers.scratch();
  Word* flags = registers.fflags();
  const Word raised = compute_lanes<Operation>(lanes, rounding, result, from...);
  if (bits_of_lanes(
          lanes, [raised](Word f) { return raised & ~f; }, flags) != 0) {
    const LaneMask missing = select_lanes(
        lanes, [raised](Word f) { return (f & raised) != raised; }, flags);
    for_each_lane(
        missing, [&](unsigned lane) __attribute__((always_inline)) {
          const HostRounding host(rounding);
          apply_one<Operation, float>(&from[lane]...);
          flags[lane] |= host.raised();
        });
  }
  if (rounding == kNearestAway)
    for_each_lane(
        active, [&](unsigned lane) __attribute__((always_inline)) {
          result[lane] = away_from_tie<Operation>(result[lane], &from[lane]...);
        });
  map_lanes(
      lanes, rd, [](Word a) { return is_nan(a) ? kCanonicalNan : a; }, result);
}

// infinity * 0 + quiet NaN is invalid in RISC-V, but not on the host.
[[gnu::always_inline]] inline void flag_invalid_products(WarpRegisters& registers, LaneMask active,
                                                         const Word* a, const Word* b) {
  const Lanes lanes(registers, active);
  const auto invalid = [](Word x, Word y) {
    return (Word{is_infinite(x)} & Word{is_zero(y)}) | (Word{is_zero(x)} & Word{is_infinite(y)});
  };
  if (bits_of_lanes(lanes, invalid, a, b) == 0) return;
  map_lanes(
      lanes, registers.fflags(), [&](Word flags, Word x, Word y) { return flags | invalid(x, y) * kInvalid; },
      registers.fflags(), a, b);
}

// --- Conversion to integers: rounded in double precision, where every step is exact, with separate flags.

template <Rounding kRounding>
double round_to_integer(double a) {
  if constexpr (kRounding == kNearestEven) return std::nearbyint(a);
  if constexpr (kRounding == kTowardZero) return std::trunc(a);
  if constexpr (kRounding == kDown) return std::floor(a);
  if constexpr (kRounding == kUp) return std::ceil(a);
  return std::trunc(a + std::copysign(0.5, a));
}

struct Converted {
  Word value, flags;
};
template <Rounding kRounding, typename Integer>
Converted convert(Word a) {
  constexpr double kLowest = std::numeric_limits<Integer>::min(),
                   kHighest = std::numeric_limits<Integer>::max();
  const double exact = std::bit_cast<float>(a);
  const double rounded = round_to_integer<kRounding>(exact);
  const bool low = rounded < kLowest;
  const bool high = !(rounded <= kHighest);  // NaNs count as large
  const double clamped = low ? kLowest : high ? kHighest : rounded;
  return {static_cast<Word>(static_cast<std::int64_t>(clamped)), low || high        ? kInvalid
                                                                 : rounded != exact ? kInexact
                                                                                    : 0};
}

template <typename Integer>
[[gnu::always_inline]] inline void convert_lanes(WarpRegisters& registers, LaneMask active, Rounding rounding,
                                                 Word* rd, const Word* from) {
  const Lanes lanes(registers, active);
  const auto run = [&]<Rounding kRounding>() __attribute__((always_inline)) {
    map_lanes(
        lanes, registers.fflags(), [](Word f, Word a) { return f | convert<kRounding, Integer>(a).flags; },
        registers.fflags(), from);
    map_lanes(
        lanes, rd, [](Word a) { return convert<kRounding, Integer>(a).value; }, from);
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

Word classify(Word a) {
  const bool negative = (a & kSign) != 0;
  const Word magnitude = a & ~kSign;
  if (is_nan(a)) return is_signaling(a) ? 1 << 8 : 1 << 9;
  if (magnitude == kInfinity) return negative ? 1 << 0 : 1 << 7;
  if (magnitude == 0) return negative ? 1 << 3 : 1 << 4;
  if (magnitude < 0x00800000) return negative ? 1 << 2 : 1 << 5;
  return negative ? 1 << 1 : 1 << 6;
}

Word minimum(Word a, Word b) {
  const Word smaller = order(a) < order(b) ? a : b;
  return is_nan(a) ? (is_nan(b) ? kCanonicalNan : b) : is_nan(b) ? a : smaller;
}
Word maximum(Word a, Word b) {
  const Word larger = order(a) < order(b) ? b : a;
  return is_nan(a) ? (is_nan(b) ? kCanonicalNan : b) : is_nan(b) ? a : larger;
}

bool ordered(Word a, Word b) { return !is_nan(a) && !is_nan(b); }
bool both_zero(Word a, Word b) { return is_zero(a | b); }
Word equal(Word a, Word b) { return ordered(a, b) && (a == b || both_zero(a, b)); }
Word less(Word a, Word b) { return ordered(a, b) && order(a) < order(b) && !both_zero(a, b); }
Word less_or_equal(Word a, Word b) { return ordered(a, b) && (order(a) <= order(b) || both_zero(a, b)); }

Word invalid_if_signaling(Word flags, Word a, Word b) {
  return flags | (is_signaling(a) || is_signaling(b) ? kInvalid : 0);
}
Word invalid_if_nan(Word flags, Word a, Word b) { return flags | (ordered(a, b) ? 0 : kInvalid); }

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

}  // namespace

GPUTM_LANE_FUNCTION
void execute_float(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc) {
  const Lanes lanes(registers, active);
  Word* fd = registers.f(instruction.rd);
  Word* xd = x_destination(instruction, registers);
  const Word* a = registers.f(instruction.rs1);
  const Word* b = registers.f(instruction.rs2);
  const Word* c = registers.f(instruction.rs3);
  const Word* x = registers.x(instruction.rs1);
  Word* flags = registers.fflags();

  const auto rounded = [&]<typename Operation>(const auto*... from) __attribute__((always_inline)) {
    for_each_rounding(
        instruction, registers, active,
        pc, [&](Rounding rounding, LaneMask same) __attribute__((always_inline)) {
          round_lanes<Operation>(registers, same, rounding, fd, from...);
        });
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
        lanes, fd, [=](Word p, Word q) { return (p & ~kSign) | (sign(p, q) & kSign); }, a, b);
  };

  switch (instruction.op) {
    case Op::kFmaddS:
      return fused.operator()<Fused<0, 0>>();
    case Op::kFmsubS:
      return fused.operator()<Fused<0, kSign>>();
    case Op::kFnmsubS:
      return fused.operator()<Fused<kSign, 0>>();
    case Op::kFnmaddS:
      return fused.operator()<Fused<kSign, kSign>>();
    case Op::kFaddS:
      return rounded.operator()<Add>(a, b);
    case Op::kFsubS:
      return rounded.operator()<Subtract>(a, b);
    case Op::kFmulS:
      return rounded.operator()<Multiply>(a, b);
    case Op::kFdivS:
      return rounded.operator()<Divide>(a, b);
    case Op::kFsqrtS:
      return rounded.operator()<SquareRoot>(a);
    case Op::kFcvtSW:
      return rounded.operator()<FromSigned>(x);
    case Op::kFcvtSWu:
      return rounded.operator()<FromUnsigned>(x);
    case Op::kFcvtWS:
      return for_each_rounding(
          instruction, registers, active,
          pc, [&](Rounding rounding, LaneMask same) __attribute__((always_inline)) {
            convert_lanes<std::int32_t>(registers, same, rounding, xd, a);
          });
    case Op::kFcvtWuS:
      return for_each_rounding(
          instruction, registers, active,
          pc, [&](Rounding rounding, LaneMask same) __attribute__((always_inline)) {
            convert_lanes<Word>(registers, same, rounding, xd, a);
          });
    case Op::kFsgnjS:
      return sign_from([](Word, Word q) { return q; });
    case Op::kFsgnjnS:
      return sign_from([](Word, Word q) { return ~q; });
    case Op::kFsgnjxS:
      return sign_from([](Word p, Word q) { return p ^ q; });
    case Op::kFminS:
    case Op::kFmaxS:
      map_lanes(lanes, flags, invalid_if_signaling, flags, a, b);  // first: fd may be a source
      if (instruction.op == Op::kFminS) return map_lanes(lanes, fd, minimum, a, b);
      return map_lanes(lanes, fd, maximum, a, b);
    case Op::kFeqS:
      return compared(equal, invalid_if_signaling);
    case Op::kFltS:
      return compared(less, invalid_if_nan);
    case Op::kFleS:
      return compared(less_or_equal, invalid_if_nan);
    case Op::kFclassS:
      return map_lanes(lanes, xd, classify, a);
    case Op::kFmvXW:
      return map_lanes(
          lanes, xd, [](Word p) { return p; }, a);
    case Op::kFmvWX:
      return map_lanes(
          lanes, fd, [](Word p) { return p; }, x);
    default:
      trap(instruction, pc, "illegal instruction", active);
  }
}

}  // namespace gputm::isa
