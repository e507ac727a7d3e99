// post_dating_unit with parity and with SECDED: without wrong bits it is the model, and reports nothing; a
// wrong bit of a slot's row is reported with its memory and slot, and after one that is not corrected no
// response leaves.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "Vpost_dating_parity.h"
#include "Vpost_dating_parity_sites.h"
#include "Vpost_dating_secded.h"
#include "Vpost_dating_secded_sites.h"
#include "common/memory_report.h"
#include "faults/fault.h"
#include "random_requests.h"

namespace gputm::tb {
namespace {

constexpr UnitShape kSmall{
    .slots = 8, .timestamp_bits = 8, .propagation_depth = 3, .propagation_successors = 2};
constexpr std::uint16_t kPredecessor = 4, kSuccessor = 6;

/// The memories in the order of docs/protection.md, and the slot with the row that a dependency reads
struct Memory {
  const char* name;
  std::uint16_t slot;
};
constexpr std::array<Memory, 10> kMemories{{{"u_table.u_state.", kPredecessor},
                                            {"u_table.u_pred_below.", kPredecessor},
                                            {"u_table.u_pred_pdts.", kPredecessor},
                                            {"u_table.gen_list.u_list.", kPredecessor},
                                            {"u_table.gen_list.u_committed.", kPredecessor},
                                            {"u_table.gen_list.u_released.", kPredecessor},
                                            {"u_table.u_succ_below.", kSuccessor},
                                            {"u_table.u_succ_pdts.", kSuccessor},
                                            {"u_table.gen_former.u_pdts.", kPredecessor},
                                            {"u_table.gen_former.u_below.", kSuccessor}}};

template <typename Model>
class ProtectedPostDatingUnit : public ::testing::Test {
 protected:
  using Bench = PostDatingBench<Model>;

  static MemoryReport report(Bench& bench) { return MemoryReport(bench.dut().memory_report_o); }
  static void start_all(Bench& bench) {
    for (std::uint16_t slot = 0; slot < kSmall.slots; ++slot)
      bench.request({.op = TimestampOp::kStart, .predecessor = {.slot = slot}});
    bench.drain();
  }
  static void depend(Bench& bench, std::uint16_t predecessor, std::uint16_t successor) {
    bench.request({.predecessor = {.slot = predecessor}, .successor = {.slot = successor}});
  }
  static Site site(Bench& bench, const Memory& memory) {
    for (const Site& site : Described<Model>::sites(bench.dut())) {
      if (site.kind == SiteKind::kMemory && std::string(site.name).starts_with(memory.name)) return site;
    }
    ADD_FAILURE() << memory.name;
    return {};
  }
  static void spoil(Bench& bench, const Memory& memory, const std::vector<unsigned>& bits) {
    const Site row = site(bench, memory);
    for (const unsigned bit : bits) row.flip(std::uint64_t{memory.slot} * row.width + bit);
  }
  /// Bits that this protection detects and does not correct
  static std::vector<unsigned> fatal(unsigned width, Rng& rng) {
    const auto first = static_cast<unsigned>(below(rng, width));
    if constexpr (std::is_same_v<Model, Vpost_dating_parity>) return {first};
    return {first, (first + 1 + static_cast<unsigned>(below(rng, width - 1))) % width};
  }
};

using Models = ::testing::Types<Vpost_dating_parity, Vpost_dating_secded>;
TYPED_TEST_SUITE(ProtectedPostDatingUnit, Models);

TYPED_TEST(ProtectedPostDatingUnit, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  for (std::uint64_t run = 0; run < run_length(5); ++run) {
    PostDatingBench<TypeParam> bench(kSmall);
    RandomRequests<TypeParam> requests(bench, kSmall.slots, rng);
    requests.run(10'000);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_EQ(bench.dut().memory_report_o, 0u);
  }
}

TYPED_TEST(ProtectedPostDatingUnit, NoResponseLeavesAfterALostWord) {
  Rng rng = seeded_rng(22);
  for (std::uint64_t i = 0; i < run_length(200); ++i) {
    const std::size_t number = i % kMemories.size();
    PostDatingBench<TypeParam> bench(kSmall);
    this->start_all(bench);
    // A response of before is on offer.
    const std::uint64_t waiting = below(rng, 2);
    if (waiting != 0) this->depend(bench, 0, 1);
    for (unsigned cycle = 0; cycle < 10; ++cycle) bench.cycle(true, false);
    ASSERT_EQ(bench.dut().rsp_valid_o, waiting);
    EXPECT_EQ(bench.dut().memory_report_o, 0u);
    const std::uint64_t before = bench.answered();
    const unsigned width = this->site(bench, kMemories[number]).width;
    auto wrong = this->fatal(width, rng);
    // Assertions know the state: its check bits.
    if (number == 0) {
      for (std::size_t bit = 0; bit < wrong.size(); ++bit)
        wrong[bit] = width - 1 - static_cast<unsigned>(bit);
    }
    this->spoil(bench, kMemories[number], wrong);
    this->depend(bench, kPredecessor, kSuccessor);
    for (unsigned cycle = 0; cycle < 100; ++cycle) bench.cycle(true, cycle > 20);
    EXPECT_EQ(bench.answered() - before, waiting);
    const MemoryReport report = this->report(bench);
    EXPECT_TRUE(report.valid && report.fatal);
    EXPECT_EQ(report.memory, number);
    EXPECT_EQ(report.row, kMemories[number].slot);
    EXPECT_GE(report.uncorrectable, 1u);
    EXPECT_EQ(report.corrected, 0u);
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

using SecdedPostDatingUnit = ProtectedPostDatingUnit<Vpost_dating_secded>;

TEST_F(SecdedPostDatingUnit, CorrectsAnyBitOfARow) {
  for (std::size_t number = 0; number < kMemories.size(); ++number) {
    unsigned bits = 1;
    for (unsigned bit = 0; bit < bits; ++bit) {
      PostDatingBench<Vpost_dating_secded> bench(kSmall);
      start_all(bench);
      depend(bench, kPredecessor, 1);
      depend(bench, 2, kSuccessor);
      bench.drain();
      bits = site(bench, kMemories[number]).width;
      spoil(bench, kMemories[number], {bit});
      depend(bench, kPredecessor, kSuccessor);
      depend(bench, kSuccessor, kPredecessor);
      bench.request({.op = TimestampOp::kCommit, .predecessor = {.slot = kPredecessor}});
      bench.drain();
      EXPECT_EQ(bench.failure(), std::nullopt) << kMemories[number].name << " bit " << bit;
      const MemoryReport report = SecdedPostDatingUnit::report(bench);
      EXPECT_TRUE(report.valid && !report.fatal);
      EXPECT_EQ(report.memory, number);
      EXPECT_EQ(report.row, kMemories[number].slot);
      EXPECT_GE(report.corrected, 1u);
      EXPECT_EQ(report.uncorrectable, 0u);
    }
    EXPECT_GE(bits, 6u);
  }
}

}  // namespace
}  // namespace gputm::tb
