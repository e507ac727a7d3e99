// reader_answers against a list of beats: insertions and look-ups come as room allows, the leaves of look-ups
// some time later, readers die, and the rest of some look-ups is skipped; every beat of every answer, in
// order, with random stalls.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "Vanswers.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_answers_test {
namespace {

using namespace readers;

struct Beat {
  bool last = false, reader = false, overflow = false;
  unsigned id = 0;
};

template <typename Model>
class AnswersBench : public ModuleBench<Model> {
 public:
  AnswersBench() {
    auto& dut = this->dut();
    dut.answer_i = dut.leaf_valid_i = dut.rsp_ready_i = 0;
    drive(dut.dead_i, 0);
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      step_ = i % 1000;
      if (step_ == 0) dead_ = rng_() & rng_() & rng_();
      cycle();
    }
    return this->failure();
  }
  std::uint64_t named() const { return named_; }
  std::uint64_t left_out() const { return left_out_; }  ///< readers received and not named
  std::uint64_t unread() const { return unread_; }      ///< leaves not read

 private:
  struct Answer {
    std::vector<unsigned> ids{};  ///< live readers
    std::size_t plain = 0;        ///< ids in plain entries, which come first
    bool overflow = false, skipped = false;
    unsigned leaves = 0;  ///< leaves still to come
  };
  bool dead(unsigned id) const { return (dead_ >> id & 1) != 0; }
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  void cycle() {
    auto& dut = this->dut();
    dut.rsp_ready_i = answers_go_.go();
    drive(dut.dead_i, dead_);
    if (!pending_.empty() && skips() && one_in(rng_, 2)) pending_.front().skipped = true;
    dut.rsp_skip_i = !pending_.empty() && pending_.front().skipped;
    dut.answer_i = dut.leaf_valid_i = 0;
    this->settle();
    check_beat();
    check_skip();
    if (!changing() && dut.answers_room_o && ops_go_.go()) answer();
    if (!changing() && dut.leaves_room_o && leaves_go_.go()) leaf();
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
      for (const unsigned id : entry.ids()) {
        if (!dead(id)) answer.ids.push_back(id);
      }
    }
    answer.plain = answer.ids.size();
    answer.leaves = look_up && one_in(rng_, 2) ? 1 + random(6) : 0;
    dut.answer_i = 1;
    dut.overflow_i = answer.overflow;
    dut.has_plain_i = plain;
    drive(dut.plain_i, entry.bits());
    dut.has_leaves_i = answer.leaves != 0;
    pending_.push_back(answer);
  }

  /// A leaf of the oldest look-up with missing leaves, a cycle later at the earliest.
  void leaf() {
    auto& dut = this->dut();
    const std::size_t there = pending_.size() - dut.answer_i;
    for (std::size_t i = 0; i < there; ++i) {
      Answer& answer = pending_[i];
      if (answer.leaves == 0) continue;
      const bool found = !one_in(rng_, 8);
      const Entry entry{0, kLeaf, random(1u << (kLeafIds + kLeafBits))};
      for (const unsigned id : entry.ids()) {
        if (found && !dead(id)) answer.ids.push_back(id);
      }
      dut.leaf_valid_i = 1;
      dut.has_leaf_i = found;
      drive(dut.leaf_i, entry.bits());
      if (i == 0 && dut.skip_leaves_o && answer.leaves > 1 && one_in(rng_, 2)) {
        unread_ += answer.leaves - 1;
        answer.leaves = 1;
      }
      dut.last_i = --answer.leaves == 0;
      return;
    }
  }

  /// Only the skipped answer may lack leaves; those of other look-ups are needed.
  void check_skip() {
    auto& dut = this->dut();
    if (!dut.skip_leaves_o) return;
    if (!dut.rsp_skip_i || pending_.empty() || pending_.front().leaves == 0)
      this->fail("leaves of use are skipped");
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
      const auto named = all ? answer.ids.begin() : std::ranges::find(answer.ids, dut.rsp_id_o);
      if (named == answer.ids.end()) return this->fail("somebody is named who is no reader");
      this->expect("reader", dut.rsp_id_o, *named);
      left_out_ += static_cast<std::uint64_t>(named - answer.ids.begin());
      answer.ids.erase(answer.ids.begin(), named + 1);
      if (answer.plain != 0) --answer.plain;
    } else if (!dut.rsp_last_o || (!answer.ids.empty() && !answer.skipped)) {
      this->fail("a beat names nobody");
    }
    if (!dut.rsp_last_o) return;
    left_out_ += answer.ids.size();
    if ((!answer.ids.empty() && !(answer.skipped && answer.plain == 0)) || answer.leaves != 0)
      this->fail("an answer ends too soon");
    pending_.pop_front();
  }

  Rng rng_ = seeded_rng(106);
  StallStream ops_go_{rng_}, leaves_go_{rng_}, answers_go_{rng_};
  std::deque<Answer> pending_;
  std::uint64_t dead_ = 0, named_ = 0, left_out_ = 0, unread_ = 0, step_ = 0;
};

TEST(ReaderAnswers, NameTheLivingInOrder) {
  AnswersBench<Vanswers> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.named(), 20000u);
  EXPECT_GT(bench.left_out(), 500u);
  EXPECT_GT(bench.unread(), 200u);
}

}  // namespace
}  // namespace gputm::tb::reader_answers_test
