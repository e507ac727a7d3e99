// Transfers between accounts, as the generators of rtl/soc make them: their records at the ports, and their
// effect.
#pragma once

#include <cstdint>
#include <vector>

#include "common/module_bench.h"

namespace gputm::tb {

/// A word and the value that an attempt has read.
struct Balance {
  std::uint32_t account = 0, value = 0;
};

/// soc_pkg::transfer_t
struct Transfer {
  static constexpr unsigned kBits = 202, kWordBits = 62;

  std::uint32_t id = 0;
  Balance rate, to, from;

  /// The record of element `index` of a packed array.
  template <typename Port>
  static Transfer of(const Port& port, unsigned index) {
    const auto bits = [&](unsigned low, unsigned width) {
      std::uint32_t value = 0;
      for (unsigned bit = 0; bit < width; ++bit) value |= element(port, index * kBits + low + bit, 1) << bit;
      return value;
    };
    const auto balance = [&](unsigned place) {
      return Balance{.account = bits(place * kWordBits + 32, 30), .value = bits(place * kWordBits, 32)};
    };
    return {.id = bits(3 * kWordBits, 16), .rate = balance(2), .to = balance(1), .from = balance(0)};
  }

  /// Moved share: a half to a sixteenth, selected by the third account.
  std::uint32_t amount() const { return from.value / (2u << rate.value % 4); }

  /// Whether the transfer's reads match the balances.
  bool has_read(const std::vector<std::uint32_t>& balances) const {
    return balances.at(rate.account) == rate.value && balances.at(to.account) == to.value &&
           balances.at(from.account) == from.value;
  }
  void apply(std::vector<std::uint32_t>& balances) const {
    balances.at(from.account) -= amount();
    balances.at(to.account) += amount();
  }
};

}  // namespace gputm::tb
