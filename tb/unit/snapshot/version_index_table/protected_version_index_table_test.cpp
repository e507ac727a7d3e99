// version_index_table with parity and with SECDED: without wrong bits it is the model, and reports nothing;
// a wrong word of a row or a place is reported with memory and region, and after one that is not corrected no
// reply and no copy leaves, and no operation is taken.
#include <gtest/gtest.h>

#include "Vversion_index_table_parity.h"
#include "Vversion_index_table_parity_sites.h"
#include "Vversion_index_table_secded.h"
#include "Vversion_index_table_secded_sites.h"
#include "unit/snapshot/common/lost_words.h"
#include "unit/snapshot/version_index_table/version_table_bench.h"

namespace gputm::tb::version_table {
namespace {

struct Unit {
  template <typename Model, typename Port>
  static void ports(Model& dut, Port port) {
    const bool valid = dut.reply_place_o == kValid;
    port(0, dut.reply_valid_o, true,
         message_of(dut.reply_place_o, valid ? dut.reply_block_o : 0, dut.reply_versioned_o,
                    valid && dut.reply_versioned_o ? dut.reply_region_o << 8 | dut.reply_version_o : 0));
    port(1, dut.copy_valid_o, dut.copy_ready_i,
         message_of(dut.copy_region_o, dut.copy_start_o, dut.copy_size_o, dut.copy_distance_o,
                    dut.copy_from_o, dut.copy_to_o));
    // Operations that are taken
    port(2, dut.publish_valid_i, dut.publish_ready_o, message_of(dut.publish_region_i, dut.publish_time_i));
    port(3, dut.region_valid_i, dut.region_ready_o, message_of(dut.region_result_o));
  }
};

template <typename Model>
class ProtectedVersionIndexTable : public ::testing::Test {
 protected:
  static LostWords lost_words() {
    return {
        .memories = {{"gen_word[0]."}, {"gen_word[1]."}, {"gen_word[2]."}, {"gen_word[3]."}, {"u_places."}},
        .first = 400,
        .last = 2000,
        .run = [](std::uint64_t seed) {
          Rng rng(seed);
          TableBench<Traced<Model, Unit>> bench(rng);
          for (unsigned i = 0; i < 4000; ++i) bench.cycle();
        }};
  }
};

using Models = ::testing::Types<Vversion_index_table_parity, Vversion_index_table_secded>;
TYPED_TEST_SUITE(ProtectedVersionIndexTable, Models);

TYPED_TEST(ProtectedVersionIndexTable, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  for (std::uint64_t run = 0; run < run_length(5); ++run) {
    UnitTrace trace;
    UnitTrace::current = &trace;
    TableBench<Traced<TypeParam, Unit>> bench(rng);
    for (unsigned i = 0; i < 20000 && !bench.failure(); ++i) bench.cycle();
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_TRUE(bench.settle_down());
    EXPECT_FALSE(trace.report.valid);
  }
}

TYPED_TEST(ProtectedVersionIndexTable, NothingLeavesAfterALostWord) {
  Rng rng = seeded_rng(22);
  this->lost_words().nothing_leaves_after_a_loss(
      std::is_same_v<TypeParam, Vversion_index_table_parity> ? 1 : 2, run_length(40), rng);
}

using SecdedVersionIndexTable = ProtectedVersionIndexTable<Vversion_index_table_secded>;

TEST_F(SecdedVersionIndexTable, CorrectsABitOfAWord) {
  Rng rng = seeded_rng(23);
  lost_words().a_bit_is_corrected(run_length(40), rng);
}

}  // namespace
}  // namespace gputm::tb::version_table
