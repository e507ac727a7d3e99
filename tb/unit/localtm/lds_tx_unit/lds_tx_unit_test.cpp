// lds_tx_unit: the suite of unit_suite.h on small units of pipelined banks, with one work-group and two, and
// with the registers for a higher clock.
#include "Vunit.h"
#include "Vunit_groups.h"
#include "Vunit_staged.h"
#include "unit_suite.h"

namespace gputm::tb {
namespace {

using engines::localtm::BankOptions;

using Kinds =
    testing::Types<SmallUnit<Vunit, BankOptions{}>, SmallUnit<Vunit_groups, BankOptions{.exact = true}, 2>,
                   SmallUnit<Vunit_staged, BankOptions{}>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Small, LdsUnit, Kinds);

}  // namespace
}  // namespace gputm::tb
