// Verilated commit units of several sizes for the tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engines/kilo/allocation.h"
#include "tm/commit_unit.h"

namespace gputm::tb {

/// 8 ring entries, 4 buffers, 8 reads in flight, a last writer history of 16 words and 16 buckets; with
/// assertions.
std::unique_ptr<tm::CommitUnit> make_tiny_unit(tm::CommitId first_id);
/// As above, with early local outcomes.
std::unique_ptr<tm::CommitUnit> make_tiny_early_unit(tm::CommitId first_id);
/// As the first, with 8 buffers, of which an entry holds at most `limit` under the scheme.
std::unique_ptr<tm::CommitUnit> make_tiny_budget_unit(tm::CommitId first_id,
                                                      engines::kilo::Allocation allocation, unsigned limit);
/// The sizing study's parameters (1,920 entries, 500 buffers), with assertions.
std::unique_ptr<tm::CommitUnit> make_finite_unit(tm::CommitId first_id);

}  // namespace gputm::tb
