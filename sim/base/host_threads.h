// How many threads of the host simulate.
#pragma once

#include <cstdint>

namespace gputm {

/// Host threads of a launch, at most
inline constexpr std::uint32_t kMostHostThreads = 64;

/// Threads for a wish of 0..kMostHostThreads; 0: two where there are two processors
unsigned host_threads(std::uint32_t wish);

}  // namespace gputm
