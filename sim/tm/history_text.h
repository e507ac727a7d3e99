// Text for words and transactions in the messages of the history check.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "base/types.h"

namespace gputm::tm {

inline std::string hex(Word value) {
  std::array<char, 8> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

/// Position in place of the order of an aborted attempt
inline constexpr std::uint64_t kAborted = ~std::uint64_t{0};

inline std::string name(std::uint32_t thread, std::uint32_t attempt, std::uint64_t order) {
  return "thread " + std::to_string(thread) + " attempt " + std::to_string(attempt) + " (" +
         (order == kAborted ? "aborted" : "order " + std::to_string(order)) + ")";
}

}  // namespace gputm::tm
