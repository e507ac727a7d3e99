// Retirements and their messages wait for the answers to earlier writes; nothing else waits.
#include "engines/kilo/answered_writes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "common/seed.h"

namespace gputm::engines::kilo {
namespace {

using Kind = tm::ReplyWord::Kind;

/// Answers each write after a number of cycles of its own, in order.
class SlowMemory final : public tm::WordPort {
 public:
  explicit SlowMemory(tb::Rng& rng) : rng_(rng) {}
  void tick() {
    ++now_;
    while (!due_.empty() && due_.front() <= now_) {
      due_.pop_front();
      ++answered_;
    }
  }
  bool can_read() const override { return true; }
  Word read(Address, std::uint32_t) override { return 0; }
  std::optional<std::uint32_t> response() override { return std::nullopt; }
  bool can_write() const override { return true; }
  void write(Address, Word) override {
    last_due_ = std::max(last_due_, now_ + tb::below(rng_, 30));
    due_.push_back(last_due_);
  }
  std::uint64_t writes_answered() const override { return answered_; }

 private:
  tb::Rng& rng_;
  std::uint64_t now_ = 0, last_due_ = 0, answered_ = 7;  // earlier launches have written, too
  std::deque<std::uint64_t> due_;
};

/// Passes each transaction, writes its words, retires it and sends the message.
class ScriptedUnit final : public tm::CommitUnit {
 public:
  explicit ScriptedUnit(std::vector<unsigned> writes) : writes_(std::move(writes)) {}
  bool can_fill() const override { return true; }
  void fill(const tm::FillWord&) override {}
  bool can_control() const override { return true; }
  void control(const tm::ControlWord&) override {}
  std::optional<tm::ReplyWord> reply() const override { return reply_; }
  void pop_reply() override { reply_.reset(); }
  void tick(tm::WordPort& memory) override {
    if (reply_ || id_ == writes_.size()) return;
    const auto id = static_cast<tm::CommitId>(id_);
    if (step_ == 0) {
      reply_ = {Kind::kPass, id};
    } else if (step_ <= writes_[id_]) {
      memory.write(4 * id, 1);
    } else {
      reply_ = {Kind::kRetired, id};
      ++id_;
      step_ = 0;
      return;
    }
    ++step_;
  }
  bool busy() const override { return reply_ || id_ != writes_.size(); }
  tm::CommitId retired() const override { return static_cast<tm::CommitId>(id_); }
  std::string describe() const override { return "scripted"; }

 private:
  std::vector<unsigned> writes_;  ///< words per transaction
  std::size_t id_ = 0;
  unsigned step_ = 0;
  std::optional<tm::ReplyWord> reply_;
};

TEST(AnsweredWrites, RetireTransactionsInOrder) {
  tb::Rng rng = tb::seeded_rng(1);
  std::vector<unsigned> writes(tb::run_length(400));
  std::uint64_t before = 0;
  std::vector<std::uint64_t> needed;  // writes up to the end of each transaction
  for (unsigned& count : writes) {
    count = static_cast<unsigned>(tb::below(rng, 4));
    needed.push_back(before += count);
  }
  SlowMemory memory(rng);
  const std::uint64_t earlier = memory.writes_answered();
  AnsweredWrites unit(std::make_unique<ScriptedUnit>(writes));
  tm::CommitId passed = 0, retired = 0;
  unsigned waits = 0;
  for (unsigned cycle = 0; unit.busy(); ++cycle) {
    ASSERT_LT(cycle, 100 * writes.size()) << unit.describe();
    memory.tick();
    unit.tick(memory);
    const std::uint64_t answered = memory.writes_answered() - earlier;
    if (unit.retired() != 0) {
      EXPECT_LE(needed[unit.retired() - 1U], answered) << "retired too early";
    }
    const auto reply = unit.reply();
    if (!reply || tb::one_in(rng, 3)) continue;
    if (reply->kind == Kind::kRetired) {
      EXPECT_EQ(reply->id, retired++);
      EXPECT_LE(needed[reply->id], answered) << "told too early";
    } else {
      EXPECT_EQ(reply->id, passed++);
      if (reply->id > retired) ++waits;
    }
    unit.pop_reply();
  }
  EXPECT_EQ(passed, writes.size());
  EXPECT_EQ(retired, writes.size());
  EXPECT_EQ(unit.retired(), writes.size());
  EXPECT_GT(waits, writes.size() / 10) << "outcomes of younger transactions do not wait for retirements";
}

}  // namespace
}  // namespace gputm::engines::kilo
