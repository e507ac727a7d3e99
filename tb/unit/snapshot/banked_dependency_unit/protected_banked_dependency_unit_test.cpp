// banked_dependency_unit with parity and with SECDED: without wrong bits it is the model, and reports
// nothing; a wrong word is reported with memory and row, and after one that is not corrected no answer
// leaves, of the center or of any bank.
#include <gtest/gtest.h>

#include "Vbanked_parity.h"
#include "Vbanked_parity_sites.h"
#include "Vbanked_secded.h"
#include "Vbanked_secded_sites.h"
#include "unit/snapshot/banked_dependency_unit/banked_bench.h"
#include "unit/snapshot/common/lost_words.h"
#include "unit/snapshot/dependency_unit/runs.h"

namespace gputm::tb {
namespace {

constexpr unsigned kBanks = 4, kBankMemories = 16;

struct Unit {
  template <typename Model, typename Port>
  static void ports(Model& dut, Port port) {
    const bool wait = dut.rsp_result_o == static_cast<unsigned>(DepResult::kWait);  // no id
    port(0, dut.rsp_valid_o, dut.rsp_ready_i,
         message_of(dut.rsp_op_o, dut.rsp_result_o, wait ? 0u : dut.rsp_txn_o, dut.rsp_timestamp_o));
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      port(1 + bank, (dut.alone_valid_o >> bank & 1) != 0, (dut.alone_ready_i >> bank & 1) != 0,
           message_of(dut.alone_write_o >> bank & 1, dut.alone_txn_o >> (4 * bank) & 0xf));
    }
  }
};

template <typename Model>
class ProtectedBankedDependencyUnit : public ::testing::Test {
 protected:
  static LostWords lost_words() {
    std::vector<ReportedMemory> all{{"u_center.u_timestamps.u_table.u_state."},
                                    {"u_center.u_timestamps.u_table.u_pred_below."},
                                    {"u_center.u_timestamps.u_table.u_pred_pdts."},
                                    {"u_center.u_timestamps.u_table.gen_list.u_list."},
                                    {"u_center.u_timestamps.u_table.gen_list.u_committed."},
                                    {"u_center.u_timestamps.u_table.gen_list.u_released."},
                                    {"u_center.u_timestamps.u_table.u_succ_below."},
                                    {"u_center.u_timestamps.u_table.u_succ_pdts."},
                                    {},
                                    {},
                                    {"u_center.u_directory.u_txn."},
                                    {"u_center.u_directory.u_other."},
                                    {.name = "u_center.u_directory.u_free.", .queue = true, .unused = true},
                                    {"u_center.u_directory.u_samples."},
                                    {"u_center.u_directory.gen_scan[0]."},
                                    {"u_center.u_directory.gen_scan[1]."},
                                    {"u_center.u_directory.gen_scan[2]."},
                                    {"u_center.u_directory.gen_scan[3]."},
                                    {.name = "u_control.", .queue = true, .unused = true}};
    // One bank; its tables have tests of their own.
    constexpr unsigned kBank = 2;
    all.resize(all.size() + std::size_t{kBank} * kBankMemories);
    all.push_back({.name = "gen_bank[2].u_bank.u_ops.", .queue = true, .unused = true});
    all.push_back({"gen_bank[2].u_bank.u_tables.u_writers.gen_part[0]."});
    all.push_back({"gen_bank[2].u_bank.u_tables.u_writers.gen_part[1]."});
    all.push_back(
        {.name = "gen_bank[2].u_bank.u_tables.u_writers.u_answers.", .queue = true, .unused = true});
    all.push_back({"gen_bank[2].u_bank.u_tables.u_readers.u_ways.gen_way[0].gen_bank[0]."});
    return {.memories = all, .first = 300, .last = 800, .run = [](std::uint64_t seed) {
              Rng rng(seed);
              BankedBench<Traced<Model, Unit>, kBanks> bench(kTxns, last_commit(24), rules(24), rng);
              bench.cycles({.running = 12, .blocks = 24, .accesses = 6, .writes = 40, .stalls = true}, 2000);
            }};
  }
};

using Models = ::testing::Types<Vbanked_parity, Vbanked_secded>;
TYPED_TEST_SUITE(ProtectedBankedDependencyUnit, Models);

TYPED_TEST(ProtectedBankedDependencyUnit, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  for (std::uint64_t run = 0; run < run_length(3); ++run) {
    UnitTrace trace;
    UnitTrace::current = &trace;
    BankedBench<Traced<TypeParam, Unit>, kBanks> bench(kTxns, last_commit(24), rules(24), rng);
    bench.run({.operations = 6000,
               .running = 4 + static_cast<unsigned>(below(rng, 13)),
               .blocks = 4 + static_cast<unsigned>(below(rng, 56)),
               .accesses = 2 + static_cast<unsigned>(below(rng, 9)),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_FALSE(trace.report.valid);
  }
}

TYPED_TEST(ProtectedBankedDependencyUnit, NoAnswerLeavesAfterALostWord) {
  Rng rng = seeded_rng(22);
  this->lost_words().nothing_leaves_after_a_loss(std::is_same_v<TypeParam, Vbanked_parity> ? 1 : 2,
                                                 run_length(6), rng);
}

using SecdedBankedDependencyUnit = ProtectedBankedDependencyUnit<Vbanked_secded>;

TEST_F(SecdedBankedDependencyUnit, CorrectsABitOfAWord) {
  Rng rng = seeded_rng(23);
  lost_words().a_bit_is_corrected(run_length(5), rng);
}

}  // namespace
}  // namespace gputm::tb
