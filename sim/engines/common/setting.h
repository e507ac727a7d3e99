// Rows of a system's table of configuration keys.
#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include "base/settings.h"

namespace gputm::engines {

template <typename Member>
struct MemberOf;
template <typename Target, typename Value>
struct MemberOf<Value Target::*> {
  using Type = Target;
};

/// Key for `Member` of the system's configuration: a whole number, or the index of one of `choices`.
template <auto Member, typename Target = typename MemberOf<decltype(Member)>::Type>
constexpr SettingKey<Target> setting(std::string_view name, std::string_view unit, std::uint64_t min,
                                     std::uint64_t max, std::string_view description,
                                     std::span<const std::string_view> choices = {}) {
  return {{name, unit, min, max, false, choices, description},
          [](const Target& target) { return static_cast<std::uint64_t>(target.*Member); },
          [](Target& target, std::uint64_t value) {
            target.*Member = static_cast<std::remove_reference_t<decltype(target.*Member)>>(value);
          }};
}

/// As above, for a power of two.
template <auto Member>
constexpr auto power_of_two(std::string_view name, std::string_view unit, std::uint64_t min,
                            std::uint64_t max, std::string_view description) {
  auto key = setting<Member>(name, unit, min, max, description);
  key.power_of_two = true;
  return key;
}

/// As above, for a choice by name.
template <auto Member>
constexpr auto choice(std::string_view name, std::span<const std::string_view> choices,
                      std::string_view description) {
  return setting<Member>(name, "", 0, choices.size() - 1, description, choices);
}

}  // namespace gputm::engines
