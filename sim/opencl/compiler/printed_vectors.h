// printf of vectors, in LLVM assembly: the device prints numbers alone.
#pragma once

#include <string>
#include <string_view>

namespace gputm::opencl {

/// Formats get the lengths of C. Calls of printf get the numbers of vectors one by one, and their formats,
/// such as "%5.1v4hlf", a conversion for each: "%5.1f,%5.1f,%5.1f,%5.1f".
std::string print_numbers(std::string_view assembly);

}  // namespace gputm::opencl
