// K-means in shared memory: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct LdsKMeansArguments {
  uint32_t sums;     ///< device address of the blocks' sums after the last round
  uint32_t centres;  ///< at most kMostCentres
  uint32_t rounds;   ///< points per thread, in sequence
  uint32_t seed;
};

constexpr uint32_t kDimensions = 3;
constexpr uint32_t kMostCentres = 256;
constexpr uint32_t kBanks = 32;  ///< banks of local memory

/// Coordinate of a centre, and of the point of a thread in a round; 0..255.
constexpr uint32_t centre_coordinate(uint32_t seed, uint32_t centre, uint32_t dimension) {
  return mix(seed ^ 0x5bd1e995u ^ (centre * kDimensions + dimension)) & 255;
}
constexpr uint32_t point_coordinate(uint32_t seed, uint32_t number, uint32_t dimension) {
  return mix(seed + number * kDimensions + dimension) & 255;
}

/// Word of a centre's sum. A centre's words are in rows of one bank, as in the paper.
constexpr uint32_t sum_word(uint32_t centre, uint32_t dimension) {
  return (centre / kBanks * kDimensions + dimension) * kBanks + centre % kBanks;
}
/// Words for the sums of that many centres.
constexpr uint32_t sum_words(uint32_t centres) {
  return (centres + kBanks - 1) / kBanks * kDimensions * kBanks;
}

}  // namespace gputm::kernels
