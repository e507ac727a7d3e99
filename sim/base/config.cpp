#include "base/config.h"

#include <toml++/toml.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/builtin_configs.h"
#include "base/read_file.h"

namespace gputm {
namespace {

constexpr std::string_view kWorkloadPrefix = "workload.";

/// The ranges belong to the workloads, which this layer does not know.
[[noreturn]] void not_a_size(std::string_view name, const std::string& value) {
  throw ConfigError(shown(name) + ": " + value +
                    " is not a whole number from 0; `gputm list` shows each workload's ranges");
}

void set_workload(Config& config, std::string_view name, std::int64_t value) {
  if (name.empty()) throw ConfigError("workload: a key's name is missing");
  if (value < 0) not_a_size("workload." + std::string(name), std::to_string(value));
  config.workload[std::string(name)] = static_cast<std::uint64_t>(value);
}

/// Whether keys of the name's group belong to the machine; other groups belong to the TM systems.
bool is_machine_key(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return true;
  return std::ranges::any_of(
      config_keys(), [&](const ConfigKey& key) { return key.name.starts_with(name.substr(0, dot + 1)); });
}

/// Applies one "member = value" of a TOML table.
/// Applies one "key=value" of the machine or of a TM system.
void set_machine_key(MachineConfig& machine, std::string_view text) {
  const auto [name, value] = Setting::split(text);
  if (is_machine_key(name)) return apply_setting(config_keys(), machine, text);
  machine.systems[std::string(name)] = value;
}

void set_from_toml(Config& config, const std::string& name, const toml::node& node) {
  const auto integer = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
  if (name.starts_with(kWorkloadPrefix)) {
    if (!integer) not_a_size(name, "a value");
    set_workload(config, std::string_view(name).substr(kWorkloadPrefix.size()), *integer);
    return;
  }
  if (!is_machine_key(name)) {
    const auto text = node.value<std::string>();
    if (!integer && !text)
      throw ConfigError(shown(name) + ": a value that is neither a whole number nor a name");
    config.machine.systems[name] = integer ? std::to_string(*integer) : *text;
    return;
  }
  const ConfigKey& key = require_key(config_keys(), name);
  if (integer) {
    key.set(config.machine, key.check(*integer));
  } else if (const auto text = node.value<std::string>(); text && !key.choices.empty()) {
    key.set(config.machine, key.parse(*text));
  } else {
    key.not_a_value(key.choices.empty() ? "a value that" : "a value that is not a name");
  }
}

}  // namespace

Config parse_config(std::string_view text, std::string_view source) {
  const std::string where = std::string(source);
  Config config{where, {}, {}};
  try {
    const toml::table document = toml::parse(text, source);
    for (const auto& [group, members] : document) {
      const std::string group_name(group.str());
      const toml::table* table = members.as_table();
      if (table == nullptr) throw ConfigError("'" + shown(group_name) + "' is not inside a [group]");
      for (const auto& [member, value] : *table) {
        set_from_toml(config, group_name + "." + std::string(member.str()), value);
      }
    }
    validate(config.machine);
  } catch (const toml::parse_error& error) {
    throw ConfigError(where + ":" + std::to_string(error.source().begin.line) + ": " +
                      shown(error.description(), 300));
  } catch (const ConfigError& error) {
    throw ConfigError(where + ": " + error.what());
  }
  return config;
}

std::span<const std::string_view> builtin_configs() { return kBuiltinConfigNames; }

Config load_config(std::string_view name_or_path) {
  if (name_or_path.find('/') == std::string_view::npos && !name_or_path.ends_with(".toml")) {
    for (std::size_t i = 0; i < kBuiltinConfigNames.size(); ++i) {
      if (kBuiltinConfigNames[i] == name_or_path) return parse_config(kBuiltinConfigTexts[i], name_or_path);
    }
    std::string names;
    for (std::string_view name : kBuiltinConfigNames)
      names += (names.empty() ? "" : ", ") + std::string(name);
    throw ConfigError("unknown configuration '" + shown(name_or_path) + "' (there are " + names +
                      ", or give a path to a .toml file)");
  }
  try {
    return parse_config(read_file(std::string(name_or_path)), name_or_path);
  } catch (const FileError& error) {
    throw ConfigError("cannot read the configuration " + std::string(name_or_path) + ": " + error.what());
  }
}

void apply_setting(Config& config, std::string_view setting) {
  const auto [name, value] = Setting::split(setting);
  if (!name.starts_with(kWorkloadPrefix)) {
    set_machine_key(config.machine, setting);
    config.machine.chosen.insert(std::string(name));
    return;
  }
  const auto integer = parse_integer(value);
  if (!integer) not_a_size(name, "'" + shown(value) + "'");
  set_workload(config, name.substr(kWorkloadPrefix.size()), *integer);
}

void apply_default(MachineConfig& machine, std::string_view setting) {
  if (!machine.chosen.contains(Setting::split(setting).name)) set_machine_key(machine, setting);
}

void validate(const MachineConfig& machine) {
  for (const ConfigKey& key : config_keys()) key.require(key.get(machine));
  const auto whole_sets = [](const std::string& cache, unsigned bytes, unsigned line, unsigned ways) {
    if (bytes % (line * ways) != 0 || !std::has_single_bit(bytes / (line * ways))) {
      throw ConfigError(cache + ".bytes: " + std::to_string(bytes) + " is not " + std::to_string(line) +
                        " (" + cache + ".line_bytes) x " + std::to_string(ways) + " (" + cache +
                        ".ways) x a power of two");
    }
  };
  whole_sets("l1", machine.l1.bytes, machine.l1.line_bytes, machine.l1.ways);
  whole_sets("l2", machine.l2.bytes, machine.l2.line_bytes, machine.l2.ways);
  const auto at_most = [](std::string_view key, unsigned value, std::string_view other, unsigned bound) {
    if (value > bound) {
      throw ConfigError(std::string(key) + ": " + std::to_string(value) + " is above " + std::string(other) +
                        " = " + std::to_string(bound));
    }
  };
  at_most("core.simd_width", machine.core.simd_width, "core.warp_width", machine.core.warp_width);
  at_most("l1.line_bytes", machine.l1.line_bytes, "l2.line_bytes", machine.l2.line_bytes);
  at_most("l2.line_bytes", machine.l2.line_bytes, "partition.interleave_bytes",
          machine.partition.interleave_bytes);
  at_most("l2.line_bytes", machine.l2.line_bytes, "dram.row_bytes", machine.dram.row_bytes);
  if (machine.l2.sector_bytes != 0) {
    at_most("l2.sector_bytes", machine.l2.sector_bytes, "l2.line_bytes", machine.l2.line_bytes);
    at_most("l2.line_bytes", machine.l2.line_bytes, "8 x l2.sector_bytes", 8 * machine.l2.sector_bytes);
  }
  const std::uint64_t cycles =
      std::uint64_t{machine.memory.min_latency} * machine.clock.interconnect_mhz / machine.clock.core_mhz;
  constexpr std::uint64_t kMaxCycles = 10'000;  // limit of the L2's pipeline
  if (cycles > kMaxCycles) {
    throw ConfigError(
        "memory.min_latency: " + std::to_string(cycles) + " interconnect cycles, above " +
        std::to_string(kMaxCycles) + " (" + std::to_string(machine.memory.min_latency) +
        " core cycles, clock.interconnect_mhz = " + std::to_string(machine.clock.interconnect_mhz) +
        ", clock.core_mhz = " + std::to_string(machine.clock.core_mhz) + ")");
  }
}

nlohmann::ordered_json to_json(const Config& config, std::span<const KeyDefault> system_keys) {
  nlohmann::ordered_json json;
  const auto add = [&](const KeyLimits& key, std::uint64_t value) {
    const std::size_t dot = key.name.find('.');
    auto& place = json[std::string(key.name.substr(0, dot))][std::string(key.name.substr(dot + 1))];
    if (key.choices.empty()) {
      place = value;
    } else {
      place = std::string(key.choices[value]);
    }
  };
  for (const ConfigKey& key : config_keys()) add(key, key.get(config.machine));
  for (const KeyDefault& key : system_keys) {
    const auto text = config.machine.systems.find(key.name);
    add(key, text == config.machine.systems.end() ? key.initial : key.parse(text->second));
  }
  json["workload"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : config.workload) json["workload"][name] = value;
  return json;
}

}  // namespace gputm
