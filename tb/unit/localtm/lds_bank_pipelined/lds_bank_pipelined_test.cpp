// lds_bank_pipelined with its options.
#include "Vpipelined.h"
#include "Vpipelined_all.h"
#include "Vpipelined_backup_too_late.h"
#include "Vpipelined_exact.h"
#include "Vpipelined_link_broken.h"
#include "Vpipelined_not_cleared.h"
#include "Vpipelined_not_released.h"
#include "Vpipelined_open_while_walking.h"
#include "Vpipelined_scan.h"
#include "Vpipelined_scan_group_left_early.h"
#include "Vpipelined_shared.h"
#include "Vpipelined_shared_counted_twice.h"
#include "Vpipelined_shared_stale_filter.h"
#include "Vpipelined_shared_writer_ignores_readers.h"
#include "Vpipelined_stale_list.h"
#include "Vpipelined_undo.h"
#include "Vpipelined_undo_log_backup_too_late.h"
#include "Vpipelined_undo_overwrites_when_full.h"
#include "Vpipelined_undo_stale_entry.h"
#include "unit/localtm/common/bank_bug_cases.h"
#include "unit/localtm/common/bank_cases.h"

namespace gputm::tb {
namespace {

using Variants = testing::Types<
    BankVariant<Vpipelined>, BankVariant<Vpipelined_exact, BankSizes{.exact = true}>,
    BankVariant<Vpipelined_shared, BankSizes{.shared_readers = true}>,
    BankVariant<Vpipelined_undo, BankSizes{.undo_entries = kUndoEntries}>,
    BankVariant<Vpipelined_scan, BankSizes{.scan = true}>,
    BankVariant<Vpipelined_all,
                BankSizes{.exact = true, .shared_readers = true, .undo_entries = kUndoEntries}>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Pipelined, Bank, Variants);

using Bugs =
    testing::Types<BankVariant<Vpipelined_not_cleared>, BankVariant<Vpipelined_not_released>,
                   BankVariant<Vpipelined_link_broken>, BankVariant<Vpipelined_stale_list>,
                   BankVariant<Vpipelined_open_while_walking>, BankVariant<Vpipelined_backup_too_late>,
                   BankVariant<Vpipelined_shared_counted_twice, BankSizes{.shared_readers = true}>,
                   BankVariant<Vpipelined_shared_stale_filter, BankSizes{.shared_readers = true}>,
                   BankVariant<Vpipelined_shared_writer_ignores_readers, BankSizes{.shared_readers = true}>,
                   BankVariant<Vpipelined_undo_overwrites_when_full, BankSizes{.undo_entries = kUndoEntries}>,
                   BankVariant<Vpipelined_undo_stale_entry, BankSizes{.undo_entries = kUndoEntries}>,
                   BankVariant<Vpipelined_undo_log_backup_too_late, BankSizes{.undo_entries = kUndoEntries}>,
                   BankVariant<Vpipelined_scan_group_left_early, BankSizes{.scan = true}>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Pipelined, BankBug, Bugs);

}  // namespace
}  // namespace gputm::tb
