// Sweep described by a TOML file (docs/guide/sweeps.md): its points and their time limit.
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

/// Settings in file order, as text: {"kilo.warp_limit", "2"}
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Value of a size that grows with a key: `64 * core.count`
struct Multiple {
  std::uint64_t factor = 1;
  std::string key;
};

/// Reads one, if the value has that form.
std::optional<Multiple> multiple_of(std::string_view value);

/// Named group of settings
struct SweepVariant {
  std::string name;  ///< "" if the sweep has none
  std::optional<std::string> system;
  std::optional<std::string> machine;
  Settings settings;
};

/// Key with its values in the sweep
struct SweepKey {
  std::string name;
  std::vector<std::string> values;
};

/// Product: all combinations of these are points
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
  std::chrono::seconds time_limit{3600};  ///< time limit per point
  bool keep_failed_checks = false;        ///< results that fail a check are results
  std::vector<SweepVariant> variants;
  /// Named sizes: settings for each workload, as numbers or multiples. `full` always exists: the workloads'
  /// own sizes, if the file does not describe it.
  std::map<std::string, std::map<std::string, Settings, std::less<>>, std::less<>> sizes;
  std::vector<SweepProduct> products;

  /// File name without folder and extension.
  std::string name() const { return std::filesystem::path(path).stem().string(); }
};

/// Parses the TOML text of a sweep; legal names, keys and ranges are those of this gputm. `path`: name in
/// messages, and base folder for machine files. What describes figures and tables is for `gputm plot`. Throws
/// ConfigError, one line with file, key, value and the legal values.
SweepFile parse_sweep(std::string_view text, const std::string& path);

/// As above, for a file.
SweepFile load_sweep(const std::string& path);

}  // namespace gputm::app
