// A Verilated commit unit as a module.
#include GPUTM_MODEL_HEADER
#include "engines/kilo/commit_unit_rtl.h"
#include "engines/kilo/verilated_commit_unit.h"
#include "engines/unit_module.h"

namespace gputm::engines::kilo {
namespace {
tm::CommitUnit* make(unsigned read_tags, const CommitUnitOptions& options) {
  return new VerilatedCommitUnit<GPUTM_MODEL>(read_tags, options);
}
}  // namespace
}  // namespace gputm::engines::kilo

GPUTM_UNIT_MODULE(gputm::engines::kilo::MakeCommitUnit, gputm::engines::kilo::make)
