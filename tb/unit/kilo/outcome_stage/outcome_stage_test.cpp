// outcome_stage: one local outcome for each entry with a log, in commit-id order, after all its reads are
// answered; entries with an early outcome pass without another one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "Voutcome_stage.h"
#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb::outcome_stage_test {
namespace {

constexpr unsigned kMostReads = 6;
constexpr unsigned kReplyPass = 0, kReplyFail = 1;

struct Entry {
  bool skip, replied = false, failed = false;
  unsigned answers_left = 0;
};

struct Fields {
  AwaitField awaited;
  bool replied = false;
  VerdictField verdict;
};

template <typename Model>
class OutcomeBench {
 public:
  OutcomeBench(std::uint64_t first, Rng& rng)
      : rng_(rng), arrivals_(rng), earlies_(rng), answers_(rng), replies_(rng), commits_(rng), first_(first) {
    bench_.dut().reply_ready_i = 0;
    bench_.dut().revalidate_i = bench_.dut().early_i = pointer_at(first, 0);
    reset_and_initialise(bench_, kEntries, first);
  }

  void cycle() {
    auto& dut = bench_.dut();
    dut.revalidate_i = pointer_at(first_, revalidated_);
    dut.early_i = pointer_at(first_, early_);
    dut.early_field_i = read_.replied;
    drive(dut.await_i, read_.awaited.packed());
    drive(dut.verdict_i, read_.verdict.packed());
    dut.commit_read_i = pack_read(index_of(committed_));
    const std::uint64_t asked = committed_;
    dut.reply_ready_i = replies_.go();
    bench_.settle();
    follow_pointer(dut);
    check_field(dut);
    replied_ = dut.reply_valid_o && dut.reply_ready_i;
    if (replied_) check_reply(dut);
    const unsigned read = dut.outcome_read_o;
    field_due_ = asked == committed_ && committed_ < outcome_;
    const bool active = dut.active_o;
    const auto pointer = dut.outcome_o;
    bench_.step();
    bench_.require(active == (dut.outcome_o != pointer),
                   "active without a move, or the pointer moves at rest");
    // Writes of the other stages in this cycle.
    if (revalidated_ - committed_ < kEntries && arrivals_.go()) {
      if (revalidated_ >= early_) arrive();
      ++revalidated_;
    }
    if (early_ - committed_ < kEntries && earlies_.go()) {
      if (early_ >= revalidated_) arrive();
      Entry& entry = entries_[index_of(early_)];
      entry.replied = !entry.skip && (entry.answers_left == 0 || entry.failed) && !one_in(rng_, 3);
      ++early_;
    }
    if (answers_.go()) answer(below(rng_, kEntries));
    const unsigned index = read_index(read);
    if (reads(read)) read_ = {await_[index], entries_[index].replied, verdict_[index]};
  }
  std::uint64_t outcomes() const { return outcome_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  Entry& entry(std::uint64_t serial) { return entries_[index_of(serial)]; }

  void arrive() {
    const unsigned index = index_of(std::max(revalidated_, early_));
    Entry& entry = entries_[index] = {.skip = one_in(rng_, 4)};
    if (!entry.skip) entry.answers_left = static_cast<unsigned>(below(rng_, kMostReads + 1));
    await_[index] = {entry.skip, verdict_[index].failed, verdict_[index].done + entry.answers_left};
    for (std::uint64_t before = below(rng_, 4); before > 0; --before) answer(index);
  }
  void answer(std::uint64_t index) {
    Entry& entry = entries_[index];
    if (entry.answers_left == 0) return;
    --entry.answers_left;
    ++verdict_[index].done;
    if (!one_in(rng_, 6)) return;
    entry.failed = true;
    verdict_[index].failed = !await_[index].failed_base;
  }

  void follow_pointer(Model& dut) {
    const std::uint64_t moved = (id_of(dut.outcome_o) - (first_ + outcome_)) & 0xffff;
    bench_.require(moved <= 1 && outcome_ + moved <= std::min(revalidated_, early_), "pointer went astray");
    bench_.require(slot_in(dut.outcome_o) == ring_slot(outcome_ + moved), "slot and id differ");
    if (moved == 1) {
      const bool silent = entry(outcome_).skip || entry(outcome_).replied;
      bench_.require(silent != replied_, "passed without its reply");
      bench_.require(entry(outcome_).answers_left == 0, "passed before all answers");
    }
    if (moved == 0) bench_.require(!replied_, "stays after its reply");
    outcome_ += moved;
  }
  void check_reply(Model& dut) {
    const Entry& now = entry(outcome_);
    bench_.require(outcome_ < std::min(revalidated_, early_) && !now.skip, "reply without a log");
    bench_.require(!now.replied, "second reply");
    bench_.require(now.answers_left == 0, "reply before all answers");
    const ReplyPort reply = ReplyPort::of(dut.reply_o);
    bench_.require(reply.id == ((first_ + outcome_) & 0xffff), "wrong id");
    bench_.require(reply.kind == (now.failed ? kReplyFail : kReplyPass), "wrong outcome");
  }
  void check_field(Model& dut) {
    if (!field_due_) return;
    const Entry& now = entry(committed_);
    bench_.require((dut.commit_outcome_o != 0) == now.skip, "wrong skip field");
    committed_ += commits_.go();
  }

  Unprotected<Model> bench_;
  Rng& rng_;
  StallStream arrivals_, earlies_, answers_, replies_, commits_;
  std::array<Entry, kEntries> entries_{};
  std::array<AwaitField, kEntries> await_{};
  std::array<VerdictField, kEntries> verdict_{};
  std::uint64_t first_, revalidated_ = 0, early_ = 0, outcome_ = 0, committed_ = 0;  // ids since the first
  Fields read_;  // values at the time of the read
  bool replied_ = false, field_due_ = false;
};

template <typename Model>
std::optional<std::string> run_outcome(std::uint64_t cycles, Rng& rng) {
  OutcomeBench<Model> bench(65536 - below(rng, 100), rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle();
  if (bench.failure()) return bench.failure();
  return bench.outcomes() > cycles / 20 ? std::nullopt : std::optional<std::string>("hardly an outcome");
}

TEST(OutcomeStage, RepliesInOrderOnceAllReadsAreAnswered) {
  Rng rng = seeded_rng(72);
  EXPECT_EQ(run_outcome<Voutcome_stage>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::outcome_stage_test
