#include "engines/kilo/commit_unit_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::kilo {

// The last writer history covers 2^15 - 32 IDs (HistoryIds in rtl/kilo/commit_unit.sv).
unsigned commit_unit_capacity(CommitUnitVariant variant) {
  return variant == CommitUnitVariant::kUnlimited ? (1u << 15) - 64 : 1920;
}

// The buffers and read tags are parameters of the Verilated models, set in sim/engines/kilo/CMakeLists.txt.
unsigned commit_unit_buffers(CommitUnitVariant variant) {
  return variant == CommitUnitVariant::kUnlimited ? 8192 : 500;
}

std::unique_ptr<tm::CommitUnit> make_commit_unit(CommitUnitVariant variant,
                                                 const CommitUnitOptions& options) {
  const bool unlimited = variant == CommitUnitVariant::kUnlimited;
  std::string name = unlimited ? "commit_unit_unlimited" : "commit_unit_finite";
  if (!options.form.empty()) name += "_" + options.form;
  if (!options.trace.file.empty()) name += "_debug";
  return make_unit<MakeCommitUnit>(name, unlimited ? 1024u : 512u, options);
}

}  // namespace gputm::engines::kilo
