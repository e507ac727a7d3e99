// The RTL commit unit (rtl/kilo/commit_unit.sv) as the GPU model's tm::CommitUnit.
#pragma once

#include <memory>
#include <string>

#include "engines/kilo/allocation.h"
#include "engines/trace_window.h"
#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Parameters of the RTL, of commit_unit.sv and of its path to the L2 (rtl/warptm/commit_unit_l2.sv). The
/// defaults are those of the paper's results (MICRO 2011 paper, section 6).
struct CommitUnitParameters {
  unsigned ring_entries = 32768;   ///< commit IDs from the oldest unretired to the youngest live one
  unsigned buffers = 8192;         ///< read- and write-set buffers of the pool
  unsigned read_tags = 1024;       ///< L2 reads in flight
  unsigned history_entries = 512;  ///< lookup table of the last writer history
  unsigned history_buckets = 256;  ///< buckets of a sub-array of its Bloom filter
  bool early_outcomes = false;     ///< a transaction without a hazard does not wait for older ones
  bool budget = false;             ///< buffers are limited, under an allocation scheme
  unsigned recent_words = 0;       ///< words kept of those written or read last; 0: none
  unsigned access_words = 1;       ///< words of an access to the L2: 1 or 8
  std::string history = {};  ///< last writer history of a study ("perfect"), or a SystemVerilog file of one

  bool operator==(const CommitUnitParameters&) const = default;
};

/// The paper's sizing study (section 6.4): 1,920 ring entries, 500 buffers, 512 reads in flight
CommitUnitParameters finite_commit_unit();

/// Maximum number of live commit IDs: the vendor grants no more, and make_system() rejects credits that
/// exceed it in total. At most 2^15 - 64, since the last writer history compares IDs within half of the ID
/// space.
unsigned commit_unit_capacity(const CommitUnitParameters& parameters);

struct CommitUnitOptions {
  tm::CommitId first_id = 0;  ///< first commit ID that will be used
  /// With `budget`: allocation scheme, and maximum number of buffers held
  Allocation allocation = Allocation::kNeeded;
  unsigned buffer_limit = 0;
  TraceWindow trace = {};
};

/// Throws gputm::Error if the unit cannot be built, or if the trace file cannot be written.
std::unique_ptr<tm::CommitUnit> make_commit_unit(const CommitUnitParameters& parameters,
                                                 const CommitUnitOptions& options = {});

/// Factory of the unit
using MakeCommitUnit = tm::CommitUnit*(unsigned read_tags, const CommitUnitOptions& options,
                                       bool keeps_words);

}  // namespace gputm::engines::kilo
