// Parameters of OpenCL kernels, and arguments on the command line for them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/gpu.h"
#include "gpu/kernel_signature.h"

namespace gputm::opencl {

struct Parameter : gpu::Parameter {
  unsigned lanes = 1;     ///< numbers of a vector
  bool is_local = false;  ///< a pointer to memory of the work-group
};

struct Kernel {
  std::string name;
  std::string
      symbol;  ///< function that the launch calls, with the numbers of vectors as parameters of their own
  std::vector<Parameter> parameters;
  std::optional<gpu::Extent> block;  ///< reqd_work_group_size

  /// For the launch: the parameters are those of the source.
  gpu::KernelSignature signature() const;
};

/// A number, a vector, or memory of the work-group
struct Argument {
  std::vector<gpu::Argument> numbers;        ///< of a vector: as many as it has; else one
  std::optional<std::uint32_t> local_bytes;  ///< size of memory of the work-group
};

/// TYPE:VALUE, TYPExN:VALUE,VALUE,... or local:BYTES. Throws Error.
Argument parse_argument(std::string_view text);

/// Throws Error unless the arguments fit in number and types.
void check_arguments(const Kernel& kernel, std::span<const Argument> arguments);

/// Throws Error unless blocks are as reqd_work_group_size says.
void check_block(const Kernel& kernel, const gpu::Extent& block);

}  // namespace gputm::opencl
