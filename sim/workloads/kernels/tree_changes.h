// Changes of a search tree: definitions shared by the kernels and the host.
#pragma once

#include "records.h"

namespace gputm::kernels {

/// Thread i makes change i, a transaction: the first `insertions` threads insert, each its own node; the
/// others remove
struct TreeArguments {
  uint32_t root;   ///< device address of the word with the root's number
  uint32_t nodes;  ///< device address of records named from 1; the first `elements` are initially in the tree
  uint32_t lock;   ///< device address of a word, 0: free; only for the lock version
  uint32_t keys;   ///< device address of uint32_t[changes]
  uint32_t elements;
  uint32_t insertions;
  uint32_t changes;
};

}  // namespace gputm::kernels
