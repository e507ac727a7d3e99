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
  unsigned lanes = 1;              ///< numbers of a vector
  bool is_local = false;           ///< a pointer to memory of the work-group
  std::uint32_t struct_bytes = 0;  ///< size of a structure; 0: it is none
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

/// A number, a vector, a structure, or memory of the work-group
struct Argument {
  /// Of a vector: as many as it has; of a structure: its bytes as words of 64 bits; else one
  std::vector<gpu::Argument> numbers;
  std::optional<std::uint32_t> local_bytes;     ///< size of memory of the work-group
  std::optional<std::uint32_t> struct_bytes{};  ///< of a structure, as far as it is given
};

/// TYPE:VALUE, TYPExN:VALUE,VALUE,..., struct:TYPE:VALUE,TYPE:VALUE,... (each at its natural alignment),
/// struct:@FILE (its bytes) or local:BYTES. Throws Error.
Argument parse_argument(std::string_view text);

/// Throws Error unless the arguments fit in number and types.
void check_arguments(const Kernel& kernel, std::span<const Argument> arguments);

/// Throws Error unless blocks are as reqd_work_group_size says.
void check_block(const Kernel& kernel, const gpu::Extent& block);

}  // namespace gputm::opencl
