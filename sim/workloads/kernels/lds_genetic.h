// Genetic algorithm in shared memory: what the kernels and the host share.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct LdsGeneticArguments {
  uint32_t solutions;   ///< device address of the blocks' sets, as they are in the end
  uint32_t population;  ///< solutions of a block's set, at least 2
  uint32_t rounds;      ///< of each thread
  uint32_t seed;
};

/// A solution to the knapsack problem: bit i says that object i is in the bag.
constexpr uint32_t kObjects = 8;
constexpr uint32_t kCapacity = 49;

constexpr uint32_t weight_of(uint32_t object) {
  constexpr uint32_t kWeights[kObjects] = {3, 5, 7, 11, 13, 17, 19, 23};
  return kWeights[object];
}
/// How far the bag is from its capacity, squared: the smaller, the fitter.
constexpr uint32_t misfit(uint32_t solution) {
  uint32_t weight = 0;
#pragma GCC unroll 8
  for (uint32_t object = 0; object < kObjects; ++object)
    weight += ((solution >> object) & 1) * weight_of(object);
  return (weight - kCapacity) * (weight - kCapacity);
}
/// A solution at the start.
constexpr uint32_t solution_at_start(uint32_t seed, uint32_t block, uint32_t number) {
  return mix(seed + block * 1024 + number) & 255;
}

}  // namespace gputm::kernels
