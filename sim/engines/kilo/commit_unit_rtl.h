// The RTL commit unit (rtl/kilo/commit_unit.sv) as the GPU model's tm::CommitUnit.
#pragma once

#include <memory>
#include <string>

#include "engines/kilo/allocation.h"
#include "engines/trace_window.h"
#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Built-in parameter sets (MICRO 2011 paper, section 6.4)
enum class CommitUnitVariant {
  kUnlimited,  ///< as in the paper's results: 32,768 ring entries, 8,192 buffers, 1,024 reads in flight
  kFinite      ///< the paper's sizing study: 1,920 ring entries, 500 buffers, 512 reads in flight
};

/// Maximum number of live commit IDs: the vendor grants no more, and make_system() rejects credits that
/// exceed it in total. For `kUnlimited` this is less than the ring: the last writer history compares IDs
/// within half of the ID space.
unsigned commit_unit_capacity(CommitUnitVariant variant);
/// Read- and write-set buffers in the pool.
unsigned commit_unit_buffers(CommitUnitVariant variant);

struct CommitUnitOptions {
  tm::CommitId first_id = 0;  ///< first commit ID that will be used
  /// Form of the variant: empty, "early" (local outcomes), "budget" (of buffers), "remembering_<words>"
  /// (recent words), "merged" (accesses, sim/engines/warptm), or another hazard detector, with kUnlimited
  /// only (sim/engines/kilo/CMakeLists.txt).
  std::string form = {};
  /// For the form "budget": allocation scheme, and maximum number of buffers held.
  Allocation allocation = Allocation::kNeeded;
  unsigned buffer_limit = 0;
  TraceWindow trace;
};

/// Throws gputm::Error if the module of the variant is not built, or if the trace file cannot be written.
std::unique_ptr<tm::CommitUnit> make_commit_unit(CommitUnitVariant variant,
                                                 const CommitUnitOptions& options = {});

/// Factory of a module with a Verilated commit unit
using MakeCommitUnit = tm::CommitUnit*(unsigned read_tags, const CommitUnitOptions& options);

}  // namespace gputm::engines::kilo
