#include "gpu/calling_convention.h"

#include <cstddef>

namespace gputm::gpu {

core::ThreadStart place_arguments(std::span<const Argument> arguments) {
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

}  // namespace gputm::gpu
