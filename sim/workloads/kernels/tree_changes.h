// Changes of a search tree: what the kernels and the host share.
#pragma once

#include "records.h"

namespace gputm::kernels {

/// Thread i makes change i, a transaction: the first `insertions` threads insert, each a node of its own, the
/// others remove.
struct TreeArguments {
  uint32_t root;   ///< device address of the word that holds the root's number
  uint32_t nodes;  ///< device address of the nodes, records that are named from 1; the first `elements` are
                   ///< in the tree at the start
  uint32_t lock;   ///< device address of a word, 0 when it is free; only the lock version uses it
  uint32_t keys;   ///< device address of uint32_t[changes]
  uint32_t elements;
  uint32_t insertions;
  uint32_t changes;
};

}  // namespace gputm::kernels
