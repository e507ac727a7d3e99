// Fields of packed ports, including those wider than 64 bits, for which Verilator has arrays of 32-bit words.
#pragma once

#include <cstdint>
#include <type_traits>

namespace gputm::tb {

/// Bits first..first+bits-1 of a port; at most 64.
template <typename Port>
std::uint64_t get_bits(const Port& port, unsigned first, unsigned bits) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    const unsigned bit = first + i;
    if constexpr (std::is_integral_v<Port>) {
      value |= (static_cast<std::uint64_t>(port) >> bit & 1) << i;
    } else {
      value |= std::uint64_t{port[bit / 32] >> (bit % 32) & 1u} << i;
    }
  }
  return value;
}

/// Sets these bits and keeps the others.
template <typename Port>
void set_bits(Port& port, unsigned first, unsigned bits, std::uint64_t value) {
  for (unsigned i = 0; i < bits; ++i) {
    const unsigned bit = first + i;
    if constexpr (std::is_integral_v<Port>) {
      const std::uint64_t mask = std::uint64_t{1} << bit;
      port = static_cast<Port>((value >> i & 1) != 0 ? port | mask : port & ~mask);
    } else {
      const std::uint32_t mask = 1u << (bit % 32);
      port[bit / 32] = (value >> i & 1) != 0 ? port[bit / 32] | mask : port[bit / 32] & ~mask;
    }
  }
}

}  // namespace gputm::tb
