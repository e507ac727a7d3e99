#include "base/settings.h"

#include <bit>
#include <charconv>

namespace gputm {
namespace {

/// Candidate that differs from the word in at most a third of its letters, or in a swapped pair; "" if there
/// is none.
std::string_view nearest_of(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > 64) return "";
  std::size_t best = word.size() / 3 + 2;
  std::string_view nearest;
  for (const std::string& candidate : candidates) {
    std::vector<std::size_t> row(candidate.size() + 1);  // row of the edit distances
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

std::string KeyLimits::range() const {
  if (!choices.empty()) {
    std::string text;
    for (std::string_view choice : choices) text += (text.empty() ? "" : " | ") + std::string(choice);
    return text;
  }
  return std::to_string(min) + ".." + std::to_string(max) + (power_of_two ? ", a power of two" : "");
}

std::uint64_t KeyLimits::parse(std::string_view value) const {
  if (choices.empty()) {
    if (const auto number = parse_integer(value)) return check(*number);
    const std::string_view digits = value.substr(value.starts_with('-') ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
      not_a_value("'" + shown(value) + "'");
  } else if (const auto found = std::ranges::find(choices, value); found != choices.end()) {
    return static_cast<std::uint64_t>(found - choices.begin());
  }
  out_of_range("'" + shown(value) + "'");
}

std::uint64_t KeyLimits::check(std::int64_t number) const {
  if (!choices.empty() || number < 0) out_of_range(std::to_string(number));
  require(static_cast<std::uint64_t>(number));
  return static_cast<std::uint64_t>(number);
}

void KeyLimits::require(std::uint64_t value) const {
  if (value < min || value > max || (power_of_two && value != 0 && !std::has_single_bit(value))) {
    out_of_range(std::to_string(value));
  }
}

void KeyLimits::out_of_range(std::string_view value) const {
  throw ConfigError(std::string(name) + ": " + shown(value) +
                    (choices.empty() ? " is outside " : " is none of ") + range());
}

void KeyLimits::not_a_value(std::string_view value) const {
  throw ConfigError(std::string(name) + ": " + shown(value) +
                    (choices.empty() ? " is not a whole number in " : " is none of ") + range());
}

Setting Setting::split(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) throw ConfigError("'" + shown(text) + "' is not key=value");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void unknown_key(std::string_view name, std::span<const std::string> names) {
  throw ConfigError("unknown key '" + shown(name) + "'" + suggestion(name, names));
}

std::string shown(std::string_view text, std::size_t most) {
  std::string out;
  for (char c : text.substr(0, most)) out += (c >= ' ' && c <= '~') ? c : '?';
  return out + (text.size() > most ? "..." : "");
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

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

}  // namespace gputm
