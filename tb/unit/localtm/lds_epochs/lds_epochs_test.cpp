// lds_epochs against unbounded epoch numbers, and records with these numbers: a record is live if its number
// is its wavefront's current one. The test is the memory of the records, and predicts every output of every
// cycle, including how long the end of an epoch waits until the next number, in few bits, is available.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "Vepochs.h"
#include "Vepochs_1.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_epochs_test {
namespace {

template <typename Model, unsigned kWavefronts, unsigned kRows, unsigned kBits>
class EpochsBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    restart();
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      if (one_in(rng_, 3000)) restart();
      cycle();
    }
    return this->failure();
  }
  std::uint64_t waits() const { return waits_; }
  std::uint64_t longest_wait() const { return longest_wait_; }
  std::uint64_t cleared() const { return cleared_; }
  std::uint64_t ends() const { return ends_; }

 private:
  struct Record {
    bool owned = false;
    unsigned wavefront = 0;
    std::uint64_t epoch = 0;
  };
  struct Pass {
    unsigned next = 0;                                ///< row to be read next; kRows: none
    std::array<std::uint64_t, kWavefronts> marked{};  ///< epochs at the begin of the pass
  };

  void restart() {
    auto& dut = this->dut();
    dut.end_i = dut.sweep_gnt_i = dut.record_owned_i = 0;
    this->reset();
    records_ = {};
    now_ = oldest_ = {};
    judged_ = {};
    judged_row_.reset();
    pass_.reset();
    looked_up_.reset();
    ending_.reset();
    wait_ = 0;
  }

  bool none_is_free(unsigned wavefront) const {
    return now_[wavefront] + 1 == oldest_[wavefront] + (std::uint64_t{1} << kBits);
  }

  void cycle() {
    auto& dut = this->dut();
    const bool waits = ending_ && none_is_free(*ending_);
    dut.record_owned_i = judged_.owned;
    drive(dut.record_wavefront_i, judged_.wavefront);
    drive(dut.record_epoch_i, judged_.epoch % (1u << kBits));
    // The result of the previous cycle's look-up.
    const unsigned inserter = static_cast<unsigned>(below(rng_, kWavefronts));
    drive(dut.insert_wavefront_i, inserter);
    const bool live = judged_.owned && judged_.epoch == now_[judged_.wavefront];
    const bool inserts = looked_up_ && !live && one_in(rng_, 2);
    // Look-ups and ends wait for a waiting epoch; the sweep gets the remaining cycles.
    dut.end_i = !waits && ends_now_.go() && one_in(rng_, 3);
    drive(dut.end_wavefront_i, one_in(rng_, 2) ? 0 : below(rng_, kWavefronts));
    std::optional<unsigned> looks_up;
    if (!waits && !dut.end_i && lookups_.go()) looks_up = static_cast<unsigned>(below(rng_, kRows));
    const bool sweeps = pass_ && pass_->next < kRows;
    dut.sweep_gnt_i = sweeps && !looks_up && (waits || !one_in(rng_, 8));
    this->settle();
    this->expect("ending", dut.ending_o, waits);
    this->expect("epoch of a new record", dut.insert_epoch_o, now_[inserter] % (1u << kBits));
    if (judged_.owned && fresh_) this->expect("live", dut.live_o, live);
    this->expect("sweep", dut.sweep_o, sweeps);
    if (sweeps) this->expect("row of the sweep", dut.sweep_row_o, pass_->next);
    const bool clears = judged_row_ && judged_.owned && !live;
    this->expect("clear", dut.clear_o, clears);
    if (clears) {
      this->expect("row to be cleared", dut.clear_row_o, *judged_row_);
      records_[*judged_row_].owned = false;
      ++cleared_;
    }
    if (inserts) records_[*looked_up_] = {true, inserter, now_[inserter]};
    wait_ = waits ? wait_ + 1 : 0;
    waits_ += wait_ == 1;
    longest_wait_ = std::max(longest_wait_, wait_);
    advance_pass(waits, dut.sweep_gnt_i);
    if (dut.sweep_gnt_i) judged_row_ = dut.sweep_row_o;
    if (looks_up || dut.sweep_gnt_i) judged_ = records_[looks_up ? *looks_up : *judged_row_];
    fresh_ = looks_up || dut.sweep_gnt_i;
    looked_up_ = looks_up;
    if (ending_ && !waits) {
      ++now_[*ending_];
      ++ends_;
      ending_.reset();
    }
    if (dut.end_i) ending_ = dut.end_wavefront_i;
    this->tick();
  }

  /// A pass ends when its last row has been judged. The next one begins when there may be something to find,
  /// and once more if an end waits for an epoch number that the pass has found in use.
  void advance_pass(bool waits, bool reads) {
    const bool judges = judged_row_.has_value();
    judged_row_.reset();
    if (pass_ && pass_->next < kRows) {
      if (waits && pass_->marked[*ending_] == oldest_[*ending_]) {
        pass_ = Pass{0, now_};
      } else {
        pass_->next += reads;
      }
    } else if (pass_ && judges) {
      oldest_ = pass_->marked;
      pass_.reset();
    } else if (now_ != oldest_) {
      pass_ = Pass{0, now_};
    }
  }

  Rng rng_ = seeded_rng(79);
  StallStream lookups_{rng_}, ends_now_{rng_};
  std::array<Record, kRows> records_{};
  std::array<std::uint64_t, kWavefronts> now_{}, oldest_{};
  Record judged_;                       ///< record read last
  bool fresh_ = false;                  ///< read in the previous cycle
  std::optional<unsigned> judged_row_;  ///< row read by the sweep in the previous cycle
  std::optional<unsigned> looked_up_;   ///< row looked up in the previous cycle
  std::optional<Pass> pass_;
  std::optional<unsigned> ending_;  ///< wavefront whose epoch ends
  std::uint64_t wait_ = 0, waits_ = 0, longest_wait_ = 0, cleared_ = 0, ends_ = 0;
};

template <typename Bench>
void expect_epochs(unsigned rows) {
  Bench bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.waits(), 100u);
  EXPECT_GT(bench.cleared(), 1000u);
  EXPECT_GT(bench.ends(), 1000u);
  EXPECT_GT(bench.longest_wait(), rows);
  EXPECT_LE(bench.longest_wait(), rows + 3);
}

TEST(LdsEpochs, AreTheCountedOnes) {
  expect_epochs<EpochsBench<Vepochs, 4, 14, 2>>(14);
  expect_epochs<EpochsBench<Vepochs_1, 2, 8, 1>>(8);
}

}  // namespace
}  // namespace gputm::tb::lds_epochs_test
