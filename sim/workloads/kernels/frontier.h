// Breadth-first search with queues of two levels: what the kernels and the host share.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

/// Neighbours of each vertex; edges lead one way.
constexpr uint32_t kNeighbours = 4;
/// Vertices that a block's bin has room for: when those of one more vertex would not fit, all move on.
constexpr uint32_t kBinPlaces = 3 * kNeighbours;

/// Behind it: the vertices of the level before.
struct FrontierArguments {
  uint32_t edges;   ///< device address of kNeighbours vertices for each vertex
  uint32_t levels;  ///< of each vertex; 0: not reached yet
  uint32_t locks;   ///< a lock for each vertex, then one for each queue
  uint32_t frontier_size;
  uint32_t tails;   ///< of the queues in global memory
  uint32_t queued;  ///< their vertices, `vertices` for each queue
  uint32_t vertices;
  uint32_t queues;
  uint32_t bins;         ///< queues of a block in shared memory
  uint32_t level;        ///< that is found
  uint32_t global_bins;  ///< device address of the bins of all blocks, or 0: they are in shared memory
};

/// A block's bins: the number of vertices in each, then their first vertices, their second ones ..., then
/// their locks.
constexpr uint32_t bin_words(uint32_t bins) { return bins * (kBinPlaces + 2); }
constexpr uint32_t bin_vertex(uint32_t bins, uint32_t bin, uint32_t place) {
  return (1 + place) * bins + bin;
}
constexpr uint32_t bin_lock(uint32_t bins, uint32_t bin) { return (1 + kBinPlaces) * bins + bin; }

/// Edges of a random graph.
constexpr uint32_t neighbour(uint32_t seed, uint32_t vertex, uint32_t number, uint32_t vertices) {
  return scale(mix(seed + vertex * kNeighbours + number), vertices);
}

}  // namespace gputm::kernels
