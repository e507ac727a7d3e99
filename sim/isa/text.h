// Numbers in messages.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "base/types.h"

namespace gputm::isa {

/// "0x" and lower-case hexadecimal digits without leading zeros.
inline std::string hex(std::uint64_t value) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return "0x" + std::string(digits, end);
}

}  // namespace gputm::isa
