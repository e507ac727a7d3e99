// Random histories in a unit of 64 entries, contended and long: they find each seeded bug (tb/bugs).
#include <gtest/gtest.h>

#include "Vcommit_unit_small.h"
#include "Vcommit_unit_small_early.h"
#include "engines/kilo/verilated_commit_unit.h"
#include "unit/kilo/commit_unit/environment.h"

namespace gputm::tb {
namespace {

constexpr unsigned kSeeds = 3;

template <typename Model>
std::unique_ptr<tm::CommitUnit> make_small(tm::CommitId first_id) {
  using Unit = engines::kilo::VerilatedCommitUnit<Model>;
  auto unit = std::make_unique<Unit>(64, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace = {}});
  unit->disable_assertions();
  return unit;
}

/// Contended: many hazards, revalidations and overflown logs.
Scenario contended(unsigned seed) {
  Scenario scenario;
  scenario.seed = seed;
  scenario.capacity = scenario.vendor_ring = 64;
  scenario.attempts = 3000;
  scenario.addresses = 12;
  scenario.long_log_percent = 5;
  scenario.run_percent = 90;
  scenario.overflow_expected = true;
  return scenario;
}

/// Three quarters of the id space between two writes of a word, so that a stale id could be taken for a live
/// one.
Scenario long_lived(unsigned seed) {
  Scenario scenario = contended(seed);
  scenario.lanes = 16;
  scenario.attempts = 150'000;
  scenario.addresses = 5000;
  scenario.untouched_percent = 95;
  scenario.long_log_percent = 0;
  scenario.max_delay = 10;
  return scenario;
}

/// The first violation that the scenarios find; empty: none.
template <typename Model>
std::string find_violation() {
  for (const auto scenario : {contended, long_lived}) {
    for (unsigned seed = 1; seed <= (scenario == contended ? kSeeds : 1); ++seed) {
      const Scenario chosen = scenario(seed);
      std::vector<std::unique_ptr<tm::CommitUnit>> units;
      for (unsigned i = 0; i < 2; ++i) units.push_back(make_small<Model>(chosen.first_id));
      const Report report = Environment(chosen, std::move(units)).run();
      if (!report.violation.empty()) return report.violation;
    }
  }
  return {};
}

TEST(CommitUnitHistories, HoldInASmallUnit) { EXPECT_EQ(find_violation<Vcommit_unit_small>(), ""); }
TEST(CommitUnitHistories, HoldWithEarlyOutcomes) {
  EXPECT_EQ(find_violation<Vcommit_unit_small_early>(), "");
}

}  // namespace
}  // namespace gputm::tb
