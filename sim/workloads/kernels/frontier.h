// Breadth-first search with queues of two levels: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

/// Neighbours of each vertex; edges are directed
constexpr uint32_t kNeighbours = 4;
/// Capacity of a block's bin in vertices: if those of one more vertex might not fit, all are moved on
constexpr uint32_t kBinPlaces = 3 * kNeighbours;

/// Followed by the vertices of the previous level
struct FrontierArguments {
  uint32_t edges;   ///< device address of kNeighbours vertices per vertex
  uint32_t levels;  ///< level of each vertex; 0: not reached yet
  uint32_t locks;   ///< one lock per vertex, then one per queue
  uint32_t frontier_size;
  uint32_t tails;   ///< ends of the queues in global memory
  uint32_t queued;  ///< vertices in the queues, `vertices` per queue
  uint32_t vertices;
  uint32_t queues;
  uint32_t bins;         ///< queues of a block in shared memory
  uint32_t level;        ///< level to find
  uint32_t global_bins;  ///< device address of the bins of all blocks, or 0: bins are in shared memory
};

/// Words of a block's bins: the number of vertices in each bin, then the first vertices of all bins, the
/// second ones ..., then their locks.
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
