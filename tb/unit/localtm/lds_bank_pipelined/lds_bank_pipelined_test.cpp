// lds_bank_pipelined with its options.
#include "Vpipelined.h"
#include "Vpipelined_all.h"
#include "Vpipelined_epochs.h"
#include "Vpipelined_epochs_1.h"
#include "Vpipelined_exact.h"
#include "Vpipelined_migratory.h"
#include "Vpipelined_shared.h"
#include "Vpipelined_undo.h"
#include "Vpipelined_work_items.h"
#include "unit/localtm/common/bank_cases.h"

namespace gputm::tb {
namespace {

using Variants = testing::Types<
    BankVariant<Vpipelined>, BankVariant<Vpipelined_exact, BankSizes{.exact = true}>,
    BankVariant<Vpipelined_shared, BankSizes{.shared_readers = true}>,
    BankVariant<Vpipelined_migratory, BankSizes{.shared_readers = true, .migratory = true}>,
    BankVariant<Vpipelined_undo, BankSizes{.undo_entries = kUndoEntries}>,
    BankVariant<Vpipelined_work_items, BankSizes{.work_item_lists = true}>,
    BankVariant<Vpipelined_epochs, BankSizes{.exact = true, .epochs = 2}>,
    BankVariant<Vpipelined_epochs_1, BankSizes{.exact = true, .epochs = 1}>,
    BankVariant<Vpipelined_all,
                BankSizes{.exact = true, .shared_readers = true, .undo_entries = kUndoEntries}>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Pipelined, Bank, Variants);

}  // namespace
}  // namespace gputm::tb
