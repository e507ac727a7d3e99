// Any arguments (one a line) give a command or a one-line error; so do the settings and the configuration's
// name.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/command_line/options.h"
#include "base/config.h"
#include "fuzz/one_line.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n') {
      arguments.emplace_back();
    } else if (data[i] != 0) {
      arguments.back() += static_cast<char>(data[i]);
    }
  }
  try {
    const gputm::app::CommandLine line = gputm::app::parse_command_line(arguments);
    if (const auto* run = std::get_if<gputm::app::RunOptions>(&line.command)) {
      gputm::Config config;
      for (const std::string& setting : run->machine.settings) gputm::apply_setting(config, setting);
      gputm::validate(config.machine);
      if (run->machine.config.find('/') == std::string::npos)
        config = gputm::load_config(run->machine.config);
    }
  } catch (const gputm::Error& error) {
    gputm::fuzz::expect_one_line(error.what());
  }
  return 0;
}
