// LLVM assembly of OpenCL kernels, as clang's front end writes it for NVPTX: the address spaces of that
// target are those of the libraries of libclc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/xlen.h"
#include "opencl/compiler/kernel_arguments.h"

namespace gputm::opencl {

/// Function that the program calls and does not define
struct CalledFunction {
  std::string symbol;
  unsigned line = 0;  ///< source line of a call; 0: unknown
};

struct KernelAssembly {
  std::string text;  ///< for RISC-V, with an entry for each kernel that has vectors as parameters
  std::vector<Kernel> kernels;
  std::vector<CalledFunction> called;
  bool uses_half = false;  ///< has conversions of half, which call functions of the device
};

KernelAssembly prepare_kernels(std::string_view text, isa::Xlen xlen);

}  // namespace gputm::opencl
