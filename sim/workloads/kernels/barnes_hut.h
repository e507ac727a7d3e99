// Barnes-Hut: what the kernels and the host share.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// Bodies and cells have one numbering: 0..bodies-1 are bodies, and the root, `bodies`, is the first cell.
inline constexpr uint32_t kNoChild = 0xffffffffu;
/// A child's value while a thread of the lock version puts something there.
inline constexpr uint32_t kLockedChild = 0xfffffffeu;
inline constexpr uint32_t kOctants = 8;
/// No tree of a sound input is deeper.
inline constexpr uint32_t kMostLevels = 100;

struct BarnesHutArguments {
  uint32_t x, y,
      z;           ///< device addresses of float[bodies + cells]: of a body, its place; of a cell, its centre
  uint32_t mass;   ///< device address of float[bodies + cells]
  uint32_t start;  ///< device address of int32_t[bodies + cells]: for the sorting kernel, which follows
  uint32_t children;  ///< device address of uint32_t[cells][kOctants]
  uint32_t used;      ///< device address of the number of cells that were taken, the root among them
  uint32_t bodies;
  uint32_t cells;  ///< room for so many
  float half;      ///< half of the root's side
};

}  // namespace gputm::kernels
