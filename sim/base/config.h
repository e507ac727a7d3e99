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

/// Key of the machine
using ConfigKey = SettingKey<MachineConfig>;

/// All keys of the machine, in documentation order.
std::span<const ConfigKey> config_keys();

/// The machine, and settings for the chosen workload (keys without "workload."; the workload checks them)
struct Config {
  std::string name;  ///< requested name: a built-in configuration or a file
  MachineConfig machine;
  std::map<std::string, std::uint64_t, std::less<>> workload;
};

/// Names of the built-in configurations: "fx5800" ...
std::span<const std::string_view> builtin_configs();

/// Loads a built-in configuration by name, or a file if `name_or_path` has a '/' or ends in ".toml". Missing
/// keys keep the defaults of MachineConfig. Keys of groups that do not belong to the machine are kept as
/// text, for the TM systems to check. Throws ConfigError.
Config load_config(std::string_view name_or_path);

/// Parses TOML text; `source`: name in error messages. Throws ConfigError.
Config parse_config(std::string_view text, std::string_view source);

/// Applies one "group.member=value". Throws ConfigError. `validate` must be called after the last one.
void apply_setting(Config& config, std::string_view setting);

/// Applies one "group.member=value" that a system brings (tm::SystemInfo::settings), unless the key has been
/// set by the function above. Throws ConfigError.
void apply_default(MachineConfig& machine, std::string_view setting);

/// Checks the range of every key, and conditions on several keys (a cache's size must be whole sets ...). For
/// machines filled in by a program, and after the last `apply_setting`. Throws ConfigError.
void validate(const MachineConfig& machine);

/// The whole effective configuration: {"core": {"count": 30, ...}, ..., "workload": {...}}. `system_keys`:
/// keys of the TM systems. Throws ConfigError if one has an illegal value.
nlohmann::ordered_json to_json(const Config& config, std::span<const KeyDefault> system_keys);

}  // namespace gputm
