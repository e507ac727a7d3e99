// Each seeded bug of a bank must be found by the random run.
#include <gtest/gtest.h>

#include "Vbank_backup_too_late.h"
#include "Vbank_link_broken.h"
#include "Vbank_not_cleared.h"
#include "Vbank_not_released.h"
#include "Vbank_open_while_walking.h"
#include "Vbank_owner_of_the_neighbour.h"
#include "Vbank_released_before_restored.h"
#include "Vbank_stale_list.h"
#include "bank_bench.h"

namespace gputm::tb {
namespace {

template <typename Model, bool kPaper>
struct Variant {
  using Rtl = Model;
  static constexpr BankSizes kSizes{.paper = kPaper};
};

template <typename T>
class BankBug : public testing::Test {};

using Bugs = testing::Types<Variant<Vbank_not_cleared, false>, Variant<Vbank_not_released, false>,
                            Variant<Vbank_link_broken, false>, Variant<Vbank_stale_list, false>,
                            Variant<Vbank_open_while_walking, false>, Variant<Vbank_backup_too_late, false>,
                            Variant<Vbank_released_before_restored, true>,
                            Variant<Vbank_owner_of_the_neighbour, true>>;
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
