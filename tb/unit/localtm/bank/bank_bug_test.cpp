// Each seeded bug of a bank must be found by the random run.
#include <gtest/gtest.h>

#include "Vbank_backup_too_late.h"
#include "Vbank_counted_twice.h"
#include "Vbank_group_left_early.h"
#include "Vbank_link_broken.h"
#include "Vbank_not_cleared.h"
#include "Vbank_not_released.h"
#include "Vbank_open_while_walking.h"
#include "Vbank_overwrites_when_full.h"
#include "Vbank_owner_of_the_neighbour.h"
#include "Vbank_released_before_restored.h"
#include "Vbank_stale_entry.h"
#include "Vbank_stale_filter.h"
#include "Vbank_stale_list.h"
#include "Vbank_writer_ignores_readers.h"
#include "bank_bench.h"

namespace gputm::tb {
namespace {

template <typename Model, BankSizes kOptions = BankSizes{}>
struct Variant {
  using Rtl = Model;
  static constexpr BankSizes kSizes = kOptions;
};

template <typename T>
class BankBug : public testing::Test {};

constexpr BankSizes kPaper{.paper = true};
constexpr BankSizes kShared{.shared_readers = true};
constexpr BankSizes kUndo{.undo_entries = 4};
constexpr BankSizes kScan{.scan = true};

using Bugs =
    testing::Types<Variant<Vbank_not_cleared>, Variant<Vbank_not_released>, Variant<Vbank_link_broken>,
                   Variant<Vbank_stale_list>, Variant<Vbank_open_while_walking>,
                   Variant<Vbank_backup_too_late>, Variant<Vbank_released_before_restored, kPaper>,
                   Variant<Vbank_owner_of_the_neighbour, kPaper>, Variant<Vbank_counted_twice, kShared>,
                   Variant<Vbank_stale_filter, kShared>, Variant<Vbank_writer_ignores_readers, kShared>,
                   Variant<Vbank_overwrites_when_full, kUndo>, Variant<Vbank_stale_entry, kUndo>,
                   Variant<Vbank_group_left_early, kScan>>;
TYPED_TEST_SUITE(BankBug, Bugs);

TYPED_TEST(BankBug, IsCaught) {
  Rng rng = seeded_rng(41);
  BankBench<typename TypeParam::Rtl> bench(TypeParam::kSizes);
  run_bank(bench, 100000, rng);
  ASSERT_TRUE(bench.failure());
  std::cout << *bench.failure() << '\n';
}

}  // namespace
}  // namespace gputm::tb
