// docs/integration/partition.sv, the example of a commit unit with its memory, under random transactions and
// stalls, against KILO TM's rules (MICRO 2011 paper, section 4.5; IEEE Micro 2012, "Correctness Discussion"):
//
// - a transaction that passes has read the values of the replay of all older committed transactions in the
// order of their ids;
// - a transaction that fails has logged a value that differed from the word's at some time since its log
// began to arrive;
//  - every id with a log retires once, in order, after its final outcome.
//
// Memory is observed through the transactions' reads alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "Vpartition.h"
#include "common/module_bench.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWords = 16, kRing = 64;  // the model's parameters
constexpr unsigned kLogs = 8;                // logs in flight: each has two of the unit's kRing / 4 buffers
constexpr unsigned kLogWords = 8;            // words per buffer
constexpr unsigned kValues = 3;              // few, so that words return to old values
constexpr std::uint64_t kPatience = 3000;    // cycles
enum Fill : unsigned { kRead, kWrite, kSkip };
enum Reply : unsigned { kPass, kFail, kRetired };

struct Entry {
  unsigned word = 0, value = 0;
};

struct Transaction {
  std::vector<Entry> reads, writes;
  std::size_t sent = 0;  // beats
  std::uint64_t began = 0, final_at = 0;
  bool logged = true, replied = false, passed = false, decided = false, commits = false, retired = false;
  std::size_t beats() const { return reads.size() + writes.size(); }
};

/// Possible values of a word from one cycle to another.
struct Version {
  unsigned id = 0, value = 0;
  std::uint64_t from = 0, to = std::uint64_t{1} << 60;
};

class PartitionBench : public ModuleBench<Vpartition> {
 public:
  PartitionBench(Rng& rng) : rng_(rng), fills_go_(rng), controls_go_(rng), replies_go_(rng) {
    dut().fill_valid_i = dut().control_valid_i = dut().reply_ready_i = 0;
    reset();
    // The initial contents of the RAM are unknown.
    for (unsigned word = 0; word < kWords; word += kLogWords) {
      Transaction txn;
      for (unsigned i = 0; i < kLogWords; ++i) txn.writes.push_back({word + i, random(kValues)});
      start(txn);
    }
    drain();
  }

  /// Runs `ids` ids. Each run ends with transactions that read every word.
  std::optional<std::string> run(unsigned ids) {
    for (unsigned i = 0; i < ids && !failed();) {
      if (alive() < kRing / 2 && in_flight() < kLogs && queued_.size() < 2) {
        i += start_group();
      } else {
        cycle();
      }
    }
    drain();
    for (unsigned word = 0; word < kWords; word += kLogWords) {
      Transaction txn;
      for (unsigned i = 0; i < kLogWords; ++i) txn.reads.push_back({word + i, replayed_[word + i]});
      start(txn);
    }
    drain();
    if (dut().error_o == outside_.empty()) fail("error_o is wrong");
    if (dut().error_o && !outside_.contains(dut().error_addr_o)) fail("error_addr_o is of no word outside");
    return failure();
  }
  std::uint64_t commits() const { return commits_; }
  std::uint64_t fails() const { return fails_; }

 private:
  static bool inside(unsigned word) { return word < kWords; }
  static constexpr unsigned kGroup = 6;  // maximum ids in a skip message

  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }
  /// Maximum of ids, from the oldest, with something left to be sent or answered.
  unsigned alive() const {
    unsigned oldest = next_id_;
    if (!open_.empty()) oldest = std::min(oldest, open_.front());
    if (!skips_.empty()) oldest = std::min(oldest, skips_.front().first);
    return next_id_ - oldest;
  }
  std::size_t in_flight() const { return open_.size(); }

  void start(const Transaction& txn) {
    for (const Entry& write : txn.writes) {
      if (inside(write.word)) expected_[write.word] = write.value;
    }
    for (const auto* entries : {&txn.reads, &txn.writes}) {
      for (const Entry& entry : *entries) {
        if (!inside(entry.word)) outside_.insert(entry.word);
      }
    }
    txns_[next_id_] = txn;
    open_.push_back(next_id_);
    queued_.push_back(next_id_++);
  }

  /// Ids without a log here, named in one message, among others.
  unsigned start_group() {
    const unsigned first = next_id_, count = 1 + random(kGroup);
    std::uint64_t skips = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (in_flight() == kLogs || one_in(rng_, 3)) {
        skips |= std::uint64_t{1} << i;
        txns_[next_id_].logged = false;
        txns_[next_id_++].decided = true;
      } else {
        start(draw());
      }
    }
    if (skips != 0) skips_.push_back({first, skips});
    return count;
  }

  Transaction draw() {
    Transaction txn;
    std::vector<unsigned> words(kWords);
    std::iota(words.begin(), words.end(), 0u);
    std::ranges::shuffle(words, rng_);
    const unsigned reads = random(5), writes = reads == 0 ? 1 + random(kLogWords) : random(4);
    const unsigned what = random(8);  // values read: current, after older transactions, or random
    for (unsigned i = 0; i < reads; ++i) {
      const unsigned word = words[i];
      txn.reads.push_back({word, what < 3 ? replayed_[word] : what < 7 ? expected_[word] : random(kValues)});
    }
    std::ranges::shuffle(words, rng_);
    for (unsigned i = 0; i < writes; ++i) txn.writes.push_back({words[i], random(kValues)});
    // Words that are not in the RAM
    if (reads != 0 && one_in(rng_, 30)) txn.reads.back().word = kWords + random(1u << 20);
    if (writes != 0 && one_in(rng_, 30)) txn.writes.back().word = kWords + random(1u << 20);
    return txn;
  }

  void drain() {
    while ((!open_.empty() || !skips_.empty()) && !failed()) cycle();
  }

  void cycle() {
    offer_fill();
    offer_control();
    dut().reply_ready_i = replies_go_.go();
    settle();
    if (dut().fill_valid_i && dut().fill_ready_o) take_fill();
    if (dut().control_valid_i && dut().control_ready_o) take_control();
    if (dut().reply_valid_o && dut().reply_ready_i) take_reply();
    replay();
    if (cycles() - moved_ > kPatience) fail("nothing moves");
    tick();
  }

  /// A beat of one of the logs, or a skip. A stalled offer is held.
  void offer_fill() {
    if (dut().fill_valid_i || (queued_.empty() && skips_.empty()) || !fills_go_.go()) return;
    dut().fill_valid_i = 1;
    fills_skip_ = !skips_.empty() && (queued_.empty() || one_in(rng_, 2));
    if (fills_skip_) {
      dut().fill_kind_i = kSkip;
      dut().fill_last_i = 0;
      drive(dut().fill_id_i, skips_.front().first);
      dut().fill_skips_i = skips_.front().second;
      return;
    }
    fill_place_ = random(static_cast<unsigned>(queued_.size()));
    const unsigned id = queued_[fill_place_];
    const Transaction& txn = txns_[id];
    const bool read = txn.sent < txn.reads.size();
    const Entry& entry = read ? txn.reads[txn.sent] : txn.writes[txn.sent - txn.reads.size()];
    dut().fill_kind_i = read ? kRead : kWrite;
    dut().fill_last_i = txn.sent + 1 == txn.beats();
    drive(dut().fill_id_i, id);
    dut().fill_addr_i = entry.word;
    dut().fill_data_i = entry.value;
  }
  void take_fill() {
    moved_ = cycles();
    dut_takes_fill_ = true;
    if (fills_skip_) {
      skips_.pop_front();
      return;
    }
    Transaction& txn = txns_[queued_[fill_place_]];
    if (txn.sent++ == 0) txn.began = cycles();
    if (txn.sent == txn.beats()) queued_.erase(queued_.begin() + fill_place_);
  }

  void offer_control() {
    if (dut().control_valid_i || !controls_go_.go()) return;
    for (const unsigned id : open_) {
      const Transaction& txn = txns_[id];
      if (!txn.replied || txn.decided || txn.final_at > cycles()) continue;
      control_id_ = id;
      dut().control_valid_i = 1;
      dut().control_kind_i = txn.commits ? kPass : kFail;
      drive(dut().control_id_i, id);
      return;
    }
  }
  void take_control() {
    moved_ = cycles();
    dut_takes_control_ = true;
    Transaction& txn = txns_[control_id_];
    txn.decided = true;
    if (!txn.commits) return;
    for (const Entry& write : txn.writes)
      if (inside(write.word))
        versions_[write.word].push_back({.id = control_id_, .value = write.value, .from = cycles()});
  }

  void take_reply() {
    moved_ = cycles();
    const unsigned kind = dut().reply_kind_o, id = next_id_ - ((next_id_ - dut().reply_id_o) & 0xffff);
    if (!txns_.contains(id) || !txns_[id].logged) return fail("a reply to nobody");
    Transaction& txn = txns_[id];
    if (kind == kRetired) return retire(id, txn);
    if (kind > kFail) return fail("a log is asked for");
    if (txn.replied || txn.sent != txn.beats()) return fail("a reply that is not due");
    txn.replied = true;
    txn.passed = kind == kPass;
    if (!txn.passed && !differed(txn)) fail("a transaction fails that has read what is there");
    // Fails if another partition has failed it; the first ones write all words.
    txn.commits = txn.passed && (id < kWords / kLogWords || !one_in(rng_, 8));
    txn.final_at = cycles() + random(one_in(rng_, 4) ? 100 : 4);
  }
  bool differed(const Transaction& txn) const {
    return std::ranges::any_of(txn.reads, [&](const Entry& read) {
      if (!inside(read.word)) return true;
      return std::ranges::any_of(versions_[read.word], [&](const Version& version) {
        return version.value != read.value && version.to >= txn.began;
      });
    });
  }

  void retire(unsigned id, Transaction& txn) {
    if (open_.empty() || open_.front() != id || !txn.decided) return fail("a retirement that is not due");
    open_.pop_front();
    txn.retired = true;
    if (!txn.commits) return;
    for (const Entry& write : txn.writes) {
      if (!inside(write.word)) continue;
      for (Version& version : versions_[write.word]) {
        if (version.id < id) version.to = std::min(version.to, cycles());
      }
      std::erase_if(versions_[write.word], [&](const Version& version) {
        return version.to + 4 * kPatience < cycles();  // no log is as old
      });
    }
  }

  /// Sends final outcomes in the order of ids, as they become known.
  void replay() {
    for (; replay_id_ != next_id_ && txns_[replay_id_].decided; ++replay_id_) {
      const Transaction& txn = txns_[replay_id_];
      if (!txn.logged) continue;
      for (const Entry& read : txn.reads) {
        if (txn.passed && (!inside(read.word) || replayed_[read.word] != read.value))
          fail("a transaction passes that has read another value");
      }
      ++(txn.passed ? commits_ : fails_);
      if (!txn.commits) continue;
      for (const Entry& write : txn.writes) {
        if (inside(write.word)) replayed_[write.word] = write.value;
      }
    }
    // An aborted transaction constrains nothing.
    if (replay_id_ == next_id_) expected_ = replayed_;
  }

  void tick() {
    ModuleBench<Vpartition>::tick();
    if (std::exchange(dut_takes_fill_, false)) dut().fill_valid_i = 0;
    if (std::exchange(dut_takes_control_, false)) dut().control_valid_i = 0;
  }

  Rng& rng_;
  StallStream fills_go_, controls_go_, replies_go_;
  std::map<unsigned, Transaction> txns_;  // transactions by unwrapped id
  std::deque<unsigned> open_, queued_;    // ids not retired; ids whose log is not complete
  std::deque<std::pair<unsigned, std::uint64_t>> skips_;
  std::set<unsigned> outside_;  // words named that are not in the RAM
  std::array<std::vector<Version>, kWords> versions_;
  std::array<unsigned, kWords> replayed_{}, expected_{};
  unsigned next_id_ = 0, replay_id_ = 0, fill_place_ = 0, control_id_ = 0;
  bool fills_skip_ = false, dut_takes_fill_ = false, dut_takes_control_ = false;
  std::uint64_t moved_ = 0, commits_ = 0, fails_ = 0;
};

TEST(Partition, KeepsTheOrderOfIds) {
  Rng rng = seeded_rng(131);
  PartitionBench bench(rng);
  ASSERT_EQ(bench.run(static_cast<unsigned>(run_length(80000))), std::nullopt);  // past the wrap of ids
  std::cout << bench.commits() << " passed, " << bench.fails() << " failed, " << bench.cycles()
            << " cycles\n";
  EXPECT_GT(bench.commits(), 10000u);
  EXPECT_GT(bench.fails(), 2000u);
}

TEST(Partition, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vpartition>(132, 1500, [](Rng& rng) {
    PartitionBench bench(rng);
    return bench.run(400);
  });
}

}  // namespace
}  // namespace gputm::tb
