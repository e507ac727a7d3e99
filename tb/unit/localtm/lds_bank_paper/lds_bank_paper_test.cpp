// lds_bank_paper with its options.
#include "Vpaper.h"
#include "Vpaper_exact.h"
#include "Vpaper_migratory.h"
#include "Vpaper_shared.h"
#include "Vpaper_undo.h"
#include "Vpaper_work_items.h"
#include "unit/localtm/common/bank_cases.h"

namespace gputm::tb {
namespace {

using Variants = testing::Types<
    BankVariant<Vpaper, BankSizes{.paper = true}>,
    BankVariant<Vpaper_exact, BankSizes{.paper = true, .exact = true}>,
    BankVariant<Vpaper_shared, BankSizes{.paper = true, .exact = true, .shared_readers = true}>,
    BankVariant<Vpaper_migratory,
                BankSizes{.paper = true, .exact = true, .shared_readers = true, .migratory = true}>,
    BankVariant<Vpaper_undo, BankSizes{.paper = true, .shared_readers = true, .undo_entries = kUndoEntries}>,
    BankVariant<Vpaper_work_items, BankSizes{.paper = true, .exact = true, .work_item_lists = true}>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Paper, Bank, Variants);

}  // namespace
}  // namespace gputm::tb
