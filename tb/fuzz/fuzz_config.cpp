// Any text gives a configuration or a one-line error, and accepted values lie within the table's ranges.
#include <cstdint>

#include <nlohmann/json.hpp>

#include "base/config.h"
#include "fuzz/one_line.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const gputm::Config config = gputm::parse_config(text, "input");
    for (const gputm::ConfigKey& key : gputm::config_keys()) {
      const std::uint64_t value = key.get(config.machine);
      if (value < key.min || value > key.max) std::abort();
    }
    (void)gputm::to_json(config, {}).dump();
  } catch (const gputm::ConfigError& error) {
    gputm::fuzz::expect_one_line(error.what());
  }
  return 0;
}
