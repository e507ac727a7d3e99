// Types of kernel parameters and buffer elements, and arguments of these types.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "base/types.h"

namespace gputm::gpu {

enum class ValueType : std::uint8_t {
  kU8,
  kI8,
  kU16,
  kI16,
  kU32,
  kI32,
  kU64,
  kI64,
  kF32,
  kF64,
  kBool,
  kPointer
};

struct ValueTypeInfo {
  ValueType type;
  std::string_view name;
  unsigned bytes;
};

/// All types, in enumeration order.
inline constexpr std::array<ValueTypeInfo, 12> kValueTypes = {{{ValueType::kU8, "u8", 1},
                                                               {ValueType::kI8, "i8", 1},
                                                               {ValueType::kU16, "u16", 2},
                                                               {ValueType::kI16, "i16", 2},
                                                               {ValueType::kU32, "u32", 4},
                                                               {ValueType::kI32, "i32", 4},
                                                               {ValueType::kU64, "u64", 8},
                                                               {ValueType::kI64, "i64", 8},
                                                               {ValueType::kF32, "f32", 4},
                                                               {ValueType::kF64, "f64", 8},
                                                               {ValueType::kBool, "bool", 1},
                                                               {ValueType::kPointer, "pointer", 4}}};

constexpr const ValueTypeInfo& info(ValueType type) { return kValueTypes[static_cast<std::size_t>(type)]; }
constexpr std::string_view name(ValueType type) { return info(type).name; }
constexpr unsigned bytes(ValueType type) { return info(type).bytes; }
constexpr bool is_float(ValueType type) { return type == ValueType::kF32 || type == ValueType::kF64; }
constexpr bool is_signed(ValueType type) {
  return type == ValueType::kI8 || type == ValueType::kI16 || type == ValueType::kI32 ||
         type == ValueType::kI64;
}

/// Type with this name in the user's language; none for other words.
constexpr std::optional<ValueType> value_type(std::string_view word) {
  for (const ValueTypeInfo& known : kValueTypes) {
    if (known.name == word) return known.type;
  }
  return std::nullopt;
}

/// Type of the host's `T`.
template <typename T>
requires std::is_arithmetic_v<T>
consteval ValueType value_type_of() {
  if constexpr (std::same_as<T, bool>) return ValueType::kBool;
  if constexpr (std::same_as<T, float>) return ValueType::kF32;
  if constexpr (std::same_as<T, double>) return ValueType::kF64;
  constexpr bool kSigned = std::is_signed_v<T>;
  switch (sizeof(T)) {
    case 1:
      return kSigned ? ValueType::kI8 : ValueType::kU8;
    case 2:
      return kSigned ? ValueType::kI16 : ValueType::kU16;
    case 4:
      return kSigned ? ValueType::kI32 : ValueType::kU32;
    default:
      return kSigned ? ValueType::kI64 : ValueType::kU64;
  }
}

/// Argument of a kernel: a number, or the address of device memory
struct Argument {
  ValueType type = ValueType::kU32;
  std::uint64_t bits = 0;  ///< integers sign-extended; the bits of a float

  Argument(ValueType of, std::uint64_t value) : type(of), bits(value) {}
  /// A number; implicit, so that an argument list looks like the kernel's call.
  template <typename T>
  requires std::is_arithmetic_v<T> Argument(T value) : type(value_type_of<T>()) {
    if constexpr (std::same_as<T, float>) {
      bits = std::bit_cast<std::uint32_t>(value);
    } else if constexpr (std::same_as<T, double>) {
      bits = std::bit_cast<std::uint64_t>(value);
    } else {
      bits = static_cast<std::uint64_t>(value);
    }
  }
};

/// Argument for a pointer or reference parameter.
inline Argument pointer(Address address) { return {ValueType::kPointer, address}; }

}  // namespace gputm::gpu
