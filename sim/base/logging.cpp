#include "base/logging.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <string>

namespace gputm {

void init_logging(std::string_view level) {
  // from_str returns "off" for unknown names.
  const spdlog::level::level_enum parsed = spdlog::level::from_str(std::string(level));
  if (parsed == spdlog::level::off && level != "off") {
    throw Error("log level: '" + std::string(level) + "' is none of trace, debug, info, warning, error, off");
  }
  auto logger =
      std::make_shared<spdlog::logger>("gputm", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  logger->set_pattern("%^%l%$: %v");
  logger->set_level(parsed);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace gputm
