// Memory of the software TMs: definitions shared by the kernels and the host (docs/software_tm.md).
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// Attempts of a thread, summed over its launches
struct TransactionCounts {
  uint32_t commits;
  uint32_t aborts;
  uint32_t reads;   ///< words in the read sets of committed attempts
  uint32_t writes;  ///< words in their write sets
};

/// Second argument of the kernels of a software TM
struct SoftwareTmMemory {
  uint32_t heap;       ///< address of the first word that transactions may access
  uint32_t bytes;      ///< of the heap
  uint32_t table;      ///< device address of a Lock or Box for each word of the heap
  uint32_t sequencer;  ///< device address of the Sequencer; only stm_multiversion
  uint32_t counts;     ///< device address of TransactionCounts[threads of the grid]
};

/// stm_priority: lock and version of a word
struct Lock {
  uint32_t word;     ///< free: the version and kFree; otherwise the owner's priority and kTentative or kFinal
  uint32_t version;  ///< number of commits that have written the word
};
enum LockState : uint32_t { kFree, kTentative, kFinal };

/// stm_multiversion: times of a word's versions. The latest value is in the heap.
struct Box {
  static constexpr uint32_t kOlder = 3;
  struct Version {
    uint32_t time;  ///< as below, plus one; 0: no version
    uint32_t value;
  };

  uint32_t
      time;  ///< 64 times the number of the batch that wrote the latest version, plus lane and one; 0: none
  uint32_t claim;  ///< the last batch that wrote the word, and the lowest of its lanes that did
  Version older[kOlder];
};
static_assert(sizeof(Box) == 32);

/// stm_multiversion: order of commits. Words that are polled are in different lines.
struct Sequencer {
  uint32_t next_ticket;  ///< number of the next batch
  uint32_t apart[63];
  uint32_t turn;  ///< number of the batch that may validate
  uint32_t apart_too[63];
  uint32_t published;  ///< the values of all batches below it are in the heap
};

}  // namespace gputm::kernels
