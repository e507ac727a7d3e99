// LLVM assembly of the device pass, made ready for gputm's link: clang's front end for CUDA expects another
// target, which has address spaces for shared memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputm::cuda {

struct DeviceAssembly {
  std::string text;                         ///< with the __shared__ variables in the section .shared
  std::vector<std::string> dynamic_shared;  ///< symbols of `extern __shared__` arrays
  std::vector<std::string> called;          ///< functions that it does not define
};

DeviceAssembly prepare_assembly(std::string_view text);

}  // namespace gputm::cuda
