// Each seeded bug of the unit must be found by the random programs.
#include <gtest/gtest.h>

#include "Vunit_answers_out_of_order.h"
#include "Vunit_missed_broadcast.h"
#include "Vunit_no_abort.h"
#include "Vunit_no_escalation.h"
#include "Vunit_tcm_copied_late.h"
#include "Vunit_two_lanes_a_bank.h"
#include "checked_lds.h"
#include "unit_sizes.h"

namespace gputm::tb {
namespace {

template <typename Model>
class LdsUnitBug : public testing::Test {};

using Bugs = testing::Types<Vunit_answers_out_of_order, Vunit_missed_broadcast, Vunit_no_abort,
                            Vunit_no_escalation, Vunit_tcm_copied_late, Vunit_two_lanes_a_bank>;
TYPED_TEST_SUITE(LdsUnitBug, Bugs);

TYPED_TEST(LdsUnitBug, IsCaught) {
  Rng rng = seeded_rng(51);
  for (int run = 0; run < 300; ++run) {
    CheckedLds<TypeParam> unit(small_unit({}), &rng);
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
