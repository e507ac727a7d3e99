// Shopping baskets from a file: one a line, the numbers of its items with white space between, as the public
// collections for frequent item sets have them (the FIMI repository's .dat files).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "workloads/basket_generator.h"

namespace gputm::workloads {

struct BasketLimits {
  std::uint32_t baskets = 0;  ///< at most
  std::uint32_t items = 0;    ///< numbers are below
};

/// Items are sorted, those that a line has twice counted once; empty lines are no baskets. Throws Error, one
/// line that names the line of the file, what is wrong in it and what is legal.
std::vector<Basket> read_baskets(std::istream& file, const BasketLimits& limits);

}  // namespace gputm::workloads
