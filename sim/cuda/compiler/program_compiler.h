// Compiles CUDA programs by clang's own front end: device code to an RV64 ELF file inside the host's object,
// linked with the run-time of sim/cuda/runtime.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cuda/compiler/nvcc_options.h"

namespace gputm::cuda {

/// Compiles and links as the options say. The compilers' messages go to standard error. `stop`: polled
/// continuously; true ends the compilers. Returns the files that the result depends on: sources and headers.
/// Throws Error, and Stopped (base/child_process.h).
std::vector<std::filesystem::path> compile_program(const NvccOptions& options,
                                                   const std::function<bool()>& stop);

/// As above for a program, unless a result of the same options and contents is in the cache. Returns the
/// program's file in the cache; `output` of the options is ignored.
std::filesystem::path cached_program(const NvccOptions& options, const std::function<bool()>& stop);

}  // namespace gputm::cuda
