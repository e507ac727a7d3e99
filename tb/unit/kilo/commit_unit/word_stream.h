// Sustained rate of a commit unit: equal transactions without hazards, back to back, final outcomes right
// after the local ones, an L2 slice that takes a read and a write in each cycle.
#pragma once

#include "tm/commit_unit.h"

namespace gputm::tb {

struct WordStream {
  unsigned reads = 4;  ///< words per transaction
  unsigned writes = 0;
  unsigned transactions = 20000;
  unsigned l2_latency = 200;  ///< cycles from a read to its data
  unsigned final_delay = 50;  ///< cycles from a local outcome to the final one
  unsigned in_flight = 1000;  ///< maximum of live ids
};

struct WordRate {
  double words_per_cycle = 0;  ///< validated and committed, over the middle half of the transactions
  double kcycles_per_s = 0;    ///< simulated kilocycles per second of host time
};

/// Throws gputm::Error when a transaction fails or the unit hangs.
WordRate measure(tm::CommitUnit& unit, const WordStream& stream);

}  // namespace gputm::tb
