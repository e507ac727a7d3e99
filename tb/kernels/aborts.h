// Memory layout of the kernels with aborted transactions, on device and host.
#pragma once

#include <cstdint>

constexpr std::uint32_t kAbortThreads = 128;

struct AbortWords {
  std::uint32_t sum, other;
  std::uint32_t out[kAbortThreads];
};
