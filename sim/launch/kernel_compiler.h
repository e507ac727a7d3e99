// Compiler of device C++ to programs, with the same compiler, flags and device files as gputm_add_kernel() of
// CMake.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.h"
#include "launch/compiler_process.h"

namespace gputm::launch {

/// Whether a file is to be compiled, as C++: .cpp, .cc, .cxx, .c++, .C or .c.
bool is_source(const std::filesystem::path& file);

/// Folder of gputm.h, crt0.S and link.ld: that of the installation, otherwise that of the source tree that
/// gputm was built from. Throws Error if they are in neither.
std::filesystem::path device_folder();

/// Arguments of a compiler: wherever that folder is, its lines are named "gputm/tm.h:52".
std::vector<std::string> device_names();

/// Device code of these functions, linked into programs of clang's that call them.
inline constexpr std::array<std::string_view, 4> kPrintFunctions = {"printf", "puts", "putchar",
                                                                    "__gputm_print_assertion"};
std::filesystem::path print_library();

/// Throws Error if it cannot be read.
void check_source(const std::filesystem::path& source);

/// Compiles and links sources, objects and flags with the start code and libraries of the device to an ELF
/// file. The compiler's messages go to standard error. Returns false if it has failed. Throws Error if there
/// is none, and Stopped.
bool link_program(const std::vector<std::string>& inputs, isa::Xlen xlen, const std::filesystem::path& elf,
                  const TemporaryFolder& folder, const std::function<bool()>& stop);

/// Compiles for RV32IMAF or RV64IMAFD with `flags` after the flags required by kernels. The compiler's
/// messages go to standard error. `stop`: polled continuously; true ends the compiler. Throws Error if there
/// is no compiler or it has failed, and Stopped (base/child_process.h).
isa::Program compile_kernel(const std::filesystem::path& source, isa::Xlen xlen = isa::Xlen::k32,
                            const std::vector<std::string>& flags = {},
                            const std::function<bool()>& stop = {});

/// Program in an ELF file that is to be deleted, named after its source in messages.
isa::Program compiled_program(const std::filesystem::path& elf, const std::filesystem::path& source);

/// Loads an ELF file. Throws Error; for other files it suggests alternatives.
isa::Program load_program(const std::filesystem::path& file);

}  // namespace gputm::launch
