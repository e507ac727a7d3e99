#include "gpu/calling_convention.h"

#include <cstddef>

#include "isa/execute.h"

namespace gputm::gpu {
namespace {

core::ThreadStart place_ilp32f(std::span<const Argument> arguments) {
  core::ThreadStart start;
  std::size_t integers = 0, floats = 0;
  const auto push = [&](Word word) {
    if (integers < start.integers.size()) {
      start.integers[integers++] = word;
    } else {
      start.stack.push_back(word);
    }
  };
  for (const Argument& argument : arguments) {
    const auto low = static_cast<Word>(argument.bits);
    if (argument.type == ValueType::kF32 && floats < start.floats.size()) {
      start.floats[floats++] = low;
    } else if (bytes(argument.type) <= sizeof(Word)) {
      push(low);
    } else {
      // 64 bits: two registers, or the last one and a stack word; on the stack alone, aligned to 8 bytes.
      if (integers == start.integers.size() && start.stack.size() % 2 != 0) start.stack.push_back(0);
      push(low);
      push(static_cast<Word>(argument.bits >> 32));
    }
  }
  return start;
}

/// Contents of a 64-bit register: 32-bit integers are sign-extended, unsigned ones, too.
isa::Wide register_of(const Argument& argument) {
  const Word low = isa::low_word(argument.bits);
  switch (argument.type) {
    case ValueType::kF32:
      return isa::wide(low, isa::kBoxed);
    case ValueType::kU32:
    case ValueType::kI32:
      return isa::wide(low, isa::sign_word(low));
    default:
      return argument.bits;
  }
}

core::ThreadStart place_lp64d(std::span<const Argument> arguments) {
  core::ThreadStart start;
  std::size_t integers = 0, floats = 0;
  for (const Argument& argument : arguments) {
    const isa::Wide value = register_of(argument);
    if (is_float(argument.type) && floats < start.floats.size()) {
      start.floats[floats++] = value;
    } else if (integers < start.integers.size()) {
      start.integers[integers++] = value;
    } else {
      start.stack.insert(start.stack.end(), {isa::low_word(value), isa::high_word(value)});
    }
  }
  return start;
}

}  // namespace

core::ThreadStart place_arguments(std::span<const Argument> arguments, isa::Xlen xlen) {
  return xlen == isa::Xlen::k64 ? place_lp64d(arguments) : place_ilp32f(arguments);
}

}  // namespace gputm::gpu
