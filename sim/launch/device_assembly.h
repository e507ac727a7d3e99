// LLVM assembly of kernels, made ready for gputm's link: clang's front ends for CUDA and OpenCL expect
// another target, which has address spaces for shared memory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "isa/xlen.h"

namespace gputm::launch {

inline constexpr const char* kClang = "clang-19";

struct DeviceAssembly {
  std::string text;                         ///< with variables in shared memory in the section .shared
  std::vector<std::string> dynamic_shared;  ///< symbols of `extern __shared__` arrays
  std::vector<std::string> called;          ///< functions that it does not define
};

DeviceAssembly prepare_assembly(std::string_view text);

/// Symbol at the begin of a definition or behind a mark: @name or @"name".
std::string_view assembly_symbol(std::string_view text);

/// Command that compiles LLVM assembly to an object for link_program().
std::vector<std::string> assembler_command(const std::filesystem::path& assembly,
                                           const std::filesystem::path& object, isa::Xlen xlen);

}  // namespace gputm::launch
