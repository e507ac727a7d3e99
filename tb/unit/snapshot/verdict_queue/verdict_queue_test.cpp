// verdict_queue against a queue of beats: beats in flight, the acceptance of verdicts, answers in order with
// the first reason to refuse, the doomed transactions, and whether the incoming operation's is doomed; random
// stalls of verdicts and answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>

#include "Vverdicts.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/snapshot/common/dependency_codes.h"

namespace gputm::tb::verdict_queue_test {
namespace {

using namespace codes;

constexpr unsigned kTxns = 8, kDepth = 4, kAnswerRoom = 2;

struct Item {
  unsigned op = kRead, txn = 0, result = kDone;
  bool last = true, has_verdict = false;
  bool answers() const { return last && op <= kPublish; }
};

struct Answer {
  unsigned op = 0, result = 0, txn = 0, timestamp = 0;
  bool operator==(const Answer&) const = default;
};

template <typename Model>
class VerdictBench : public ModuleBench<Model> {
 public:
  VerdictBench() {
    this->dut().push_i = this->dut().begin_i = this->dut().verdict_valid_i = this->dut().rsp_ready_i = 0;
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) cycle();
    return this->failure();
  }
  std::uint64_t answered(Result result) const { return answered_[result]; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  /// The next beat of an access with several beats, or an operation of one.
  Item draw() {
    if (beats_left_ != 0) {
      --beats_left_;
      access_.last = beats_left_ == 0;
    } else {
      constexpr std::array<unsigned, 11> kOps{kSnapshot, kRead,   kRead,  kWrite, kWrite,  kCommit,
                                              kAbort,    kRetire, kFlush, kWrite, kPublish};
      access_ = {.op = kOps[random(kOps.size())], .txn = random(kTxns)};
      if (access_.op == kRead || access_.op == kWrite) beats_left_ = random(4);
      access_.last = beats_left_ == 0;
    }
    Item item = access_;
    item.has_verdict = one_in(rng_, 2) || item.op == kRetire || item.op == kFlush;
    if (item.op <= kWrite && one_in(rng_, item.op == kSnapshot ? 3 : 8))
      item.result = item.op != kSnapshot ? kOverflow : one_in(rng_, 2) ? kWait : kGone;
    if (item.op == kWrite && one_in(rng_, 8)) item.result = kSecondWriter;
    if (item.op == kCommit && one_in(rng_, 4)) item.result = kDoomed;
    return item;
  }

  void cycle() {
    auto& dut = this->dut();
    const bool push = items_.size() < kDepth && pushes_.go();
    const Item item = push ? draw() : Item{.txn = random(kTxns)};
    dut.push_i = push;
    drive(dut.op_i, item.op);
    drive(dut.txn_i, item.txn);
    const unsigned other = random(kTxns);
    drive(dut.other_i, other);
    dut.last_i = item.last;
    dut.has_verdict_i = item.has_verdict;
    drive(dut.result_i, item.result);
    dut.begin_i = push && item.op == kSnapshot && item.result == kDone;
    // A stalled verdict is held.
    if (!verdict_ && owed_ != 0 && verdicts_.go()) {
      verdict_ = one_in(rng_, 3) ? random(4) : 0u;
      drive(dut.pdts_i, random(64));
      drive(dut.cts_i, random(64));
      drive(dut.verdict_i, *verdict_);
    }
    dut.verdict_valid_i = verdict_.has_value();
    dut.rsp_ready_i = answers_go_.go();
    this->settle();
    check_flight(item.txn);
    this->expect("other doomed", dut.other_doomed_o, doomed_[other]);
    this->expect("refused", dut.refused_o, refused());
    const bool room = answers_.size() < kAnswerRoom;
    check_answer();
    leave(room);
    if (push) {
      items_.push_back(item);
      owed_ += item.has_verdict;
      pushed_refused_ = !item.last && (pushed_refused_ || item.result != kDone);
      if (dut.begin_i) doomed_[item.txn] = false;
    }
    this->tick();
  }

  /// An earlier beat of the incoming operation is known to be refused.
  bool refused() const {
    if (pushed_refused_) return true;
    return so_far_ != kDone && std::ranges::none_of(items_, &Item::last);
  }

  void check_flight(unsigned txn) {
    auto& dut = this->dut();
    const bool own = std::ranges::count(items_, txn, &Item::txn) != 0;
    this->expect("room", dut.room_o, items_.size() < kDepth);
    this->expect("empty", dut.empty_o, items_.empty());
    this->expect("own in flight", dut.own_in_flight_o, own);
    this->expect("doomed", dut.doomed_o, doomed_[txn]);
  }

  void check_answer() {
    auto& dut = this->dut();
    this->expect("answer", dut.rsp_valid_o, !answers_.empty());
    if (answers_.empty()) return;
    const Answer answer{dut.rsp_op_o, dut.rsp_result_o, dut.rsp_txn_o, dut.rsp_timestamp_o};
    if (answer != answers_.front()) this->fail("an answer is wrong");
    if (!dut.rsp_ready_i) return;
    ++answered_[answer.result];
    answers_.pop_front();
  }

  /// The oldest beat, with its verdict and the time at which its answer has room.
  void leave(bool room) {
    auto& dut = this->dut();
    const bool waits = items_.empty() || (items_.front().answers() && !room);
    this->expect("verdict ready", dut.verdict_ready_o, !waits && items_.front().has_verdict);
    const bool leaves = !waits && (!items_.front().has_verdict || verdict_);
    const Item item = leaves ? items_.front() : Item{};
    unsigned result = so_far_;
    if (leaves && result == kDone) {
      constexpr std::array<unsigned, 4> kResults{kDone, kSuspected, kCycle, kExhausted};
      result = item.result;
      if (item.has_verdict && *verdict_ != kAcceptedVerdict) result = kResults[*verdict_];
    }
    this->expect("overflow", dut.overflow_o, leaves && result == kOverflow);
    this->expect("exhausted", dut.exhausted_o, leaves && result == kExhausted);
    const bool published = leaves && item.op == kPublish;
    this->expect("published", dut.published_o, published);
    if (published) this->expect("version", dut.published_number_o, item.txn);
    if (!leaves) return;
    items_.pop_front();
    if (item.answers()) {
      unsigned timestamp = 0;
      if (result == kDone && (item.op == kSnapshot || item.op == kPublish)) timestamp = dut.cts_i;
      if (result == kDone && item.op == kCommit) timestamp = dut.pdts_i;
      answers_.push_back({item.op, result, item.txn, timestamp});
    }
    if (item.last && item.op <= kWrite && result != kDone && result != kWait && result != kGone)
      doomed_[item.txn] = true;
    so_far_ = item.last ? unsigned{kDone} : result;
    if (item.has_verdict) {
      --owed_;
      verdict_.reset();
    }
  }

  Rng rng_ = seeded_rng(96);
  StallStream pushes_{rng_}, verdicts_{rng_}, answers_go_{rng_};
  Item access_;
  unsigned beats_left_ = 0;
  std::deque<Item> items_;
  std::deque<Answer> answers_;
  std::optional<unsigned> verdict_;  ///< verdict on offer
  unsigned owed_ = 0;                ///< verdicts not taken
  unsigned so_far_ = kDone;
  bool pushed_refused_ = false;  ///< refused without a verdict
  std::array<bool, kTxns> doomed_{};
  std::array<std::uint64_t, 10> answered_{};
};

TEST(VerdictQueue, AnswersInOrder) {
  VerdictBench<Vverdicts> bench;
  EXPECT_EQ(bench.run(run_length(200000)), std::nullopt);
  for (const Result result :
       {kDone, kWait, kSecondWriter, kSuspected, kCycle, kOverflow, kExhausted, kDoomed, kGone})
    EXPECT_GT(bench.answered(result), 500u) << result;
}

}  // namespace
}  // namespace gputm::tb::verdict_queue_test
