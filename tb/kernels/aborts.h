// What the kernels that give transactions up have in memory, on device and host.
#pragma once

#include <cstdint>

constexpr std::uint32_t kAbortThreads = 128;

struct AbortWords {
  std::uint32_t sum, other;
  std::uint32_t out[kAbortThreads];
};
