// Steps of random transactions over both memories: shared by kernels and tests.
#pragma once

#include <stdint.h>

namespace gputm::tb {

struct BothStep {
  enum What : uint32_t {
    kLoad,
    kAdd,
    kStoreByte,
    kEither,  ///< lanes of one load and one store access either memory, according to their values
    kKinds
  };
  uint32_t what;
  uint32_t word;
  uint32_t global;  ///< which memory
};

constexpr uint32_t kBothWords = 64;

}  // namespace gputm::tb
