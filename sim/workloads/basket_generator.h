// Shopping baskets from the generator of Agrawal and Srikant (Fast Algorithms for Mining Association Rules,
// VLDB 1994, section 2.4.3), known as IBM Quest's.
#pragma once

#include <cstdint>
#include <vector>

namespace gputm::workloads {

/// Items of a basket, ascending, without duplicates
using Basket = std::vector<std::uint32_t>;

struct BasketShape {
  std::uint32_t baskets = 0;
  std::uint32_t items = 0;          ///< item numbers are 0..items-1; at least 1
  std::uint32_t patterns = 0;       ///< sets bought together; at least 1
  std::uint32_t basket_items = 0;   ///< average items per basket; at least 1
  std::uint32_t pattern_items = 0;  ///< average items per pattern; at least 1
};

std::vector<Basket> generate_baskets(const BasketShape& shape, std::uint64_t seed);

}  // namespace gputm::workloads
