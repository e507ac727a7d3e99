#include "unit/kilo/commit_unit/units.h"

#include <verilated_fst_c.h>

#include "Vcommit_unit_finite_debug.h"
#include "Vcommit_unit_tiny.h"
#include "engines/kilo/verilated_commit_unit.h"

namespace gputm::tb {

using engines::kilo::VerilatedCommitUnit;

std::unique_ptr<tm::CommitUnit> make_tiny_unit(tm::CommitId first_id) {
  return std::make_unique<VerilatedCommitUnit<Vcommit_unit_tiny, VerilatedFstC>>(
      8, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace_file = {}});
}

std::unique_ptr<tm::CommitUnit> make_finite_unit(tm::CommitId first_id) {
  return std::make_unique<VerilatedCommitUnit<Vcommit_unit_finite_debug, VerilatedFstC>>(
      512, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace_file = {}});
}

}  // namespace gputm::tb
