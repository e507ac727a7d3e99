// Numbers in lines, separated by commas.
#pragma once

#include <iosfwd>
#include <string_view>

#include "launch/data.h"

namespace gputm::launch {

/// Two dimensions for several lines of equal length, otherwise one. Throws Error with line and column.
Data parse_csv(std::string_view text, gpu::ValueType element);
/// One line per row; one-dimensional data have one number per line.
void write_csv(std::ostream& to, const Data& data);

}  // namespace gputm::launch
