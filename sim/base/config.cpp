#include "base/config.h"

#include <toml++/toml.h>
#include <algorithm>
#include <bit>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "base/builtin_configs.h"

namespace gputm {
namespace {

constexpr std::string_view kWorkloadPrefix = "workload.";

/// A value as a user wrote it, for messages: at most 40 printable characters.
std::string shown(std::string_view text) {
  std::string out;
  for (char c : text.substr(0, 40)) out += (c >= ' ' && c <= '~') ? c : '?';
  return out + (text.size() > 40 ? "..." : "");
}

const ConfigKey* find_key(std::string_view name) {
  const auto keys = config_keys();
  const auto found = std::ranges::find(keys, name, &ConfigKey::name);
  return found == keys.end() ? nullptr : &*found;
}

const ConfigKey& require_key(std::string_view name) {
  if (const ConfigKey* key = find_key(name)) return *key;
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) names.emplace_back(key.name);
  throw ConfigError("unknown key '" + shown(name) + "'" + suggestion(name, names));
}

[[noreturn]] void out_of_range(const ConfigKey& key, std::string_view value) {
  throw ConfigError(std::string(key.name) + ": " + shown(value) +
                    (key.choices.empty() ? " is outside " : " is none of ") + key.range());
}

void set_number(MachineConfig& machine, const ConfigKey& key, std::int64_t value) {
  const auto number = static_cast<std::uint64_t>(value);
  if (!key.choices.empty() || value < 0 || number < key.min || number > key.max ||
      (key.power_of_two && !std::has_single_bit(number))) {
    out_of_range(key, std::to_string(value));
  }
  key.set(machine, number);
}

void set_choice(MachineConfig& machine, const ConfigKey& key, std::string_view value) {
  const auto found = std::ranges::find(key.choices, value);
  if (found == key.choices.end()) out_of_range(key, "'" + shown(value) + "'");
  key.set(machine, static_cast<std::uint64_t>(found - key.choices.begin()));
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void set_workload(Config& config, std::string_view name, std::int64_t value) {
  if (name.empty()) throw ConfigError("workload: a key's name is missing");
  if (value < 0) throw ConfigError("workload." + shown(name) + ": " + std::to_string(value) + " is negative");
  config.workload[std::string(name)] = static_cast<std::uint64_t>(value);
}

/// One "member = value" of a TOML table.
void set_from_toml(Config& config, const std::string& name, const toml::node& node) {
  const auto integer = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
  if (name.starts_with(kWorkloadPrefix)) {
    if (!integer) throw ConfigError(shown(name) + ": not a whole number");
    set_workload(config, std::string_view(name).substr(kWorkloadPrefix.size()), *integer);
    return;
  }
  const ConfigKey& key = require_key(name);
  if (integer) {
    set_number(config.machine, key, *integer);
  } else if (const auto text = node.value<std::string>(); text && !key.choices.empty()) {
    set_choice(config.machine, key, *text);
  } else {
    out_of_range(key,
                 "a value that is not " + std::string(key.choices.empty() ? "a whole number" : "a name"));
  }
}

/// The candidate that differs from the word in at most a third of it, or a swapped pair; "" when there is
/// none.
std::string_view nearest_of(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > 64) return "";
  std::size_t best = word.size() / 3 + 2;
  std::string_view nearest;
  for (const std::string& candidate : candidates) {
    std::vector<std::size_t> row(candidate.size() + 1);  // of the edit distances
    for (std::size_t j = 0; j <= candidate.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        const std::size_t substituted = diagonal + (word[i - 1] != candidate[j - 1] ? 1 : 0);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
      }
    }
    if (row.back() < best) {
      best = row.back();
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kListed = 16;
  const std::string_view nearest = nearest_of(word, candidates);
  if (!nearest.empty()) return ", did you mean '" + std::string(nearest) + "'?";
  if (candidates.size() > kListed) return "";
  std::string list;
  for (const std::string& candidate : candidates) {
    list += (list.empty() ? "; there are " : ", ") + candidate;
  }
  return list;
}

Config parse_config(std::string_view text, std::string_view source) {
  const std::string where = std::string(source);
  Config config;
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
                      shown(error.description()));
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
  std::ifstream file{std::string(name_or_path)};
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    throw ConfigError("cannot read the configuration " + std::string(name_or_path));
  return parse_config(text.str(), name_or_path);
}

void apply_setting(Config& config, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos) throw ConfigError("'" + shown(setting) + "' is not key=value");
  const std::string_view name = setting.substr(0, equals);
  const std::string_view value = setting.substr(equals + 1);
  const auto integer = parse_integer(value);
  if (name.starts_with(kWorkloadPrefix)) {
    if (!integer) throw ConfigError(shown(name) + ": '" + shown(value) + "' is not a whole number");
    set_workload(config, name.substr(kWorkloadPrefix.size()), *integer);
    return;
  }
  const ConfigKey& key = require_key(name);
  if (!key.choices.empty()) {
    set_choice(config.machine, key, value);
  } else if (integer) {
    set_number(config.machine, key, *integer);
  } else {
    out_of_range(key, "'" + shown(value) + "'");
  }
}

void validate(const MachineConfig& machine) {
  const auto whole_sets = [](std::string_view cache, unsigned bytes, unsigned line, unsigned ways) {
    if (bytes % (line * ways) != 0 || !std::has_single_bit(bytes / (line * ways))) {
      throw ConfigError(std::string(cache) + ".bytes: " + std::to_string(bytes) + " is not " +
                        std::to_string(line) + " (line_bytes) x " + std::to_string(ways) +
                        " (ways) x a power of two");
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
  at_most("interconnect.concentration", machine.interconnect.concentration, "core.count", machine.core.count);
  at_most("l1.line_bytes", machine.l1.line_bytes, "l2.line_bytes", machine.l2.line_bytes);
  at_most("l2.line_bytes", machine.l2.line_bytes, "partition.interleave_bytes",
          machine.partition.interleave_bytes);
  at_most("l2.line_bytes", machine.l2.line_bytes, "dram.row_bytes", machine.dram.row_bytes);
}

nlohmann::ordered_json to_json(const Config& config) {
  nlohmann::ordered_json json;
  for (const ConfigKey& key : config_keys()) {
    const std::size_t dot = key.name.find('.');
    auto& place = json[std::string(key.name.substr(0, dot))][std::string(key.name.substr(dot + 1))];
    const std::uint64_t value = key.get(config.machine);
    if (key.choices.empty()) {
      place = value;
    } else {
      place = std::string(key.choices[value]);
    }
  }
  json["workload"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : config.workload) json["workload"][name] = value;
  return json;
}

}  // namespace gputm
