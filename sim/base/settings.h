// Keys that users set, `--set key=value`: one form and one wording of mistakes for whatever they belong to.
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

/// A configuration or a setting is wrong. One line that names the key and, where there is one, the legal
/// range.
class ConfigError : public Error {
 public:
  using Error::Error;
};

/// A key's name and what is legal: a whole number in min..max, or one of `choices` (its value is the index).
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
  /// The number, or the index of the choice. Throws ConfigError.
  std::uint64_t parse(std::string_view value) const;
  /// The number, which must be legal. Throws ConfigError.
  std::uint64_t check(std::int64_t number) const;
  /// Throws ConfigError unless the number, or the index of the choice, is legal.
  void require(std::uint64_t value) const;
  [[noreturn]] void out_of_range(std::string_view value) const;
  /// Throws the ConfigError of a value that is none at all, whatever its size.
  [[noreturn]] void not_a_value(std::string_view value) const;
};

/// A key of `Target`.
template <typename Target>
struct SettingKey : KeyLimits {
  std::uint64_t (*get)(const Target&) = nullptr;
  void (*set)(Target&, std::uint64_t) = nullptr;
};

/// A key and the value that it has unless somebody sets it.
struct KeyDefault : KeyLimits {
  std::uint64_t initial = 0;
};

/// Values as users wrote them, by the keys' full names.
using TextSettings = std::map<std::string, std::string, std::less<>>;

/// The keys of a table, for those who list or check them.
template <typename Target>
std::vector<KeyDefault> with_defaults(std::span<const SettingKey<Target>> keys) {
  const Target defaults{};
  std::vector<KeyDefault> result;
  for (const SettingKey<Target>& key : keys) result.push_back({key, key.get(defaults)});
  return result;
}

/// The target that the texts describe; keys that they leave out, and names that no key has, count not. Throws
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

/// A "key=value" as a user wrote it.
struct Setting {
  std::string_view name, value;
  /// Throws ConfigError when there is no '='.
  static Setting split(std::string_view text);
};

/// Throws the ConfigError of a name that no key has.
[[noreturn]] void unknown_key(std::string_view name, std::span<const std::string> names);

/// The key of that name. Throws ConfigError.
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

/// What a user wrote, for messages: at most `most` printable characters.
std::string shown(std::string_view text, std::size_t most = 40);

std::optional<std::int64_t> parse_integer(std::string_view text);

/// ", did you mean 'x'?" when one of `candidates` is close to `word`; else all of them when they are few, or
/// "".
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

}  // namespace gputm
