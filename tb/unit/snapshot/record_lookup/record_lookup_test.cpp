// record_lookup between random beats and records that change as these are decided: every beat comes out in
// order, with its transactions' records after all earlier decisions; and its latency.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <string>

#include "Vlookup.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::record_lookup_test {
namespace {

constexpr unsigned kTxns = 8;
constexpr std::size_t kLatency = 3;

struct Record {
  unsigned state = 0, seq = 0;
};

struct Beat {
  unsigned data, txn, other;
  bool meets_other, changes;
};

template <typename Model>
class LookupBench : public ModuleBench<Model> {
 public:
  LookupBench() {
    auto& dut = this->dut();
    dut.push_i = dut.out_ready_i = 0;
    this->reset();
  }

  /// In one cycle of `changes` a beat can change its transaction's record; 0: never.
  std::optional<std::string> run(std::uint64_t cycles, unsigned changes, bool stalls) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) cycle(changes, stalls);
    return this->failure();
  }
  std::uint64_t decided() const { return decided_; }

 private:
  void cycle(unsigned changes, bool stalls) {
    auto& dut = this->dut();
    dut.push_i = 0;
    this->settle();
    dut.push_i = dut.room_o && (!stalls || comes_.go());
    std::optional<Beat> offered;
    if (dut.push_i) {
      offered = Beat{static_cast<unsigned>(below(rng_, 64)), static_cast<unsigned>(below(rng_, kTxns)),
                     static_cast<unsigned>(below(rng_, kTxns)), one_in(rng_, 2),
                     changes != 0 && one_in(rng_, changes)};
    }
    if (offered) {
      drive(dut.data_i, offered->data);
      drive(dut.txn_i, offered->txn);
      drive(dut.other_i, offered->other);
      dut.other_valid_i = offered->meets_other;
      dut.changes_i = offered->changes;
    }
    drive(dut.txn_state_i, read_txn_.state);
    drive(dut.txn_seq_i, read_txn_.seq);
    drive(dut.other_state_i, read_other_.state);
    drive(dut.other_seq_i, read_other_.seq);
    dut.out_ready_i = 0;
    this->settle();
    if (dut.out_valid_o) check();
    dut.out_ready_i = dut.out_valid_o && (!stalls || goes_.go());
    this->settle();
    if (dut.out_ready_i) decide();
    // A decision is visible to reads of the same cycle.
    if (dut.read_o) {
      read_txn_ = records_[dut.read_txn_o];
      read_other_ = records_[dut.read_other_o];
    }
    if (offered) beats_.push_back(*offered);
    this->tick();
  }

  void check() {
    auto& dut = this->dut();
    if (beats_.empty()) return this->fail("a beat that did not come");
    const Beat& beat = beats_.front();
    this->expect("data", dut.out_data_o, beat.data);
    this->expect("transaction", dut.out_txn_o, beat.txn);
    this->expect("other", dut.out_other_o, beat.other);
    this->expect("transaction's state", dut.out_txn_state_o, records_[beat.txn].state);
    if (!beat.meets_other) return;
    this->expect("other's state", dut.out_other_state_o, records_[beat.other].state);
    this->expect("newer", dut.out_newer_o, records_[beat.other].seq > records_[beat.txn].seq);
  }

  void decide() {
    const Beat beat = beats_.front();
    beats_.pop_front();
    ++decided_;
    if (!beat.changes || one_in(rng_, 4)) return;
    records_[beat.txn] = {static_cast<unsigned>(below(rng_, 3)), static_cast<unsigned>(below(rng_, 16))};
  }

  Rng rng_ = seeded_rng(113);
  StallStream comes_{rng_}, goes_{rng_};
  std::array<Record, kTxns> records_{};
  Record read_txn_, read_other_;  // outputs of the directory
  std::deque<Beat> beats_;
  std::uint64_t decided_ = 0;
};

TEST(RecordLookup, FactsAreThoseAfterAllThatWasDecided) {
  LookupBench<Vlookup> bench;
  EXPECT_EQ(bench.run(run_length(100000), 2, true), std::nullopt);
  EXPECT_GT(bench.decided(), 20000u);
}

TEST(RecordLookup, TakesABeatEachCycle) {
  LookupBench<Vlookup> bench;
  EXPECT_EQ(bench.run(1000, 0, false), std::nullopt);
  EXPECT_EQ(bench.decided(), 1000 - kLatency);
}

}  // namespace
}  // namespace gputm::tb::record_lookup_test
