#include "base/cache_folder.h"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <system_error>

#include "base/types.h"

namespace gputm {

namespace fs = std::filesystem;

fs::path cache_folder(std::string_view contents) {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  fs::path folder = variable("GPUTM_CACHE");
  if (folder.empty() && !variable("XDG_CACHE_HOME").empty())
    folder = fs::path(variable("XDG_CACHE_HOME")) / "gputm";
  if (folder.empty() && !variable("HOME").empty()) folder = fs::path(variable("HOME")) / ".cache" / "gputm";
  if (folder.empty()) throw Error(fmt::format("no folder for {}: set GPUTM_CACHE to one", contents));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || access(folder.c_str(), W_OK) != 0) {
    throw Error(fmt::format("cannot write to {}, the cache of {} (GPUTM_CACHE sets another)", folder.string(),
                            contents));
  }
  return fs::absolute(folder);
}

}  // namespace gputm
