// lds_tx_unit: the suite of unit_suite.h on small units, with both kinds of banks, one work-group and two.
#include "Vunit.h"
#include "Vunit_groups.h"
#include "Vunit_paper.h"
#include "Vunit_undo.h"
#include "unit_suite.h"

namespace gputm::tb {
namespace {

using engines::localtm::BankOptions;

using Kinds = testing::Types<
    SmallUnit<Vunit, BankOptions{}>, SmallUnit<Vunit_paper, BankOptions{.paper = true}>,
    SmallUnit<Vunit_groups, BankOptions{.exact = true}, 2>,
    SmallUnit<Vunit_undo, BankOptions{.exact = true, .shared_readers = true, .undo_entries = 4}, 2>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Small, LdsUnit, Kinds);

}  // namespace
}  // namespace gputm::tb
