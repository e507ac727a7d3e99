// lds_tx_bank, both implementations, with filters and with exact ownership: directed cases, cycles by
// formula, and random commands against the model, which also knows the cycle of every answer.
#include <gtest/gtest.h>

#include "Vbank_exact.h"
#include "Vbank_paper.h"
#include "Vbank_paper_exact.h"
#include "Vbank_pipelined.h"
#include "bank_bench.h"

namespace gputm::tb {
namespace {

template <typename Model, bool kPaper, bool kExact>
struct Variant {
  using Rtl = Model;
  static constexpr BankSizes kSizes{.paper = kPaper, .exact = kExact};
};

template <typename T>
class Bank : public testing::Test {
 protected:
  BankBench<typename T::Rtl> bench_{T::kSizes};
  void TearDown() override {
    bench_.finish();
    EXPECT_EQ(bench_.failure(), std::nullopt);
  }
  BankAnswer load(unsigned owner, unsigned row) {
    return bench_.run({.op = LdsOp::kLoad, .transactional = true, .owner = owner, .row = row});
  }
  BankAnswer store(unsigned owner, unsigned row, std::uint32_t data) {
    return bench_.run({.op = LdsOp::kStore, .transactional = true, .owner = owner, .row = row, .data = data});
  }
};

using Variants = testing::Types<Variant<Vbank_pipelined, false, false>, Variant<Vbank_exact, false, true>,
                                Variant<Vbank_paper, true, false>, Variant<Vbank_paper_exact, true, true>>;
TYPED_TEST_SUITE(Bank, Variants);

TYPED_TEST(Bank, TheRequesterLoses) {
  EXPECT_TRUE(this->store(3, 1, 10).fresh);
  EXPECT_TRUE(this->load(4, 1).conflict) << "reads and writes are not told apart";
  EXPECT_TRUE(this->store(4, 1, 11).conflict);
  EXPECT_FALSE(this->load(3, 1).conflict);
  this->bench_.run(BankWalk{0, 0xff, false});
  EXPECT_EQ(this->load(4, 1).data, 10u);
}

TYPED_TEST(Bank, FiltersTakeAnotherRowForTheSame) {
  this->store(3, 1, 10);
  EXPECT_EQ(this->load(4, 5).conflict, !TypeParam::kSizes.exact) << "row 5 has the bit of row 1";
  EXPECT_FALSE(this->load(4, 2).conflict);
  EXPECT_FALSE(this->load(3, 9).conflict) << "a work-item's own bit";
}

TYPED_TEST(Bank, WorkGroupsHaveFiltersOfTheirOwn) {
  this->store(3, 1, 10);
  EXPECT_FALSE(this->load(16 + 3, 9).conflict) << "row 9 has the bit of row 1, but the owner is of group 1";
}

TYPED_TEST(Bank, RestoresEveryRowOfTheLanesAndNoOther) {
  for (unsigned row = 0; row < 4; ++row) this->store(row % 2, row, 100 + row);
  this->bench_.run(BankWalk{0, 0b1, true});
  EXPECT_EQ(this->bench_.model().word(0), 0u);
  EXPECT_EQ(this->bench_.model().word(1), 101u);
  EXPECT_TRUE(this->load(5, 1).conflict);
  EXPECT_EQ(this->load(5, 2).data, 2 * 0x01010101u);
  this->bench_.run(BankWalk{0, 0b10, false});
  EXPECT_EQ(this->load(6, 3).data, 103u);
}

TYPED_TEST(Bank, FlagsPlainAccessesToOwnedRows) {
  this->store(3, 1, 10);
  EXPECT_TRUE(this->bench_.run({.op = LdsOp::kLoad, .row = 1}).race);
  EXPECT_TRUE(this->bench_.run({.op = LdsOp::kStore, .row = 1, .data = 9}).race);
  EXPECT_FALSE(this->bench_.run({.op = LdsOp::kLoad, .row = 2}).race);
}

// Each command's cycles are compared with the documented formula by the bench, in every run; here are the
// numbers.
TYPED_TEST(Bank, CyclesByFormula) {
  constexpr bool kPaper = TypeParam::kSizes.paper;
  EXPECT_EQ(this->load(1, 0).cycles, kPaper ? 3u : 1u);
  EXPECT_EQ(this->load(1, 0).cycles, kPaper ? 2u : 1u);
  EXPECT_EQ(this->store(1, 0, 1).cycles, kPaper ? 3u : 1u);
  EXPECT_EQ(this->store(1, 1, 1).cycles, kPaper ? 4u : 1u);
  EXPECT_EQ(this->load(2, 0).cycles, kPaper && TypeParam::kSizes.exact ? 2u : 1u);
  EXPECT_EQ(this->bench_.run({.op = LdsOp::kAdd, .row = 8}).cycles, kPaper ? 2u : 1u);
  EXPECT_EQ(this->bench_.run({.op = LdsOp::kLoad, .row = 8}).cycles, 1u);
  this->bench_.run(BankWalk{0, 0xff, false});
  this->bench_.idle(10);
  for (const bool restore : {false, true}) {
    for (unsigned n = 0; n <= 4; ++n) {
      for (unsigned row = 0; row < n; ++row) this->store(3 + row / 2, 4 + row, row);
      const std::uint64_t start = this->bench_.cycles();
      this->bench_.run(BankWalk{0, 0xf8, restore});
      this->bench_.run({.op = LdsOp::kLoad, .row = 8});
      const unsigned walk = n == 0 ? 1 : (kPaper && restore ? 2 * n : n) + 2;
      const unsigned wait = n == 0 ? 0 : (kPaper ? 4 : 1) - 1;  // the last store's other cycles
      EXPECT_EQ(this->bench_.cycles() - start, wait + walk + 1);
    }
  }
}

TYPED_TEST(Bank, Random) {
  Rng rng = seeded_rng(40);
  run_bank(this->bench_, run_length(100000), rng);
}

}  // namespace
}  // namespace gputm::tb
