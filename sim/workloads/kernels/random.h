// Random inputs computed identically by device and host.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// Finalizer of MurmurHash3: a bijection of 32-bit words without a visible pattern.
constexpr uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}

/// Maps a random word to 0..bound-1 with one multiplication; division is slow on these GPUs.
constexpr uint32_t scale(uint32_t random, uint32_t bound) {
  return static_cast<uint32_t>((static_cast<uint64_t>(random) * bound) >> 32);
}

}  // namespace gputm::kernels
