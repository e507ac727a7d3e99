// Device C++ to a program, as gputm_add_kernel() of CMake does: with the same compiler, flags and device
// files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "isa/program.h"

namespace gputm::launch {

/// Whether a file is to be compiled: .cpp, .cc, .cxx or .C.
bool is_source(const std::filesystem::path& file);

/// Where gputm.h, crt0.S and link.ld are: beside the command that runs when it is installed, else in the
/// source tree that it was built from. Throws Error when they are in neither.
std::filesystem::path device_folder();

/// Compiles with `flags` after those that kernels need. The compiler's messages go to standard error. Throws
/// Error: there is no compiler, or it has failed.
isa::Program compile_kernel(const std::filesystem::path& source, const std::vector<std::string>& flags = {});

}  // namespace gputm::launch
