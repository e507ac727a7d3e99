// NumPy's file format, versions 1 to 3: little-endian numbers in C order.
#pragma once

#include <iosfwd>
#include <string_view>

#include "launch/data.h"

namespace gputm::launch {

/// Throws Error for damaged files and other arrays. Safe for any bytes.
Data parse_npy(std::string_view file);
void write_npy(std::ostream& to, const Data& data);

}  // namespace gputm::launch
