// A sweep as its TOML file describes it (docs/sweeps.md): which points there are, and how long each may take.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/settings.h"

namespace gputm::app {

/// Settings in the order of the file, as text: {"kilo.warp_limit", "2"}.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Settings that belong together, under a name.
struct SweepVariant {
  std::string name;  ///< "" when the sweep has none
  std::optional<std::string> system;
  std::optional<std::string> machine;
  Settings settings;
};

/// A key and the values that points have of it.
struct SweepKey {
  std::string name;
  std::vector<std::string> values;
};

/// All combinations of these are points.
struct SweepProduct {
  std::vector<std::string> workloads;
  std::vector<std::string> systems = {"kilo"};
  std::vector<std::string> machines = {"fx5800"};
  std::vector<std::string> variants;  ///< names; empty: none
  std::vector<SweepKey> keys;
  std::vector<std::uint32_t> seeds = {1};
};

struct SweepFile {
  std::string path;
  std::string text;
  std::string description;
  std::chrono::seconds time_limit{3600};  ///< of a point
  std::vector<SweepVariant> variants;
  /// Named sizes: of each workload what is set. The name `full` is the workloads' own sizes, always there.
  std::map<std::string, std::map<std::string, Settings, std::less<>>, std::less<>> sizes;
  std::vector<SweepProduct> products;

  /// The file's name without folder and ending.
  std::string name() const { return std::filesystem::path(path).stem().string(); }
};

/// The sweep that the TOML text describes; names, keys and ranges are those that this gputm knows. `path`:
/// what messages call it, and where it looks for files of machines. Tables that tell how figures are drawn
/// are for `gputm plot`. Throws ConfigError, one line with file, key, value and what is legal.
SweepFile parse_sweep(std::string_view text, const std::string& path);

/// The same of a file.
SweepFile load_sweep(const std::string& path);

}  // namespace gputm::app
