// Numbers in lines, separated by commas.
#pragma once

#include <iosfwd>
#include <string_view>

#include "launch/data.h"

namespace gputm::launch {

/// Two dimensions if there are several lines of one length, else one. Throws Error with line and column.
Data parse_csv(std::string_view text, gpu::ValueType element);
/// A line for each row; one dimension is written as a number a line.
void write_csv(std::ostream& to, const Data& data);

}  // namespace gputm::launch
