// reader_answers against a list of beats and a queue of look-ups: insertions and look-ups come as room
// allows, the leaves of look-ups are requested and come some cycles later, readers die, and the rest of some
// look-ups is skipped; every beat of every answer, and every leaf, in order, with random stalls. A block is
// busy until its last leaf has been read.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <deque>

#include "Vanswers.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_answers_test {
namespace {

using namespace readers;

constexpr std::size_t kLookUps = 8, kAhead = 4;
constexpr std::size_t kLeafRoom = 11;  ///< leaves that may wait before no more are requested
constexpr std::size_t kInFlight = 3;   ///< leaves requested and not read

template <typename Model>
class AnswersBench : public ModuleBench<Model> {
 public:
  AnswersBench() {
    auto& dut = this->dut();
    dut.answer_i = dut.leaf_valid_i = dut.leaf_issue_i = dut.rsp_ready_i = 0;
    dead_.drive_to(dut);
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      step_ = i % 1000;
      if (step_ == 0) draw_dead();
      cycle();
    }
    return this->failure();
  }
  std::uint64_t named() const { return named_; }
  std::uint64_t left_out() const { return left_out_; }  ///< readers received and not named
  std::uint64_t unread() const { return unread_; }      ///< leaves not read
  std::uint64_t full() const { return full_; }          ///< cycles without room for another look-up

 private:
  struct Answer {
    std::vector<unsigned> tags{};  ///< live readers
    std::size_t plain = 0;         ///< ids in plain entries, which come first
    bool overflow = false, skipped = false;
    bool complete = true;     ///< no leaf is still to come
    std::size_t arrived = 0;  ///< leaves
  };
  /// A look-up with leaves that have not been read.
  struct LookUp {
    std::uint64_t number = 0;  ///< of the operation
    unsigned block = 0;
    unsigned leaves = 0;  ///< a bit for each leaf that has not been issued
  };
  struct Read {
    unsigned leaf = 0;
    bool last = false;
  };
  void draw_dead() {
    for (bool& dead : dead_.ids) dead = one_in(rng_, 8);
    for (unsigned& gen : dead_.gens) gen = random(2);
  }
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  void cycle() {
    auto& dut = this->dut();
    dut.rsp_ready_i = answers_go_.go();
    dead_.drive_to(dut);
    if (!pending_.empty() && skips() && one_in(rng_, 2)) pending_.front().skipped = true;
    dut.rsp_skip_i = !pending_.empty() && pending_.front().skipped;
    dut.answer_i = dut.leaf_valid_i = dut.leaf_issue_i = 0;
    const unsigned checked = random(kBlocks);
    drive(dut.check_block_i, checked);
    this->settle();
    check_beat();
    const auto of_block = [&](const LookUp& look_up) { return look_up.block == checked; };
    this->expect("busy", dut.check_busy_o, std::ranges::any_of(look_ups_, of_block));
    this->expect("enumerating", dut.enumerating_o, !look_ups_.empty());
    if (look_ups_.size() + kAhead > kLookUps) {
      ++full_;
      this->expect("room", dut.op_room_o, false);
    }
    const std::size_t old = look_ups_.size(), reads = reads_.size();
    if (!changing() && reads != 0 && arrivals_go_.go()) leaf();
    request(reads, old - look_ups_.size());
    new_ones_ = 0;
    if (!changing() && dut.op_room_o && ops_go_.go()) answer();
    this->settle();
    this->tick();
  }
  /// An arrival is looked up a cycle later: nothing arrives when the dead change.
  bool changing() const { return step_ == 0 || step_ > 990; }

  bool skips() const { return step_ > 200; }

  void answer() {
    auto& dut = this->dut();
    Answer answer;
    const bool look_up = one_in(rng_, 2), plain = look_up && one_in(rng_, 2);
    answer.overflow = !look_up && one_in(rng_, 4);
    Entry entry{0, kPlain, random(1u << kContentBits)};
    if (plain) {
      for (const unsigned tag : entry.tags()) {
        if (!dead_(tag)) answer.tags.push_back(tag);
      }
    }
    answer.plain = answer.tags.size();
    const unsigned leaves = look_up && one_in(rng_, 2) ? 1 + random((1u << (1u << kLeafBits)) - 1) : 0;
    const Entry root{random(kBlocks), kRoot,
                     leaves & (random(1u << (1u << kLeafBits)) | 1u << random(1u << kLeafBits))};
    const bool has_root = (root.content != 0);
    answer.complete = !has_root;
    dut.answer_i = 1;
    dut.overflow_i = answer.overflow;
    dut.has_plain_i = plain;
    drive(dut.plain_i, entry.bits());
    dut.has_root_i = has_root;
    drive(dut.root_i, root.bits());
    if (has_root) {
      look_ups_.push_back({answered_ + pending_.size(), root.block, root.content});
      new_ones_ = 1;
    }
    pending_.push_back(answer);
  }

  /// The first leaf of a look-up is requested two cycles after it, then one per cycle. Of the oldest
  /// operation, if that is skipped, only the last one is still needed.
  void request(std::size_t reads, std::size_t finished) {
    auto& dut = this->dut();
    const std::size_t issued = issued_ - finished;
    const bool expected = issued < look_ups_.size() - new_ones_;
    std::size_t waiting = 0;
    for (const Answer& answer : pending_) waiting += answer.arrived;
    if (dut.leaf_request_o ? !expected : expected && waiting <= kLeafRoom)
      this->fail("a wrong request for a leaf");
    issued_ = issued;
    if (!dut.leaf_request_o || !expected) return;
    LookUp& next = look_ups_[issued];
    const auto leaf = static_cast<unsigned>(dut.leaf_number_o);
    this->expect("block", dut.leaf_block_o, next.block);
    const unsigned omitted = next.leaves & ((1u << leaf) - 1);
    if ((next.leaves >> leaf & 1) == 0) return this->fail("a leaf is requested that is not there");
    if (omitted != 0 && (next.number != answered_ || !pending_.front().skipped || (next.leaves >> leaf) != 1))
      return this->fail("a leaf of use is skipped");
    const unsigned left = next.leaves & ~((2u << leaf) - 1);
    this->expect("last", dut.leaf_last_o, left == 0);
    if (reads >= kInFlight || !requests_go_.go()) return;
    dut.leaf_issue_i = 1;
    unread_ += static_cast<unsigned>(std::popcount(omitted));
    next.leaves = left;
    reads_.push_back({leaf, left == 0});
    if (left == 0) ++issued_;
  }

  /// The next leaf of the oldest look-up
  void leaf() {
    auto& dut = this->dut();
    const LookUp& look_up = look_ups_.front();
    Answer& answer = pending_[look_up.number - answered_];
    const Read read = reads_.front();
    const bool found = !one_in(rng_, 8);
    const unsigned number = random(1u << kGenBits) << kLeafBits | read.leaf;
    const Entry entry{look_up.block, kLeaf, number << kLeafIds | random(1u << kLeafIds)};
    for (const unsigned tag : entry.tags()) {
      if (found && !dead_(tag)) answer.tags.push_back(tag);
    }
    ++answer.arrived;
    answer.complete = read.last;
    dut.leaf_valid_i = 1;
    dut.has_leaf_i = found;
    drive(dut.leaf_i, entry.bits());
    dut.last_i = read.last;
    reads_.pop_front();
    if (read.last) look_ups_.pop_front();
  }

  void check_beat() {
    auto& dut = this->dut();
    if (!dut.rsp_valid_o || !dut.rsp_ready_i) return;
    if (pending_.empty()) return this->fail("an answer to nothing");
    Answer& answer = pending_.front();
    this->expect("overflow", dut.rsp_overflow_o, answer.overflow);
    if (dut.rsp_reader_o) {
      ++named_;
      const bool all = !answer.skipped || answer.plain != 0;  // in order; else some may be omitted
      const auto named = all ? answer.tags.begin() : std::ranges::find(answer.tags, dut.rsp_id_o, id_of);
      if (named == answer.tags.end()) return this->fail("a transaction is named that is no reader");
      this->expect("reader", dut.rsp_id_o, id_of(*named));
      left_out_ += static_cast<std::uint64_t>(named - answer.tags.begin());
      answer.tags.erase(answer.tags.begin(), named + 1);
      if (answer.plain != 0) --answer.plain;
    } else if (!dut.rsp_last_o || (!answer.tags.empty() && !answer.skipped)) {
      this->fail("a beat without a reader");
    }
    if (!dut.rsp_last_o) return;
    left_out_ += answer.tags.size();
    if ((!answer.tags.empty() && !(answer.skipped && answer.plain == 0)) || !answer.complete)
      this->fail("an answer ends too soon");
    pending_.pop_front();
    ++answered_;
  }

  Rng rng_ = seeded_rng(106);
  StallStream ops_go_{rng_}, requests_go_{rng_}, arrivals_go_{rng_}, answers_go_{rng_};
  std::deque<Answer> pending_;
  std::deque<LookUp> look_ups_;
  std::deque<Read> reads_;
  std::size_t issued_ = 0;    ///< look-ups with all leaves issued
  std::size_t new_ones_ = 0;  ///< look-ups received in the last cycle
  std::uint64_t answered_ = 0, full_ = 0;
  Dead dead_;
  std::uint64_t named_ = 0, left_out_ = 0, unread_ = 0, step_ = 0;
};

TEST(ReaderAnswers, NameTheLivingInOrder) {
  AnswersBench<Vanswers> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.named(), 20000u);
  EXPECT_GT(bench.left_out(), 500u);
  EXPECT_GT(bench.unread(), 200u);
  EXPECT_GT(bench.full(), 200u);
}

}  // namespace
}  // namespace gputm::tb::reader_answers_test
