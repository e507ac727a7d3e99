// Random inputs that device and host compute alike.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// MurmurHash3's finalizer: a bijection of 32-bit words that leaves no visible pattern.
constexpr uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}

/// Maps a random word to 0..bound-1 by one multiplication; these GPUs divide slowly.
constexpr uint32_t scale(uint32_t random, uint32_t bound) {
  return static_cast<uint32_t>((static_cast<uint64_t>(random) * bound) >> 32);
}

}  // namespace gputm::kernels
