// Genetic algorithm in shared memory: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct LdsGeneticArguments {
  uint32_t solutions;   ///< device address of the final sets of the blocks
  uint32_t population;  ///< solutions in a block's set, at least 2
  uint32_t rounds;      ///< rounds per thread
  uint32_t seed;
};

/// Objects of the knapsack problem; bit i of a solution: object i is in the knapsack
constexpr uint32_t kObjects = 8;
constexpr uint32_t kCapacity = 49;

constexpr uint32_t weight_of(uint32_t object) {
  constexpr uint32_t kWeights[kObjects] = {3, 5, 7, 11, 13, 17, 19, 23};
  return kWeights[object];
}
/// Squared distance of the weight from the capacity: smaller is fitter.
constexpr uint32_t misfit(uint32_t solution) {
  uint32_t weight = 0;
#pragma GCC unroll 8
  for (uint32_t object = 0; object < kObjects; ++object)
    weight += ((solution >> object) & 1) * weight_of(object);
  return (weight - kCapacity) * (weight - kCapacity);
}
/// Initial solution.
constexpr uint32_t solution_at_start(uint32_t seed, uint32_t block, uint32_t number) {
  return mix(seed + block * 1024 + number) & 255;
}

}  // namespace gputm::kernels
