#include "launch/data.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "base/settings.h"

namespace gputm::launch {
namespace {

using gpu::ValueType;

/// Calls f(T{}) with the host's type of the element.
template <typename F>
auto with_type(ValueType type, F f) {
  switch (type) {
    case ValueType::kU8:
      return f(std::uint8_t{});
    case ValueType::kI8:
      return f(std::int8_t{});
    case ValueType::kU16:
      return f(std::uint16_t{});
    case ValueType::kI16:
      return f(std::int16_t{});
    case ValueType::kI32:
      return f(std::int32_t{});
    case ValueType::kU64:
      return f(std::uint64_t{});
    case ValueType::kI64:
      return f(std::int64_t{});
    case ValueType::kF32:
      return f(float{});
    case ValueType::kF64:
      return f(double{});
    case ValueType::kBool:
      return f(bool{});
    default:
      return f(std::uint32_t{});
  }
}

/// Digits of a whole number, without sign and 0x
struct Digits {
  std::string_view text;
  int base = 10;
  bool negative = false;
};

Digits digits(std::string_view text) {
  Digits result{text};
  result.negative = text.starts_with('-');
  if (result.negative) result.text.remove_prefix(1);
  if (result.text.starts_with("0x") || result.text.starts_with("0X")) {
    result.text.remove_prefix(2);
    result.base = 16;
  }
  return result;
}

template <typename T>
T whole_number(std::string_view text) {
  const Digits number = digits(text);
  std::uint64_t magnitude = 0;
  const char* const end = number.text.data() + number.text.size();
  const auto [parsed, error] = std::from_chars(number.text.data(), end, magnitude, number.base);
  if (parsed != end || error == std::errc::invalid_argument)
    throw Error("'" + shown(text) + "' is not a whole number");
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t most = number.negative ? (std::numeric_limits<T>::is_signed ? kMost + 1 : 0) : kMost;
  if (error != std::errc() || magnitude > most) {
    throw Error(shown(text) + " is outside " + std::to_string(std::numeric_limits<T>::min()) + ".." +
                std::to_string(std::numeric_limits<T>::max()));
  }
  return static_cast<T>(number.negative ? 0 - magnitude : magnitude);
}

template <typename T>
T parse(std::string_view text) {
  if constexpr (std::is_same_v<T, bool>) {
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    throw Error("'" + shown(text) + "' is neither true nor false");
  } else if constexpr (std::is_floating_point_v<T>) {
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument)
      throw Error("'" + shown(text) + "' is not a number");
    if (error != std::errc()) throw Error(shown(text) + " is outside what a float of its size holds");
    return value;
  } else {
    return whole_number<T>(text);
  }
}

}  // namespace

void check_element(const Data& data, std::optional<gpu::ValueType> element) {
  if (!element || data.element == *element) return;
  throw Error("holds " + std::string(gpu::name(data.element)) + ", and the kernel's parameter points to " +
              std::string(gpu::name(*element)));
}

std::string number_text(const Data& data, std::size_t index) {
  return with_type(data.element, [&]<typename T>(T value) -> std::string {
    std::memcpy(&value, data.bytes.data() + index * sizeof(T), sizeof(T));
    if constexpr (std::is_same_v<T, bool>) return value ? "1" : "0";
    char text[40];  // shortest form that reads back as the same number
    if constexpr (std::is_floating_point_v<T>) {
      return {text, std::to_chars(text, text + sizeof text, value).ptr};
    } else {
      return std::to_string(value);
    }
  });
}

void append_number(Data& data, std::string_view text) {
  with_type(data.element, [&]<typename T>(T value) {
    value = parse<T>(text);
    const auto bytes = std::as_bytes(std::span(&value, 1));
    data.bytes.insert(data.bytes.end(), bytes.begin(), bytes.end());
  });
}

}  // namespace gputm::launch
