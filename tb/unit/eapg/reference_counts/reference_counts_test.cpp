// reference_counts against the model's table, cycle by cycle: which rows are announced when, and in what
// state.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "Vreference_counts.h"
#include "common/module_bench.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"
#include "engines/eapg/reference_counts.h"

namespace gputm::tb::reference_counts_test {
namespace {

using engines::eapg::Announcement;
using engines::eapg::place_of;
using engines::eapg::ReferenceCounts;

constexpr unsigned kRows = 8, kCounterBits = 2;

/// The pipeline: an operation or an announcement is read in a cycle, and takes effect in the next.
class Reference {
 public:
  /// Whether an announcement begins in this cycle.
  bool announces() const { return counts_.waits() && !announcing_ && !offer_; }
  const std::optional<Announcement>& offer() const { return offer_; }

  struct Operation {
    bool add = false;
    Address word = 0;
  };
  /// One cycle; `taken`: the accepted operation, if there is one.
  void cycle(const std::optional<Operation>& taken, bool row_ready) {
    const bool announces_now = announces();
    if (row_ready) offer_.reset();
    if (announcing_) offer_ = counts_.announce();
    if (operation_) {
      const engines::eapg::Place place = place_of(operation_->word, kRows);
      operation_->add ? counts_.add(place) : counts_.remove(place);
    }
    operation_ = taken;
    announcing_ = announces_now;
  }
  bool idle() const { return !counts_.waits() && !announcing_ && !offer_ && !operation_; }

 private:
  ReferenceCounts counts_{kRows, kCounterBits};
  std::optional<Operation> operation_;  ///< read
  bool announcing_ = false;             ///< a row has been read for its announcement
  std::optional<Announcement> offer_;
};

class TableBench {
 public:
  explicit TableBench(Rng& rng) : operations_(rng), rows_(rng), rng_(rng) {
    for (Address& word : words_) word = static_cast<Address>(below(rng, 1u << 30)) * 4;
    bench_.dut().row_ready_i = 0;
    reset();
  }

  void reset() {
    bench_.dut().op_valid_i = 0;
    bench_.reset();
    unsigned cycles = 0;
    for (bench_.settle(); !bench_.dut().op_ready_o && cycles < 2 * kRows; bench_.settle(), ++cycles) step({});
    bench_.expect("cycles of clearing", cycles, kRows);
    reference_ = {};
    in_flight_.clear();
    seen_.clear();
  }

  /// One cycle; without `operations`, none is offered.
  void cycle(bool operations) {
    auto& dut = bench_.dut();
    if (!dut.op_valid_i && operations && operations_.go()) offer();
    dut.row_ready_i = !operations || rows_.go();
    bench_.settle();
    bench_.expect("op_ready_o", dut.op_ready_o, !reference_.announces());
    bench_.expect("row_valid_o", dut.row_valid_o, reference_.offer().has_value());
    bench_.expect("busy_o", dut.busy_o, !reference_.idle());
    if (const auto& offer = reference_.offer(); offer && dut.row_valid_o) {
      bench_.expect("row_o", dut.row_o, offer->row);
      bench_.expect("row_words_o", dut.row_words_o, offer->words);
      if (dut.row_ready_i) {
        seen_[offer->row] = offer->words;
        ++announced_;
      }
    }
    std::optional<Reference::Operation> taken;
    if (dut.op_valid_i && dut.op_ready_o) taken = offered_;
    step(taken);
    if (taken) dut.op_valid_i = 0;
  }
  /// Counts out what is in flight, and waits until all is announced.
  void drain() {
    auto& dut = bench_.dut();
    for (unsigned i = 0; i < 20'000 && (dut.op_valid_i || !in_flight_.empty() || !reference_.idle()); ++i) {
      if (!dut.op_valid_i && !in_flight_.empty()) offer_out(in_flight_.size() - 1);
      cycle(false);
    }
    for (const auto& [row, words] : seen_) bench_.expect("words in use at the end", words, 0u);
  }
  std::uint64_t announced() const { return announced_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  void offer() {
    const bool most = one_in(rng_, 40) ? (filling_ = !filling_) : filling_;
    if (in_flight_.empty() || (in_flight_.size() < 60 && below(rng_, 5) < (most ? 4u : 1u))) {
      const Address word = words_[below(rng_, words_.size())];
      in_flight_.push_back(word);
      give({.add = true, .word = word});
    } else {
      offer_out(below(rng_, in_flight_.size()));
    }
  }
  void offer_out(std::size_t index) {
    const Address word = in_flight_[index];
    in_flight_[index] = in_flight_.back();
    in_flight_.pop_back();
    give({.add = false, .word = word});
  }
  void give(const Reference::Operation& operation) {
    auto& dut = bench_.dut();
    offered_ = operation;
    dut.op_valid_i = 1;
    dut.op_add_i = operation.add;
    drive(dut.op_addr_i, operation.word / 4);
  }
  void step(const std::optional<Reference::Operation>& taken) {
    reference_.cycle(taken, bench_.dut().row_ready_i);
    bench_.tick();
  }

  ModuleBench<Vreference_counts> bench_;
  StallStream operations_, rows_;
  Rng& rng_;
  std::array<Address, 24> words_{};
  std::vector<Address> in_flight_;
  Reference::Operation offered_;
  Reference reference_;
  std::map<unsigned, std::uint32_t> seen_;  ///< by row: last announced words
  std::uint64_t announced_ = 0;
  bool filling_ = true;
};

TEST(ReferenceCounts, AnnounceAsTheModel) {
  Rng rng = seeded_rng(41);
  for (std::uint64_t run = 0; run < run_length(20); ++run) {
    TableBench bench(rng);
    for (unsigned i = 0; i < 3000 && !bench.failure(); ++i) {
      if (i == 1000) bench.reset();
      if (i % 900 == 899) bench.drain();
      bench.cycle(true);
    }
    bench.drain();
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    ASSERT_GT(bench.announced(), 200u);
  }
}

TEST(ReferenceCounts, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vreference_counts>(42, 600, [](Rng& rng) {
    TableBench bench(rng);
    for (unsigned i = 0; i < 700 && !bench.failure(); ++i) bench.cycle(true);
    bench.drain();
    return bench.failure();
  });
}

/// Back to back, without a stall of the cores: of three cycles at least two are for operations.
TEST(ReferenceCounts, LeaveMostCyclesToOperations) {
  ModuleBench<Vreference_counts> bench;
  auto& dut = bench.dut();
  dut.op_valid_i = 0;
  dut.row_ready_i = 1;
  bench.reset();
  for (bench.settle(); !dut.op_ready_o; bench.settle()) bench.tick();
  dut.op_valid_i = 1;
  unsigned taken = 0;
  for (unsigned i = 0; i < 300; ++i) {
    dut.op_add_i = taken % 2 == 0;  // each operation changes its row
    drive(dut.op_addr_i, taken / 2 % kRows * engines::eapg::kRowWords);
    bench.settle();
    taken += dut.op_ready_o;
    bench.tick();
  }
  EXPECT_GE(taken, 200u);
  EXPECT_LT(taken, 300u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::reference_counts_test
