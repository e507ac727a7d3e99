#include "gpu/message_format.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <type_traits>

namespace gputm::gpu {
namespace {

constexpr std::size_t kLongestString = 4096;
constexpr int kWidest = 1000;

/// Sequential reader of a record's words
class Words {
 public:
  explicit Words(std::span<const Word> words) : words_(words) {}

  std::optional<Word> word() {
    if (words_.empty()) return std::nullopt;
    const Word first = words_.front();
    words_ = words_.subspan(1);
    return first;
  }
  std::optional<std::uint64_t> pair() {
    const auto low = word();
    const auto high = word();
    if (!low || !high) return std::nullopt;
    return *low | std::uint64_t{*high} << 32;
  }
  std::optional<std::string> string() {
    const auto length = word();
    if (!length || (std::size_t{*length} + 3) / 4 > words_.size()) return std::nullopt;
    std::string text(*length, '\0');
    std::memcpy(text.data(), words_.data(), text.size());
    words_ = words_.subspan((text.size() + 3) / 4);
    return text;
  }

 private:
  std::span<const Word> words_;
};

/// Conversion of a format: %[flags][width][.precision][length]letter
struct Conversion {
  std::string flags;
  int width = -1, precision = -1;  ///< -1: not given
  bool wide = false;               ///< 64 bits
  unsigned narrow = 0;             ///< h: 1, hh: 2
  char letter = 0;
};

template <typename T>
std::string print(const Conversion& conversion, const char* length, T value) {
  std::string pattern = "%" + conversion.flags;
  if (conversion.width >= 0) pattern += std::to_string(conversion.width);
  if (conversion.precision >= 0) pattern += fmt::format(".{}", conversion.precision);
  pattern += length;
  pattern += conversion.letter;
  const int bytes = std::snprintf(nullptr, 0, pattern.c_str(), value);
  if (bytes < 0) return "";
  std::string text(static_cast<std::size_t>(bytes) + 1, '\0');
  std::snprintf(text.data(), text.size(), pattern.c_str(), value);
  text.pop_back();
  return text;
}

std::optional<std::string> print_integer(const Conversion& conversion, Words& words) {
  std::uint64_t bits = 0;
  if (conversion.wide) {
    const auto pair = words.pair();
    if (!pair) return std::nullopt;
    bits = *pair;
  } else {
    const auto word = words.word();
    if (!word) return std::nullopt;
    bits = *word;
  }
  const unsigned size = conversion.wide ? 64 : conversion.narrow == 0 ? 32 : conversion.narrow == 1 ? 16 : 8;
  const std::uint64_t kept = bits << (64 - size);
  if (conversion.letter == 'd' || conversion.letter == 'i')
    return print(conversion, "ll", static_cast<long long>(kept) >> (64 - size));
  return print(conversion, "ll", static_cast<unsigned long long>(kept >> (64 - size)));
}

std::optional<std::string> print_value(Conversion conversion, Words& words) {
  switch (conversion.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return print_integer(conversion, words);
    case 'c': {
      const auto word = words.word();
      return word ? std::optional(print(conversion, "", static_cast<int>(*word & 0xff))) : std::nullopt;
    }
    case 's': {
      const auto text = words.string();
      return text ? std::optional(print(conversion, "", text->c_str())) : std::nullopt;
    }
    case 'p':
      conversion.letter = 'x';
      conversion.flags += '#';
      return print_integer(conversion, words);
    default: {
      const auto bits = words.pair();
      return bits ? std::optional(print(conversion, "", std::bit_cast<double>(*bits))) : std::nullopt;
    }
  }
}

}  // namespace

std::string format_message(std::string_view format, std::span<const Word> record, isa::Xlen xlen) {
  const unsigned words_of_long = xlen == isa::Xlen::k64 ? 2 : 1;
  Words words(record);
  std::string text;
  std::size_t at = 0;
  const auto next = [&] { return at < format.size() ? format[at] : '\0'; };
  const auto number = [&]() -> int {
    if (next() == '*') {
      ++at;
      return std::clamp(static_cast<int>(words.word().value_or(0)), 0, kWidest);
    }
    int value = 0;
    for (; next() >= '0' && next() <= '9'; ++at) value = std::min(value * 10 + (next() - '0'), kWidest);
    return value;
  };
  while (at < format.size()) {
    const std::size_t begin = at;
    if (format[at++] != '%') {
      text += format[begin];
      continue;
    }
    if (next() == '%') {
      ++at;
      text += '%';
      continue;
    }
    Conversion conversion;
    for (; std::string_view("-+ #0").find(next()) != std::string_view::npos; ++at) conversion.flags += next();
    if (next() == '*' || (next() >= '1' && next() <= '9')) conversion.width = number();
    if (next() == '.') {
      ++at;
      conversion.precision = number();
    }
    unsigned longs = 0;
    for (; std::string_view("hlzjtL").find(next()) != std::string_view::npos && next() != '\0'; ++at) {
      const bool as_long = next() == 'l' || next() == 'z' || next() == 't';
      longs += as_long ? words_of_long : next() == 'j' ? 2 : 0;
      conversion.narrow += next() == 'h' ? 1 : 0;
    }
    conversion.letter = next();
    conversion.wide = longs >= 2 || (conversion.letter == 'p' && words_of_long == 2);
    std::optional<std::string> value;
    if (conversion.letter != '\0' &&
        std::string_view("diuoxXcspfFeEgGaA").find(conversion.letter) != std::string_view::npos)
      value = print_value(conversion, words);
    if (conversion.letter != '\0') ++at;
    text += value ? *value : std::string(format.substr(begin, at - begin));
  }
  return text;
}

std::string string_at(const memory::BackingStore& memory, Address address) {
  std::string text;
  while (text.size() < kLongestString && memory.accessible(address, 1)) {
    std::array<std::byte, 1> byte{};
    memory.read(address++, byte);
    if (byte[0] == std::byte{0}) return text;
    text += static_cast<char>(byte[0]);
  }
  return text;
}

}  // namespace gputm::gpu
