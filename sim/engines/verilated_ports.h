// Fields of the packed ports of a Verilated model, whose C++ type depends on their width.
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gputm::engines {

/// Writes `value` to bits first..first+bits-1 (at most 32 bits) of a port.
template <typename Port>
void set_field(Port& port, unsigned first, unsigned bits, std::uint32_t value) {
  const std::uint64_t ones = (std::uint64_t{1} << bits) - 1;
  if constexpr (std::is_integral_v<Port>) {
    port = static_cast<Port>((port & ~(ones << first)) | std::uint64_t{value} << first);
  } else {
    const unsigned word = first / 32, shift = first % 32;
    const std::uint64_t mask = ones << shift, field = std::uint64_t{value} << shift;
    port[word] = (port[word] & ~static_cast<std::uint32_t>(mask)) | static_cast<std::uint32_t>(field);
    if (shift + bits <= 32) return;
    port[word + 1] =
        (port[word + 1] & ~static_cast<std::uint32_t>(mask >> 32)) | static_cast<std::uint32_t>(field >> 32);
  }
}

/// Bits first..first+bits-1 (at most 32 bits) of a port.
template <typename Port>
std::uint32_t field(const Port& port, unsigned first, unsigned bits) {
  const std::uint64_t ones = (std::uint64_t{1} << bits) - 1;
  if constexpr (std::is_integral_v<Port>) {
    return static_cast<std::uint32_t>(std::uint64_t{port} >> first & ones);
  } else {
    const unsigned word = first / 32, shift = first % 32;
    std::uint64_t value = port[word] >> shift;
    if (shift + bits > 32) value |= std::uint64_t{port[word + 1]} << (32 - shift);
    return static_cast<std::uint32_t>(value & ones);
  }
}

/// Sets a whole port to 0.
template <typename Port>
void set_zero(Port& port) {
  port = {};
}

/// Clears the bits of a port that are set in `bits`.
template <typename Port>
void clear_bits(Port& port, const Port& bits) {
  if constexpr (std::is_integral_v<Port>) {
    port = static_cast<Port>(port & ~bits);
  } else {
    for (std::size_t i = 0; i < sizeof(Port) / sizeof(EData); ++i) port[i] &= ~bits[i];
  }
}

}  // namespace gputm::engines
