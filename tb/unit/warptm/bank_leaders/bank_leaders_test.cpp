// bank_leaders against a search bank by bank: a pass serves each bank's lowest waiting lane and all lanes
// with the same slot, and a row has passes until no lane waits.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "Vbank_leaders.h"
#include "common/stalls.h"
#include "unit/kilo/common/bits.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

constexpr unsigned kLanes = 8, kBanks = 4, kSlotBits = 5, kLaneBits = 3, kBankBits = 2, kTagBits = 3;
constexpr unsigned kPlaceBits = kSlotBits - kBankBits;

struct Row {
  unsigned tag = 0, lanes = 0;
  std::array<unsigned, kLanes> slot{};
};

Row random_row(Rng& rng) {
  Row row{
      static_cast<unsigned>(below(rng, 1u << kTagBits)), static_cast<unsigned>(below(rng, 1u << kLanes)), {}};
  const std::uint64_t spread = 1 + below(rng, 1u << kSlotBits);
  for (unsigned& slot : row.slot) slot = static_cast<unsigned>(below(rng, spread));
  return row;
}

/// The lowest waiting lane of the bank.
std::optional<unsigned> leader_of(const Row& row, unsigned waiting, unsigned bank) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((waiting >> lane & 1) != 0 && row.slot[lane] % kBanks == bank) return lane;
  }
  return std::nullopt;
}

/// The lanes of a row's next pass.
unsigned served_of(const Row& row, unsigned waiting) {
  unsigned served = 0;
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    const auto leader = leader_of(row, waiting, bank);
    for (unsigned lane = 0; leader && lane < kLanes; ++lane) {
      if ((waiting >> lane & 1) != 0 && row.slot[lane] == row.slot[*leader]) served |= 1u << lane;
    }
  }
  return served;
}

class Bench {
 public:
  explicit Bench(Rng& rng) : rng_(rng), offers_(rng), goes_(rng) {
    auto& dut = bench_.dut();
    dut.row_valid_i = dut.pass_go_i = 0;
    bench_.reset();
  }

  /// Processes `rows` rows, with or without stalls; returns the cycles from the first pass to the last.
  std::uint64_t run(std::uint64_t rows, bool stalls) {
    auto& dut = bench_.dut();
    std::optional<std::uint64_t> first, last;
    std::uint64_t offered = 0, done = 0;
    while (done < rows && !bench_.failure()) {
      if (!dut.row_valid_i && offered < rows && (!stalls || offers_.go())) {
        offer(random_row(rng_));
        ++offered;
      }
      dut.pass_go_i = !stalls || goes_.go();
      bench_.settle();
      bench_.require(!dut.pass_valid_o || went_before_, "a pass that may not begin");
      bench_.require((dut.busy_o != 0) == !rows_.empty(), "busy or not with a row, wrongly");
      if (dut.pass_valid_o) {
        if (!first) first = bench_.cycles();
        last = bench_.cycles();
        done += check();
      }
      went_before_ = std::exchange(went_, dut.pass_go_i != 0);
      const bool taken = dut.row_valid_i && dut.row_ready_o;
      if (taken) rows_.push_back(offered_);
      bench_.step();
      if (taken) dut.row_valid_i = 0;
    }
    return first && last ? *last - *first + 1 : 0;
  }
  std::uint64_t passes() const { return passes_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  void offer(const Row& row) {
    auto& dut = bench_.dut();
    offered_ = row;
    dut.row_valid_i = 1;
    drive(dut.row_tag_i, row.tag);
    drive(dut.row_lanes_i, row.lanes);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      set_bits(dut.row_slot_i, lane * kSlotBits, kSlotBits, row.slot[lane]);
  }

  /// The current pass; returns whether it is the last one of its row.
  bool check() {
    auto& dut = bench_.dut();
    bench_.require(!rows_.empty(), "a pass of no row");
    if (bench_.failure()) return false;
    ++passes_;
    const Row& row = rows_.front();
    const unsigned waiting = row.lanes & ~served_;
    const unsigned served = served_of(row, waiting);
    bench_.require(dut.pass_tag_o == row.tag, "the tag of another row");
    bench_.require(dut.pass_served_o == served, "other lanes are served");
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      bench_.require(get_bits(dut.pass_bank_o, lane * kBankBits, kBankBits) == row.slot[lane] % kBanks,
                     "another bank of a lane");
    }
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      const auto leader = leader_of(row, waiting, bank);
      bench_.require((dut.bank_used_o >> bank & 1) == leader.has_value(), "a bank is used or not, wrongly");
      if (!leader) continue;
      bench_.require(get_bits(dut.bank_leader_o, bank * kLaneBits, kLaneBits) == *leader, "another leader");
      bench_.require(get_bits(dut.bank_place_o, bank * kPlaceBits, kPlaceBits) == row.slot[*leader] / kBanks,
                     "another place");
    }
    served_ |= served;
    const bool last = (row.lanes & ~served_) == 0;
    bench_.require(dut.pass_last_o == last, "the last pass, wrongly or not");
    if (last) {
      rows_.pop_front();
      served_ = 0;
    }
    return last;
  }

  Checked<Vbank_leaders> bench_;
  Rng& rng_;
  StallStream offers_, goes_;
  Row offered_;
  std::deque<Row> rows_;                     // rows taken whose passes have not ended
  unsigned served_ = 0;                      // served lanes of the first of these
  bool went_ = false, went_before_ = false;  // passes could begin in the last two cycles
  std::uint64_t passes_ = 0;
};

TEST(BankLeaders, ServeEachBanksLowestLaneAndItsSlot) {
  Rng rng = seeded_rng(71);
  Bench bench(rng);
  bench.run(run_length(50000), true);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(BankLeaders, MakeAPassInACycle) {
  Rng rng = seeded_rng(78);
  Bench bench(rng);
  const std::uint64_t cycles = bench.run(1000, false);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_EQ(cycles, bench.passes());
}

}  // namespace
}  // namespace gputm::tb
