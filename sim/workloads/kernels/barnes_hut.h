// Barnes-Hut: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// Bodies and cells are numbered together: 0..bodies-1 are bodies, and the root, `bodies`, is the first cell
inline constexpr uint32_t kNoChild = 0xffffffffu;
/// Value of a child while a thread of the lock version inserts into it
inline constexpr uint32_t kLockedChild = 0xfffffffeu;
inline constexpr uint32_t kOctants = 8;
/// Upper limit for the depth of the tree of a valid input
inline constexpr uint32_t kMostLevels = 100;

struct BarnesHutArguments {
  uint32_t x, y,
      z;              ///< device addresses of float[bodies + cells]: positions of bodies, centres of cells
  uint32_t mass;      ///< device address of float[bodies + cells]
  uint32_t start;     ///< device address of int32_t[bodies + cells]: for the sorting kernel, which follows
  uint32_t children;  ///< device address of uint32_t[cells][kOctants]
  uint32_t used;      ///< device address of the number of allocated cells, including the root
  uint32_t bodies;
  uint32_t cells;  ///< maximum number of cells
  float half;      ///< half of the root's side
};

}  // namespace gputm::kernels
