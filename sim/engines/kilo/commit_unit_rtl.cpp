#include "engines/kilo/commit_unit_rtl.h"

#include <verilated_fst_c.h>

#include "Vcommit_unit_finite.h"
#include "Vcommit_unit_finite_debug.h"
#include "Vcommit_unit_unlimited.h"
#include "Vcommit_unit_unlimited_debug.h"
#include "engines/kilo/verilated_commit_unit.h"

namespace gputm::engines::kilo {
namespace {

// Parameters of the Verilated models; sim/engines/kilo/CMakeLists.txt sets them.
constexpr unsigned kUnlimitedReadTags = 1024;
constexpr unsigned kFiniteReadTags = 512;

template <typename Fast, typename Debug>
std::unique_ptr<tm::CommitUnit> make(unsigned read_tags, const CommitUnitOptions& options) {
  if (options.trace.file.empty()) return std::make_unique<VerilatedCommitUnit<Fast>>(read_tags, options);
  return std::make_unique<VerilatedCommitUnit<Debug, VerilatedFstC>>(read_tags, options);
}

}  // namespace

// The last writer history remembers 2^15 - 32 ids (HistoryIds in rtl/kilo/commit_unit.sv).
unsigned commit_unit_capacity(CommitUnitVariant variant) {
  return variant == CommitUnitVariant::kUnlimited ? (1u << 15) - 64 : 1920;
}

std::unique_ptr<tm::CommitUnit> make_commit_unit(CommitUnitVariant variant,
                                                 const CommitUnitOptions& options) {
  if (variant == CommitUnitVariant::kUnlimited) {
    return make<Vcommit_unit_unlimited, Vcommit_unit_unlimited_debug>(kUnlimitedReadTags, options);
  }
  return make<Vcommit_unit_finite, Vcommit_unit_finite_debug>(kFiniteReadTags, options);
}

}  // namespace gputm::engines::kilo
