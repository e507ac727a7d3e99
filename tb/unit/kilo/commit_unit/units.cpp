#include "unit/kilo/commit_unit/units.h"

#include "Vcommit_unit_checked.h"
#include "Vcommit_unit_tiny.h"
#include "Vcommit_unit_tiny_budget.h"
#include "Vcommit_unit_tiny_early.h"
#include "common/rtl_coverage.h"
#include "engines/kilo/verilated_commit_unit.h"

namespace gputm::tb {

namespace {
/// A unit that saves its line coverage.
template <typename Model>
class Unit final : public engines::kilo::VerilatedCommitUnit<Model> {
 public:
  using engines::kilo::VerilatedCommitUnit<Model>::VerilatedCommitUnit;
  ~Unit() override { write_rtl_coverage(this->context()); }
};
}  // namespace

std::unique_ptr<tm::CommitUnit> make_tiny_unit(tm::CommitId first_id) {
  return std::make_unique<Unit<Vcommit_unit_tiny>>(
      8, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace = {}});
}

std::unique_ptr<tm::CommitUnit> make_tiny_early_unit(tm::CommitId first_id) {
  return std::make_unique<Unit<Vcommit_unit_tiny_early>>(
      8, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace = {}});
}

std::unique_ptr<tm::CommitUnit> make_tiny_budget_unit(tm::CommitId first_id,
                                                      engines::kilo::Allocation allocation, unsigned limit) {
  return std::make_unique<Unit<Vcommit_unit_tiny_budget>>(
      8, engines::kilo::CommitUnitOptions{
             .first_id = first_id, .allocation = allocation, .buffer_limit = limit, .trace = {}});
}

std::unique_ptr<tm::CommitUnit> make_finite_unit(tm::CommitId first_id) {
  return std::make_unique<Unit<Vcommit_unit_checked>>(
      512, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace = {}});
}

}  // namespace gputm::tb
