// Each seeded bug of the unit must be found by the random programs.
#include <gtest/gtest.h>

#include "Vunit_answers_out_of_order.h"
#include "Vunit_log_serial_with_log.h"
#include "Vunit_missed_broadcast.h"
#include "Vunit_no_abort.h"
#include "Vunit_no_escalation.h"
#include "Vunit_tcm_copied_late.h"
#include "Vunit_two_lanes_a_bank.h"
#include "checked_lds.h"
#include "unit_sizes.h"

namespace gputm::tb {
namespace {

using engines::localtm::BankOptions;

template <typename Model, BankOptions kBanks = BankOptions{}>
struct Variant {
  using Rtl = Model;
  static LdsUnderTest test() { return small_unit(kBanks); }
};

template <typename T>
class LdsUnitBug : public testing::Test {};

using Bugs = testing::Types<Variant<Vunit_answers_out_of_order>, Variant<Vunit_missed_broadcast>,
                            Variant<Vunit_no_abort>, Variant<Vunit_no_escalation>,
                            Variant<Vunit_tcm_copied_late>, Variant<Vunit_two_lanes_a_bank>,
                            Variant<Vunit_log_serial_with_log, BankOptions{.undo_entries = 2}>>;
TYPED_TEST_SUITE(LdsUnitBug, Bugs);

TYPED_TEST(LdsUnitBug, IsCaught) {
  Rng rng = seeded_rng(51);
  for (int run = 0; run < 300; ++run) {
    CheckedLds<typename TypeParam::Rtl> unit(TypeParam::test(), &rng);
    const RandomRun result = random_run(unit, rng, 3000);
    if (!unit.failure() && result.verdict == "pass" && result.counts.lane_commits == result.expected_commits)
      continue;
    std::cout << "run " << run << ": " << unit.failure().value_or(result.verdict) << '\n';
    return;
  }
  FAIL() << "not caught";
}

}  // namespace
}  // namespace gputm::tb
