// reference_counts against the model's table, cycle by cycle: which rows are announced when, and in what
// state.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/memory_report.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "engines/eapg/reference_counts.h"

namespace gputm::tb::reference_counts_test {

using engines::eapg::Announcement;
using engines::eapg::place_of;
using engines::eapg::ReferenceCounts;

inline constexpr unsigned kRows = 8, kCounterBits = 2;

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

/// Until a lost row is reported, all is as in the model. From then on a word is announced only while a write
/// of it is in flight, if not all are, and at the end none is.
template <typename Model>
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
    last_use_.clear();
    differs_.reset();
    lost_ = false;
  }

  /// One cycle; without `operations`, none is offered.
  void cycle(bool operations) {
    auto& dut = bench_.dut();
    if (!dut.op_valid_i && operations && operations_.go()) offer();
    dut.row_ready_i = !operations || rows_.go();
    bench_.settle();
    if (!lost_) compare();
    lost_ = lost_ || memory_report().valid;
    if (differs_ && !lost_ && cycles_ > differs_->second + kReported) bench_.fail(differs_->first);
    note_uses();
    if (dut.row_valid_o) {
      const std::uint32_t words = dut.row_words_o;
      for (unsigned word = 0; word < engines::eapg::kRowWords; ++word) {
        const auto used = last_use_.find({dut.row_o, word});
        if ((words >> word & 1) != 0 && !offered_before_ &&
            (used == last_use_.end() || cycles_ > used->second + kTurn))
          bench_.fail("a word is announced that no write in flight has");
      }
      if (dut.row_ready_i) {
        seen_[dut.row_o] = words;
        ++announced_;
      }
    }
    offered_before_ = dut.row_valid_o && !dut.row_ready_i;
    std::optional<Reference::Operation> taken;
    if (dut.op_valid_i && dut.op_ready_o) taken = offered_;
    step(taken);
    if (taken) dut.op_valid_i = 0;
  }
  /// Counts out what is in flight, and waits until all is announced.
  void drain() {
    auto& dut = bench_.dut();
    bench_.settle();
    for (unsigned i = 0; i < 20'000 && (dut.op_valid_i || !in_flight_.empty() || dut.busy_o); ++i) {
      if (!dut.op_valid_i && !in_flight_.empty()) offer_out(in_flight_.size() - 1);
      cycle(false);
      bench_.settle();
    }
    for (unsigned i = 0; i < 2 * kReported; ++i) cycle(false);
    if (memory_report().fatal) return;  // nothing is announced any more
    for (const auto& [row, words] : seen_) bench_.expect("words in use at the end", words, 0u);
  }
  std::uint64_t announced() const { return announced_; }
  std::optional<std::string> failure() const { return bench_.failure(); }
  Model& dut() { return bench_.dut(); }
  MemoryReport memory_report() { return MemoryReport(bench_.dut().memory_report_o); }

 private:
  /// Cycles from a lost word's effect to its report; from an announcement's turn to its offer, and one more
  static constexpr unsigned kReported = 3, kTurn = 4;

  void expect(const char* what, std::uint64_t rtl, std::uint64_t expected) {
    if (rtl != expected && !differs_)
      differs_ = {
          {std::string(what) + " is " + std::to_string(rtl) + " instead of " + std::to_string(expected),
           cycles_}};
  }
  void compare() {
    auto& dut = bench_.dut();
    if (differs_) return;
    expect("op_ready_o", dut.op_ready_o, !reference_.announces());
    expect("row_valid_o", dut.row_valid_o, reference_.offer().has_value());
    expect("busy_o", dut.busy_o, !reference_.idle());
    if (const auto& offer = reference_.offer(); offer && dut.row_valid_o) {
      expect("row_o", dut.row_o, offer->row);
      expect("row_words_o", dut.row_words_o, offer->words);
    }
  }
  /// Words with a write in flight, also one that is offered to be counted out
  void note_uses() {
    const auto note = [&](Address word) {
      const engines::eapg::Place place = place_of(word, kRows);
      last_use_[{place.row, place.word}] = cycles_;
    };
    for (const Address word : in_flight_) note(word);
    if (bench_.dut().op_valid_i) note(offered_.word);
  }

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
    ++cycles_;
  }

  ModuleBench<Model> bench_;
  StallStream operations_, rows_;
  Rng& rng_;
  std::array<Address, 24> words_{};
  std::vector<Address> in_flight_;
  Reference::Operation offered_;
  Reference reference_;
  std::map<unsigned, std::uint32_t> seen_;  ///< by row: last announced words
  std::uint64_t announced_ = 0;
  bool filling_ = true;
  std::uint64_t cycles_ = 0;
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> last_use_;  ///< by row and word: cycle
  bool offered_before_ = false;
  std::optional<std::pair<std::string, std::uint64_t>> differs_;  ///< first difference, and its cycle
  bool lost_ = false;                                             ///< a loss has been reported
};

/// Traffic with a reset and with phases in which all is counted out; `before(cycle)` is called before each
/// cycle.
template <typename Model, typename Before>
void run_counts(TableBench<Model>& bench, unsigned cycles, Before before) {
  for (unsigned i = 0; i < cycles && !bench.failure(); ++i) {
    before(i);
    if (i % 900 == 899) bench.drain();
    bench.cycle(true);
  }
  bench.drain();
}

}  // namespace gputm::tb::reference_counts_test
