// row_copy_unit with parity and with SECDED: without wrong bits it is the model, and reports nothing; a wrong
// word of the ring or of the queue of copied versions is reported with memory and place, and after one that
// is not corrected no row is sent, no version is reported and no copy is taken.
#include <gtest/gtest.h>

#include "Vrow_copy_unit_parity.h"
#include "Vrow_copy_unit_parity_sites.h"
#include "Vrow_copy_unit_secded.h"
#include "Vrow_copy_unit_secded_sites.h"
#include "unit/snapshot/common/lost_words.h"
#include "unit/snapshot/row_copy_unit/row_copy_bench.h"

namespace gputm::tb::row_copy {
namespace {

constexpr unsigned kChecks = 2;  ///< cycles after the last copy

struct Unit {
  template <typename Model, typename Port>
  static void ports(Model& dut, Port port) {
    port(0, dut.row_valid_o, dut.row_ready_i, message_of(dut.row_from_o, dut.row_to_o));
    port(1, dut.copied_valid_o, dut.copied_ready_i, message_of(dut.copied_region_o, dut.copied_version_o));
    // Copies that are taken
    port(2, dut.copy_valid_i, dut.copy_ready_o, message_of(dut.copy_region_i, dut.copy_to_i));
  }
};

template <typename Model>
class ProtectedRowCopyUnit : public ::testing::Test {
 protected:
  static LostWords lost_words() {
    return {.memories = {{"u_ring."}, {"u_copied.", true}},
            .first = 200,
            .last = 1000,
            .run = [](std::uint64_t seed) {
              Rng rng(seed);
              CopyBench<Traced<Model, Unit>> bench(rng, kChecks);
              for (unsigned i = 0; i < 1500; ++i) bench.cycle(true);
            }};
  }
};

using Models = ::testing::Types<Vrow_copy_unit_parity, Vrow_copy_unit_secded>;
TYPED_TEST_SUITE(ProtectedRowCopyUnit, Models);

TYPED_TEST(ProtectedRowCopyUnit, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  UnitTrace trace;
  UnitTrace::current = &trace;
  CopyBench<Traced<TypeParam, Unit>> bench(rng, kChecks);
  for (std::uint64_t i = 0; i < run_length(50000) && !bench.failure(); ++i) bench.cycle(true);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.ended(), 200u);
  EXPECT_FALSE(trace.report.valid);
}

TYPED_TEST(ProtectedRowCopyUnit, NothingLeavesAfterALostWord) {
  Rng rng = seeded_rng(22);
  this->lost_words().nothing_leaves_after_a_loss(std::is_same_v<TypeParam, Vrow_copy_unit_parity> ? 1 : 2,
                                                 run_length(100), rng);
}

using SecdedRowCopyUnit = ProtectedRowCopyUnit<Vrow_copy_unit_secded>;

TEST_F(SecdedRowCopyUnit, CorrectsABitOfAPlace) {
  Rng rng = seeded_rng(23);
  lost_words().a_bit_is_corrected(run_length(100), rng);
}

}  // namespace
}  // namespace gputm::tb::row_copy
