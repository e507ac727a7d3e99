// Compiles OpenCL C by clang's front end and the library of libclc.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/gpu.h"
#include "isa/program.h"
#include "opencl/compiler/kernel_arguments.h"

namespace gputm::opencl {

/// Whether a file is OpenCL C, by its name.
bool is_source(const std::filesystem::path& file);

struct CompileOptions {
  isa::Xlen xlen = isa::Xlen::k64;
  std::vector<std::string> flags;     ///< of clang's
  gpu::Extent offset = {0, 0, 0};     ///< get_global_offset
  const std::function<bool()>& stop;  ///< polled continuously; true ends the compilers
};

struct CompiledKernels {
  isa::Program program;
  std::vector<Kernel> kernels;
  /// The program's functions of work-groups want this much shared memory of the launch, for each work-item.
  std::uint32_t bytes_of_work_item = 0;

  /// Throws Error if there is none of this name.
  const Kernel& kernel(std::string_view name) const;
};

/// The compilers' messages go to standard error. Throws Error if there is no compiler or it has failed, and
/// Stopped (base/child_process.h).
CompiledKernels compile(const std::filesystem::path& source, const CompileOptions& options);

}  // namespace gputm::opencl
