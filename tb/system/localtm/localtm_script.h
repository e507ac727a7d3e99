// Steps of random transactions in shared memory: shared by kernels and tests.
#pragma once

#include <stdint.h>

namespace gputm::tb {

struct Step {
  enum What : uint32_t {
    kLoad,
    kStore,
    kAdd,
    kExchange,
    kStoreIfOdd,
    kStoreByte,
    kStoreHalf,
    kCompare,
    kKinds
  };
  uint32_t what;
  uint32_t word;
  uint32_t dependent;  ///< the word depends on earlier reads
};

constexpr uint32_t kFirstOwn = 64;  ///< words from here on belong to one thread of the block each
constexpr uint32_t kSharedWords = 1024;

constexpr uint32_t kPatternWords = 2048;  ///< words of the chains of loads and stores

}  // namespace gputm::tb
