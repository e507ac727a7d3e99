// The RTL commit unit (rtl/kilo/commit_unit.sv) as the GPU model's tm::CommitUnit.
#pragma once

#include <memory>
#include <string>

#include "engines/kilo/allocation.h"
#include "engines/trace_window.h"
#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Parameter sets that are built in (MICRO 2011 paper, section 6.4).
enum class CommitUnitVariant {
  kUnlimited,  ///< as the paper's results assume: 32,768 ring entries, 8,192 buffers, 1,024 reads in flight
  kFinite      ///< its sizing study: 1,920 ring entries, 500 buffers, 512 reads in flight
};

/// How many commit ids may be alive at a time: the vendor hands out no more, and make_system() refuses
/// credits that exceed it together. For `kUnlimited` this is less than the ring: the last writer history
/// compares ids within half of the id space.
unsigned commit_unit_capacity(CommitUnitVariant variant);
/// Read- and write-set buffers of its pool.
unsigned commit_unit_buffers(CommitUnitVariant variant);

struct CommitUnitOptions {
  tm::CommitId first_id = 0;  ///< the first commit id that will be used
  /// The variant's form: empty, "early" (local outcomes), "budget" (of buffers), "remembering_<words>" (of
  /// recent words), "merged" (accesses, sim/engines/warptm), or another hazard detector, with
  /// kUnlimited only (sim/engines/kilo/CMakeLists.txt).
  std::string form = {};
  /// For the form "budget": by which scheme entries hold buffers, and how many at most.
  Allocation allocation = Allocation::kNeeded;
  unsigned buffer_limit = 0;
  TraceWindow trace;
};

/// Throws gputm::Error when the module of the variant is not built, or the trace file cannot be written.
std::unique_ptr<tm::CommitUnit> make_commit_unit(CommitUnitVariant variant,
                                                 const CommitUnitOptions& options = {});

/// The factory of a module with a Verilated commit unit.
using MakeCommitUnit = tm::CommitUnit*(unsigned read_tags, const CommitUnitOptions& options);

}  // namespace gputm::engines::kilo
