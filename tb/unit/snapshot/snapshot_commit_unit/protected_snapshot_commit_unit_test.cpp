// snapshot_commit_unit with parity and with SECDED: without wrong bits it is the model, and reports nothing;
// a wrong word is reported with its memory and row, and after one that is not corrected nothing is written,
// no place is requested, no set is replied to and no word is taken.
#include <gtest/gtest.h>

#include "Vsnapshot_commit_unit_parity.h"
#include "Vsnapshot_commit_unit_parity_sites.h"
#include "Vsnapshot_commit_unit_secded.h"
#include "Vsnapshot_commit_unit_secded_sites.h"
#include "unit/snapshot/common/lost_words.h"
#include "unit/snapshot/snapshot_commit_unit/random_warps.h"

namespace gputm::tb {
namespace {

struct Unit {
  template <typename Model, typename Port>
  static void ports(Model& dut, Port port) {
    std::uint64_t data = 0;  // of the words that are written
    for (unsigned part = 0; part < kSectorWords; ++part) {
      if (((dut.write_mask_o >> part) & 1) != 0)
        data |= std::uint64_t{dut.write_data_o} & (std::uint64_t{0xff} << (8 * part));
    }
    port(0, dut.write_valid_o, dut.write_ready_i, message_of(dut.write_sector_o, dut.write_mask_o, data));
    port(1, dut.reply_valid_o, dut.reply_ready_i,
         message_of(dut.reply_kind_o, dut.reply_set_o, dut.reply_regions_o));
    port(2, dut.place_req_valid_o, dut.place_req_ready_i, message_of(dut.place_req_block_o));
    // What is taken
    port(3, dut.set_valid_i, dut.set_ready_o, message_of(dut.set_kind_i, dut.set_id_i));
  }
};

template <typename Model>
class ProtectedSnapshotCommitUnit : public ::testing::Test {
 protected:
  static LostWords lost_words() {
    return {.memories = {{"u_words."},
                         {"u_lanes."},
                         {"u_commits.", true},
                         {"u_accesses.", true},
                         {"u_places.", true},
                         {"u_replies.", true}},
            .first = 200,
            .last = 1200,
            .run = [](std::uint64_t seed) {
              Rng rng(seed);
              RandomWarps<Traced<Model, Unit>> warps(rng);
              warps.cycles(1600);
            }};
  }
};

using Models = ::testing::Types<Vsnapshot_commit_unit_parity, Vsnapshot_commit_unit_secded>;
TYPED_TEST_SUITE(ProtectedSnapshotCommitUnit, Models);

TYPED_TEST(ProtectedSnapshotCommitUnit, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  UnitTrace trace;
  UnitTrace::current = &trace;
  RandomWarps<Traced<TypeParam, Unit>> warps(rng);
  warps.run(run_length(50000));
  ASSERT_EQ(warps.bench().failure(), std::nullopt);
  EXPECT_GT(warps.bench().commits(), 500u);
  EXPECT_FALSE(trace.report.valid);
}

TYPED_TEST(ProtectedSnapshotCommitUnit, NothingLeavesAfterALostWord) {
  Rng rng = seeded_rng(22);
  this->lost_words().nothing_leaves_after_a_loss(
      std::is_same_v<TypeParam, Vsnapshot_commit_unit_parity> ? 1 : 2, run_length(60), rng);
}

using SecdedSnapshotCommitUnit = ProtectedSnapshotCommitUnit<Vsnapshot_commit_unit_secded>;

TEST_F(SecdedSnapshotCommitUnit, CorrectsABitOfAWord) {
  Rng rng = seeded_rng(23);
  lost_words().a_bit_is_corrected(run_length(60), rng);
}

}  // namespace
}  // namespace gputm::tb
