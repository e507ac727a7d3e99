// Configurations: TOML files and key=value settings that fill a MachineConfig, checked against one table of
// keys.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/machine_config.h"
#include "base/settings.h"
#include "base/types.h"

namespace gputm {

/// One key of the machine.
using ConfigKey = SettingKey<MachineConfig>;

/// All keys of the machine, in the order of the documentation.
std::span<const ConfigKey> config_keys();

/// The machine, and what the chosen workload is to be set to (keys without "workload."; the workload checks
/// them).
struct Config {
  std::string name;  ///< what was asked for: a built-in configuration or a file
  MachineConfig machine;
  std::map<std::string, std::uint64_t, std::less<>> workload;
};

/// Names of the configurations that come with gputm: "fx5800" ...
std::span<const std::string_view> builtin_configs();

/// Loads a configuration by its built-in name, or from a file when `name_or_path` has a '/' or ends in
/// ".toml". Keys that it does not mention keep the defaults of MachineConfig. Keys of groups that are not the
/// machine's are kept as text, for the TM systems to check. Throws ConfigError.
Config load_config(std::string_view name_or_path);

/// Parses TOML text; `source` is what error messages call it. Throws ConfigError.
Config parse_config(std::string_view text, std::string_view source);

/// Applies one "group.member=value". Throws ConfigError. Call `validate` after the last one.
void apply_setting(Config& config, std::string_view setting);

/// Checks every key's range, and what concerns several keys at once (a cache's size must be whole sets ...).
/// For machines that a program filled in itself, and after the last `apply_setting`. Throws ConfigError.
void validate(const MachineConfig& machine);

/// The effective configuration, whole: {"core": {"count": 30, ...}, ..., "workload": {...}}. `system_keys`:
/// those of the TM systems. Throws ConfigError when the value of one is not legal.
nlohmann::ordered_json to_json(const Config& config, std::span<const KeyDefault> system_keys);

}  // namespace gputm
