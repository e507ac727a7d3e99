// Shopping baskets from a file: one per line, item numbers separated by white space, as in the public
// collections of frequent item sets (.dat files of the FIMI repository).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "workloads/basket_generator.h"

namespace gputm::workloads {

struct BasketLimits {
  std::uint32_t baskets = 0;  ///< maximum number of baskets
  std::uint32_t items = 0;    ///< upper limit of item numbers (exclusive)
};

/// Baskets with sorted items, without duplicates; empty lines are skipped. Throws Error, one line with the
/// file's line number, the error and the legal values.
std::vector<Basket> read_baskets(std::istream& file, const BasketLimits& limits);

}  // namespace gputm::workloads
