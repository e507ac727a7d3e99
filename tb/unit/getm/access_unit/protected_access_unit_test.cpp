// access_unit with parity and with SECDED: without wrong bits it is the model, and reports nothing; a wrong
// bit in a row of the metadata table is reported with its memory and row, and after one that is not corrected
// no outcome leaves.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "Vaccess_unit_parity.h"
#include "Vaccess_unit_parity___024root.h"
#include "Vaccess_unit_secded.h"
#include "Vaccess_unit_secded___024root.h"
#include "unit/getm/access_unit/access_traffic.h"

namespace gputm::tb::access_unit_test {
namespace {

constexpr unsigned kRows = 4, kWays = 4;
constexpr unsigned kFirstWay = 6;       // number of the memory, docs/protection.md
constexpr unsigned kReservedBits = 12;  // lowest field of an entry
constexpr unsigned kTimeBits = 46;      // the next two: latest, written
constexpr std::uint64_t kNever = 200;   // cycles after which an outcome is not coming

/// memory_report_o
struct Report {
  explicit Report(std::uint64_t bits)
      : uncorrectable(bits & 0xff),
        corrected(bits >> 8 & 0xff),
        row(bits >> 16 & 0xffff),
        memory(bits >> 32 & 0xff),
        fatal(bits >> 40 & 1),
        valid(bits >> 41 & 1) {}
  std::uint64_t uncorrectable, corrected, row, memory, fatal, valid;
};

/// Contents of the ways
template <typename Root>
auto ways(Root& root) {
  return std::vector{
      &root.access_unit__DOT__u_table__DOT__gen_way__BRA__0__KET____DOT__u_ram__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem,
      &root.access_unit__DOT__u_table__DOT__gen_way__BRA__1__KET____DOT__u_ram__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem,
      &root.access_unit__DOT__u_table__DOT__gen_way__BRA__2__KET____DOT__u_ram__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem,
      &root.access_unit__DOT__u_table__DOT__gen_way__BRA__3__KET____DOT__u_ram__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem};
}

template <typename Model>
class ProtectedAccessUnit : public ::testing::Test {
 protected:
  using Bench = AccessBench<Model>;

  static Report report(Bench& bench) { return Report(bench.dut().memory_report_o); }
  /// The access's outcome, if it has one in time
  static std::optional<Outcome> decide(Bench& bench, Access access) {
    bench.offer(std::move(access));
    for (std::uint64_t i = 0; i < kNever; ++i) {
      if (auto outcome = bench.cycle(true, true)) return outcome;
    }
    return std::nullopt;
  }
  static Access one(AccessKind kind, std::uint64_t time, GranuleNumber granule) {
    return {.kind = kind, .time = {time}, .tag = 0, .parts = {{.granule = granule, .words = 1}}};
  }
  /// Inverts bits of the only entry of the table; the memory and the row
  static std::pair<unsigned, unsigned> spoil(Bench& bench, const std::vector<unsigned>& bits) {
    std::pair<unsigned, unsigned> place{0, 0};
    unsigned entries = 0;
    const auto memories = ways(*bench.dut().rootp);
    for (unsigned way = 0; way < kWays; ++way) {
      for (unsigned row = 0; row < kRows; ++row) {
        auto& word = (*memories[way])[row];
        bool used = false;
        for (std::size_t i = 0; i < sizeof(word) / 4; ++i) used = used || word[i] != 0;
        if (!used) continue;
        ++entries;
        place = {kFirstWay + way, row};
        for (const unsigned bit : bits) word[bit / 32] ^= 1U << bit % 32;
      }
    }
    EXPECT_EQ(entries, 1u);
    return place;
  }
  /// Bits of a word that this protection detects and does not correct: of times, which the assertions do not
  /// know
  static std::vector<unsigned> fatal(Rng& rng) {
    const unsigned first = static_cast<unsigned>(below(rng, 2 * kTimeBits));
    if constexpr (std::is_same_v<Model, Vaccess_unit_parity>) return {kReservedBits + first};
    const unsigned second =
        (first + 1 + static_cast<unsigned>(below(rng, 2 * kTimeBits - 1))) % (2 * kTimeBits);
    return {kReservedBits + first, kReservedBits + second};
  }
};

using Models = ::testing::Types<Vaccess_unit_parity, Vaccess_unit_secded>;
TYPED_TEST_SUITE(ProtectedAccessUnit, Models);

TYPED_TEST(ProtectedAccessUnit, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(408);
  AccessBench<TypeParam> bench(kSmall, kStallEntries);
  for (std::uint64_t i = 0; i < run_length(10); ++i) {
    run(bench, rng, 1000);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << i;
    EXPECT_EQ(bench.dut().memory_report_o, 0u);
    bench.clear();
  }
}

TYPED_TEST(ProtectedAccessUnit, NoOutcomeLeavesAfterALostEntry) {
  Rng rng = seeded_rng(409);
  for (std::uint64_t i = 0; i < run_length(40); ++i) {
    AccessBench<TypeParam> bench(kSmall, kStallEntries);
    const auto granule = static_cast<GranuleNumber>(below(rng, 1000));
    ASSERT_TRUE(this->decide(bench, this->one(AccessKind::kStore, 10, granule)));
    ASSERT_TRUE(this->decide(bench, this->one(AccessKind::kCommit, 10, granule)));
    for (unsigned cycle = 0; cycle < 20; ++cycle) bench.cycle(false, false);
    EXPECT_EQ(bench.dut().memory_report_o, 0u);
    // An outcome of before is on offer.
    const bool waiting = one_in(rng, 2);
    if (waiting) {
      bench.offer({.kind = AccessKind::kPlain, .time = {11}, .tag = 1, .parts = {}});
      for (unsigned cycle = 0; cycle < 30; ++cycle) bench.cycle(true, false);
      ASSERT_EQ(bench.dut().out_valid_o, 1);
      EXPECT_EQ(bench.dut().memory_report_o, 0u);
    }
    const auto [memory, row] = this->spoil(bench, this->fatal(rng));
    bench.offer(this->one(AccessKind::kLoad, 12, granule));
    for (unsigned cycle = 0; cycle < 30; ++cycle) bench.cycle(true, false);
    const Report report = this->report(bench);
    EXPECT_EQ(report.valid, 1u);
    EXPECT_EQ(report.fatal, 1u);
    EXPECT_EQ(report.memory, memory);
    EXPECT_EQ(report.row, row);
    EXPECT_EQ(report.corrected, 0u);
    EXPECT_GE(report.uncorrectable, 1u);
    unsigned outcomes = 0;
    for (std::uint64_t cycle = 0; cycle < kNever; ++cycle) {
      const auto outcome = bench.cycle(true, true);
      if (outcome) {
        EXPECT_EQ(outcome->tag, 1u);
      }
      outcomes += outcome.has_value();
    }
    EXPECT_EQ(outcomes, waiting ? 1u : 0u);
    EXPECT_EQ(bench.dut().busy_o, 1);
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

using SecdedAccessUnit = ProtectedAccessUnit<Vaccess_unit_secded>;

// The entry says which loads come too late, with any of its bits wrong.
TEST_F(SecdedAccessUnit, CorrectsAnyBitOfAnEntry) {
  constexpr unsigned kCodeBits = 146;
  for (unsigned bit = 0; bit < kCodeBits; ++bit) {
    AccessBench<Vaccess_unit_secded> bench(kSmall, kStallEntries);
    ASSERT_TRUE(decide(bench, one(AccessKind::kStore, 10, 77)));
    ASSERT_TRUE(decide(bench, one(AccessKind::kCommit, 10, 77)));
    for (unsigned cycle = 0; cycle < 20; ++cycle) bench.cycle(false, false);
    const auto [memory, row] = spoil(bench, {bit});
    const auto late = decide(bench, one(AccessKind::kLoad, 9, 77));
    ASSERT_TRUE(late);
    EXPECT_EQ(late->aborted, 1u);
    const Report report = SecdedAccessUnit::report(bench);
    EXPECT_EQ(report.valid, 1u);
    EXPECT_EQ(report.fatal, 0u);
    EXPECT_EQ(report.memory, memory);
    EXPECT_EQ(report.row, row);
    EXPECT_GE(report.corrected, 1u);
    EXPECT_EQ(report.uncorrectable, 0u);
    const auto in_time = decide(bench, one(AccessKind::kLoad, 11, 77));
    ASSERT_TRUE(in_time);
    EXPECT_EQ(in_time->aborted, 0u);
    EXPECT_EQ(bench.failure(), std::nullopt) << "bit " << bit;
  }
}

}  // namespace
}  // namespace gputm::tb::access_unit_test
