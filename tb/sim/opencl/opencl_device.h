// OpenCL kernels of a test on a machine where transactions cost nothing.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "launch/session.h"
#include "opencl/compiler/opencl_compiler.h"

namespace gputm::opencl {

class Device {
 public:
  explicit Device(const std::string& source)
      : kernels_(compile(source, {.flags = {}, .stop = never_})), session_(load_config("fx5800"), "ideal") {}

  gpu::Gpu& gpu() { return session_.gpu(); }

  void launch(const std::string& kernel, unsigned work_items,
              std::initializer_list<gpu::Argument> arguments) {
    constexpr unsigned kBlock = 64;
    session_.launch(kernels_.program, kernels_.kernel(kernel).symbol,
                    {.blocks = work_items / kBlock, .threads = kBlock},
                    {arguments.begin(), arguments.size()});
  }

 private:
  std::function<bool()> never_;
  CompiledKernels kernels_;
  launch::Session session_;
};

}  // namespace gputm::opencl
