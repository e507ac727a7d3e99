// Validation of configuration values: one line with the key, the value and the legal range.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/types.h"

namespace gputm::memory {

/// Throws Error unless `value` is legal for the machine's key of that name; base/config_keys.cpp has the
/// range.
void check_key(std::string_view key, std::uint64_t value);

/// For values that are not keys of the machine. Throws Error unless low <= value <= high.
void check_range(std::string_view name, std::uint64_t value, std::uint64_t low, std::uint64_t high);

}  // namespace gputm::memory
