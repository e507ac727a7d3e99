// Atomics of custom-1: sizes and functions missing in the A extension.
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "isa/execute.h"

namespace gputm::isa {
namespace {

template <typename Unsigned>
Unsigned integer_result(AtomicFunction function, Unsigned old, Unsigned operand) {
  using Signed = std::make_signed_t<Unsigned>;
  const bool less = static_cast<Signed>(old) < static_cast<Signed>(operand);
  switch (function) {
    case AtomicFunction::kAdd:
      return static_cast<Unsigned>(old + operand);
    case AtomicFunction::kXor:
      return old ^ operand;
    case AtomicFunction::kAnd:
      return old & operand;
    case AtomicFunction::kOr:
      return old | operand;
    case AtomicFunction::kMin:
      return less ? old : operand;
    case AtomicFunction::kMax:
      return less ? operand : old;
    case AtomicFunction::kMinu:
      return old < operand ? old : operand;
    case AtomicFunction::kMaxu:
      return old < operand ? operand : old;
    default:
      return operand;  // swap
  }
}

/// The host rounds to nearest, except while it executes a warp's floating-point instruction.
template <typename Float, typename Bits>
Bits float_result(AtomicFunction function, Bits old_bits, Bits operand_bits) {
  const auto old = std::bit_cast<Float>(old_bits);
  const auto operand = std::bit_cast<Float>(operand_bits);
  if (function == AtomicFunction::kFmin) return operand < old ? operand_bits : old_bits;
  if (function == AtomicFunction::kFmax) return old < operand ? operand_bits : old_bits;
  const Float sum = old + operand;
  return std::bit_cast<Bits>(std::isnan(sum) ? std::numeric_limits<Float>::quiet_NaN() : sum);
}

}  // namespace

bool CustomAtomic::stores(std::uint64_t old) const {
  if (function != AtomicFunction::kCompareAndSwap) return true;
  const unsigned above = 64 - 8 * bytes;
  return old << above == operand << above;
}

std::uint64_t CustomAtomic::result(std::uint64_t old) const {
  if (function == AtomicFunction::kCompareAndSwap) return desired;
  const bool is_float = function >= AtomicFunction::kFadd;
  switch (bytes) {
    case 1:
      return integer_result(function, static_cast<std::uint8_t>(old), static_cast<std::uint8_t>(operand));
    case 2:
      return integer_result(function, static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(operand));
    case 4: {
      const auto a = static_cast<std::uint32_t>(old), b = static_cast<std::uint32_t>(operand);
      return is_float ? float_result<float>(function, a, b) : integer_result(function, a, b);
    }
    default:
      return is_float ? float_result<double>(function, old, operand) : integer_result(function, old, operand);
  }
}

}  // namespace gputm::isa
