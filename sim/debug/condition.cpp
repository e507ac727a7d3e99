#include "debug/condition.h"

#include <array>
#include <limits>
#include <vector>

#include "debug/gdb_packet.h"

namespace gputm::debug {
namespace {

using Number = std::uint64_t;
using Signed = std::int64_t;

constexpr unsigned kMostSteps = 10'000;

/// Divisor, unless the quotient is not defined.
Number divisor(Number left, Number right) {
  constexpr auto kLeast = static_cast<Number>(std::numeric_limits<Signed>::min());
  if (right == 0 || (left == kLeast && right == ~Number{0})) throw Refused();
  return right;
}

Signed quotient(Number a, Number b) { return static_cast<Signed>(a) / static_cast<Signed>(divisor(a, b)); }
Signed remainder(Number a, Number b) { return static_cast<Signed>(a) % static_cast<Signed>(divisor(a, b)); }

/// Sign extension from this many bits.
Number extend(Number value, Number bits) {
  if (bits == 0 || bits > 64) throw Refused();
  return static_cast<Number>(static_cast<Signed>(value << (64 - bits)) >> (64 - bits));
}

using Binary = Number (*)(Number, Number);
/// Operations of two numbers, from code 0x02 on; null: of another kind
constexpr std::array<Binary, 0x14> kBinary = {
    [](Number a, Number b) { return a + b; },
    [](Number a, Number b) { return a - b; },
    [](Number a, Number b) { return a * b; },
    [](Number a, Number b) { return static_cast<Number>(quotient(a, b)); },
    [](Number a, Number b) { return a / divisor(1, b); },
    [](Number a, Number b) { return static_cast<Number>(remainder(a, b)); },
    [](Number a, Number b) { return a % divisor(1, b); },
    [](Number a, Number b) { return b < 64 ? a << b : 0; },
    [](Number a, Number b) { return static_cast<Number>(static_cast<Signed>(a) >> (b < 64 ? b : 63)); },
    [](Number a, Number b) { return b < 64 ? a >> b : 0; },
    nullptr,
    nullptr,
    nullptr,
    [](Number a, Number b) { return a & b; },
    [](Number a, Number b) { return a | b; },
    [](Number a, Number b) { return a ^ b; },
    nullptr,
    [](Number a, Number b) { return Number{a == b}; },
    [](Number a, Number b) { return Number{static_cast<Signed>(a) < static_cast<Signed>(b)}; },
    [](Number a, Number b) { return Number{a < b}; },
};

Number evaluate(std::string_view code, const Target& target, unsigned lane) {
  std::vector<Number> stack;
  const auto pop = [&] {
    if (stack.empty()) throw Refused();
    const Number top = stack.back();
    stack.pop_back();
    return top;
  };
  std::size_t at = 0;
  const auto constant = [&](unsigned bytes) {
    if (at > code.size() || bytes > code.size() - at) throw Refused();
    Number value = 0;
    for (const char byte : code.substr(at, bytes)) value = value << 8 | static_cast<unsigned char>(byte);
    at += bytes;
    return value;
  };
  for (unsigned steps = 0; steps < kMostSteps; ++steps) {
    const Number op = constant(1);
    const std::size_t binary = op - 2;
    if (binary < kBinary.size() && kBinary[binary] != nullptr) {
      const Number right = pop();
      stack.push_back(kBinary[binary](pop(), right));
    } else if (op == 0x0e || op == 0x12) {  // logical and bitwise not
      const Number value = pop();
      stack.push_back(op == 0x12 ? ~value : Number{value == 0});
    } else if (op == 0x16) {
      stack.push_back(extend(pop(), constant(1)));
    } else if (op == 0x2a) {  // extension by zeros
      const Number bits = constant(1), value = pop();
      stack.push_back(bits < 64 ? value & ((Number{1} << bits) - 1) : value);
    } else if (op >= 0x17 && op <= 0x1a) {  // 1, 2, 4 or 8 bytes of memory
      Number value = 0;
      const std::span<std::byte> bytes = std::as_writable_bytes(std::span(&value, 1));
      if (!target.read(lane, pop(), bytes.first(std::size_t{1} << (op - 0x17)))) throw Refused();
      stack.push_back(value);
    } else if (op == 0x20 || op == 0x21) {  // jumps, the first one if a number is not 0
      const Number place = constant(2);
      if (op == 0x21 || pop() != 0) at = place;
    } else if (op >= 0x22 && op <= 0x25) {  // constants of 1, 2, 4 or 8 bytes
      stack.push_back(constant(1U << (op - 0x22)));
    } else if (op == 0x26) {
      const Number number = constant(2);
      if (number >= kRegisters) throw Refused();
      stack.push_back(target.read_register(lane, static_cast<unsigned>(number)));
    } else if (op == 0x27) {  // end
      return pop();
    } else if (op == 0x28 || op == 0x29) {  // duplicates, or drops
      const Number value = pop();
      if (op == 0x28) stack.insert(stack.end(), 2, value);
    } else if (op == 0x2b) {  // swaps
      const Number top = pop(), below = pop();
      stack.insert(stack.end(), {top, below});
    } else {
      throw Refused();
    }
  }
  throw Refused();
}

}  // namespace

bool holds(std::string_view bytecode, const Target& target, unsigned lane) {
  try {
    return evaluate(bytecode, target, lane) != 0;
  } catch (const Refused&) {
    return true;
  }
}

}  // namespace gputm::debug
