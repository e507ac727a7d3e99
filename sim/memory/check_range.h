// Validation of configuration values: one line that names the key, the value and the legal range.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "base/types.h"

namespace gputm::memory {

/// Throws Error unless low <= value <= high.
inline void check_range(const char* key, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value < low || value > high)
    throw Error(std::string(key) + " = " + std::to_string(value) +
                " is out of range: " + std::to_string(low) + ".." + std::to_string(high));
}

/// Throws Error unless value is a power of two in low..high.
inline void check_power_of_two(const char* key, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (!std::has_single_bit(value) || value < low || value > high)
    throw Error(std::string(key) + " = " + std::to_string(value) + " is out of range: powers of two in " +
                std::to_string(low) + ".." + std::to_string(high));
}

}  // namespace gputm::memory
