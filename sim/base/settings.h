// User settings, `--set key=value`: one format and uniform error messages for all owners of keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"

namespace gputm {

/// A configuration or a setting is wrong. One line with the key and, where there is one, the legal range
class ConfigError : public Error {
 public:
  using Error::Error;
};

/// Name and legal values of a key: a whole number in min..max, or one of `choices` (its value is the index)
struct KeyLimits {
  std::string_view name;  ///< "group.member"
  std::string_view unit;  ///< "core cycles", "bytes" ...; "" for choices
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  bool power_of_two = false;
  std::span<const std::string_view> choices;
  std::string_view description;

  /// "1..64", "1..64, a power of two" or "lrr | gto".
  std::string range() const;
  /// Number, or index of the choice. Throws ConfigError.
  std::uint64_t parse(std::string_view value) const;
  /// Returns the number if it is legal. Throws ConfigError.
  std::uint64_t check(std::int64_t number) const;
  /// Throws ConfigError unless the number, or the index of the choice, is legal.
  void require(std::uint64_t value) const;
  [[noreturn]] void out_of_range(std::string_view value) const;
  /// Throws ConfigError for a text that is not a value at all, in or out of range.
  [[noreturn]] void not_a_value(std::string_view value) const;
};

/// Key of `Target`
template <typename Target>
struct SettingKey : KeyLimits {
  std::uint64_t (*get)(const Target&) = nullptr;
  void (*set)(Target&, std::uint64_t) = nullptr;
};

/// Key and its default value
struct KeyDefault : KeyLimits {
  std::uint64_t initial = 0;
};

/// Values as given by users, by full key name
using TextSettings = std::map<std::string, std::string, std::less<>>;

/// Keys of a table, for lists and checks.
template <typename Target>
std::vector<KeyDefault> with_defaults(std::span<const SettingKey<Target>> keys) {
  const Target defaults{};
  std::vector<KeyDefault> result;
  for (const SettingKey<Target>& key : keys) result.push_back({key, key.get(defaults)});
  return result;
}

/// Target described by the texts. Missing keys keep their defaults, and unknown names are ignored. Throws
/// ConfigError.
template <typename Target>
Target read_settings(std::span<const SettingKey<Target>> keys, const TextSettings& texts) {
  Target target{};
  for (const SettingKey<Target>& key : keys) {
    const auto text = texts.find(key.name);
    if (text != texts.end()) key.set(target, key.parse(text->second));
  }
  return target;
}

/// "key=value" as given by a user
struct Setting {
  std::string_view name, value;
  /// Throws ConfigError if there is no '='.
  static Setting split(std::string_view text);
};

/// Throws ConfigError for a name without a key.
[[noreturn]] void unknown_key(std::string_view name, std::span<const std::string> names);

/// Key of that name. Throws ConfigError.
template <typename Target>
const SettingKey<Target>& require_key(std::span<const SettingKey<Target>> keys, std::string_view name) {
  const auto found = std::ranges::find(keys, name, &KeyLimits::name);
  if (found != keys.end()) return *found;
  std::vector<std::string> names;
  for (const SettingKey<Target>& key : keys) names.emplace_back(key.name);
  unknown_key(name, names);
}

/// Applies one "key=value". Throws ConfigError.
template <typename Target>
void apply_setting(std::span<const SettingKey<Target>> keys, Target& target, std::string_view text) {
  const Setting setting = Setting::split(text);
  const SettingKey<Target>& key = require_key(keys, setting.name);
  key.set(target, key.parse(setting.value));
}

/// User input for messages: at most `most` printable characters.
std::string shown(std::string_view text, std::size_t most = 40);

std::optional<std::int64_t> parse_integer(std::string_view text);

/// ", did you mean 'x'?" if one of `candidates` is close to `word`; otherwise all of them if they are few, or
/// "".
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

}  // namespace gputm
