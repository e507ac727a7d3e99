// Device C++ to a program, as gputm_add_kernel() of CMake does: with the same compiler, flags and device
// files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "isa/program.h"

namespace gputm::launch {

/// Whether a file is to be compiled, as C++: .cpp, .cc, .cxx, .c++, .C or .c.
bool is_source(const std::filesystem::path& file);

/// Where gputm.h, crt0.S and link.ld are: beside the command that runs when it is installed, else in the
/// source tree that it was built from. Throws Error when they are in neither.
std::filesystem::path device_folder();

/// Throws Error when it cannot be read.
void check_source(const std::filesystem::path& source);

/// Compiles with `flags` after those that kernels need. The compiler's messages go to standard error. `stop`:
/// asked all the time; true ends the compiler. Throws Error: there is no compiler, or it has failed; and
/// Stopped (launch/child_process.h).
isa::Program compile_kernel(const std::filesystem::path& source, const std::vector<std::string>& flags = {},
                            const std::function<bool()>& stop = {});

/// The ELF file. Throws Error, which says of other files what can be used instead.
isa::Program load_program(const std::filesystem::path& file);

}  // namespace gputm::launch
