// Cloth: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

struct Particle {
  float x, y, z;
  float inverse_mass;  ///< never written with another value
};

/// Two particles that must not be farther apart than `rest`
struct Constraint {
  uint32_t a, b;  ///< indices of particles; never the same
  float rest;
  float stiffness;  ///< share of the excess removed by one step, 0..1
};

struct ClothArguments {
  uint32_t particles;    ///< device address of Particle[]
  uint32_t constraints;  ///< device address of Constraint[constraint_count]
  uint32_t locks;        ///< device address of a word per particle; 0: free; only for the lock version
  uint32_t done;         ///< device address of a word per constraint: number of times it was processed
  uint32_t constraint_count;
};

}  // namespace gputm::kernels
