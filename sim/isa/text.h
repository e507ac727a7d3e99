// Numbers in messages.
#pragma once

#include <charconv>
#include <string>

#include "base/types.h"

namespace gputm::isa {

/// "0x" and lower-case hexadecimal digits without leading zeros.
inline std::string hex(Word value) {
  char digits[8];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return "0x" + std::string(digits, end);
}

}  // namespace gputm::isa
