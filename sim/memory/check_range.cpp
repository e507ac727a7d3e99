#include "memory/check_range.h"

#include <string>

#include "base/config.h"

namespace gputm::memory {

void check_key(std::string_view key, std::uint64_t value) { require_key(config_keys(), key).require(value); }

void check_range(std::string_view name, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  KeyLimits{.name = name, .unit = "", .min = low, .max = high, .choices = {}, .description = ""}.require(
      value);
}

}  // namespace gputm::memory
