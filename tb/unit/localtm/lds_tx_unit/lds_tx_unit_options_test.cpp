// lds_tx_unit: the suite of unit_suite.h on small units with the other options of their banks, with two
// work-groups, too, and on one with the 64 lanes of a real wavefront.
#include "Vunit_log.h"
#include "Vunit_log_groups.h"
#include "Vunit_paper_undo.h"
#include "Vunit_row_serial.h"
#include "Vunit_shared.h"
#include "Vunit_shared_groups.h"
#include "Vunit_wide.h"
#include "unit_suite.h"

namespace gputm::tb {
namespace {

using engines::localtm::BankOptions;

/// Wavefronts of 64 lanes in passes of 32, four of them in one work-group.
struct Wide {
  using Rtl = Vunit_wide;
  static constexpr BankOptions kOptions = {};
  static constexpr bool kWide = true;
  static LdsUnderTest test() {
    LdsUnderTest test = small_unit(kOptions);
    test.sizes.lanes = 64;
    test.sizes.pass_lanes = 32;
    test.sizes.banks = 16;
    return test;
  }
};

using Kinds =
    testing::Types<SmallUnit<Vunit_shared, BankOptions{.shared_readers = true, .scan_walk = true}>,
                   SmallUnit<Vunit_shared_groups, BankOptions{.shared_readers = true, .scan_walk = true}, 2>,
                   SmallUnit<Vunit_paper_undo, BankOptions{.paper = true, .undo_entries = 4}>,
                   SmallUnit<Vunit_log, BankOptions{.undo_entries = 2}>,
                   SmallUnit<Vunit_log_groups, BankOptions{.undo_entries = 2}, 2>,
                   SmallUnit<Vunit_row_serial, BankOptions{.row_serial = true}>, Wide>;
INSTANTIATE_TYPED_TEST_SUITE_P(Options, LdsUnit, Kinds);

}  // namespace
}  // namespace gputm::tb
