// early_outcome_stage: a reply in commit-id order for each entry whose verdict no older entry can change;
// other entries pass at once without a reply.
#include <gtest/gtest.h>

#include <array>

#include "Vearly_outcome_stage.h"
#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb::early_outcome_stage_test {
namespace {

constexpr unsigned kMostReads = 6;
constexpr unsigned kReplyPass = 0, kReplyFail = 1;

struct Entry {
  bool skip = false, hazard = false, failed = false, replied = false;
  bool failed_early = false;  ///< failed before it arrived here
  unsigned answers_left = 0;
};

struct Fields {
  ProgressField progress;
  HazardField hazard;
  VerdictField verdict;
};

template <typename Model>
class EarlyOutcomeBench {
 public:
  EarlyOutcomeBench(std::uint64_t first, Rng& rng)
      : rng_(rng), arrivals_(rng), answers_(rng), replies_(rng), outcomes_(rng), first_(first) {
    bench_.dut().reply_ready_i = 0;
    bench_.dut().hazard_i = pointer_at(first, 0);
    reset_and_initialise(bench_, kEntries, first);
  }

  void cycle() {
    auto& dut = bench_.dut();
    dut.hazard_i = pointer_at(first_, detected_);
    drive(dut.progress_i, read_.progress.packed());
    drive(dut.hazard_field_i, read_.hazard.packed());
    drive(dut.verdict_i, read_.verdict.packed());
    dut.outcome_read_i = pack_read(index_of(outcome_));
    const std::uint64_t asked = outcome_;
    dut.reply_ready_i = replies_.go();
    bench_.settle();
    follow_pointer(dut);
    check_field(dut);
    replied_ = dut.reply_valid_o && dut.reply_ready_i;
    if (replied_) check_reply(dut);
    const unsigned read = dut.early_read_o;
    field_due_ = asked == outcome_ && outcome_ < early_;
    const bool active = dut.active_o;
    const auto pointer = dut.early_o;
    bench_.step();
    bench_.require(active == (dut.early_o != pointer), "active without a move, or the pointer moves at rest");
    // Writes of the other stages in this cycle.
    if (detected_ - outcome_ < kEntries && arrivals_.go()) detect();
    if (answers_.go()) answer(below(rng_, kEntries));
    const unsigned index = read_index(read);
    if (reads(read)) read_ = {progress_[index], hazard_[index], verdict_[index]};
  }
  std::uint64_t passes() const { return pass_replies_; }
  std::uint64_t fails() const { return fail_replies_; }
  std::uint64_t early() const { return early_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  /// The hazard pointer passes an entry: some of its reads are answered, some are not.
  void detect() {
    const unsigned index = index_of(detected_);
    Entry& entry = entries_[index] = {.skip = one_in(rng_, 4)};
    if (!entry.skip) {
      entry.hazard = one_in(rng_, 3);
      entry.answers_left = static_cast<unsigned>(below(rng_, kMostReads + 1));
    }
    progress_[index] = {.complete = true,
                        .skip = entry.skip,
                        .failed_base = verdict_[index].failed,
                        .issued = verdict_[index].done + entry.answers_left};
    hazard_[index] = {.skip = entry.skip, .hazard = entry.hazard, .ycid = 0};
    for (std::uint64_t before = below(rng_, 8); before > 0; --before) answer(index);
    entry.failed_early = entry.failed;
    ++detected_;
  }
  void answer(std::uint64_t index) {
    Entry& entry = entries_[index];
    if (entry.answers_left == 0) return;
    --entry.answers_left;
    ++verdict_[index].done;
    if (!one_in(rng_, 6)) return;
    entry.failed = true;
    verdict_[index].failed = !progress_[index].failed_base;
  }

  void follow_pointer(Model& dut) {
    const std::uint64_t moved = (id_of(dut.early_o) - (first_ + early_)) & 0xffff;
    bench_.require(moved <= 1 && early_ + moved <= detected_, "pointer went astray");
    bench_.require(slot_in(dut.early_o) == ring_slot(early_ + moved), "slot and id differ");
    const Entry& now = entries_[index_of(early_)];
    if (moved == 1 && !replied_) {
      bench_.require(now.skip || (now.hazard && !now.failed_early), "passed without its reply");
    }
    if (moved == 1) entries_[index_of(early_)].replied = replied_;
    if (moved == 0) bench_.require(!replied_, "stays after its reply");
    early_ += moved;
  }
  void check_reply(Model& dut) {
    const Entry& now = entries_[index_of(early_)];
    bench_.require(early_ < detected_ && !now.skip, "reply without a log");
    const ReplyPort reply = ReplyPort::of(dut.reply_o);
    bench_.require(reply.id == ((first_ + early_) & 0xffff), "wrong id");
    bench_.require(reply.kind == (now.failed ? kReplyFail : kReplyPass), "wrong outcome");
    if (reply.kind == kReplyPass) {
      bench_.require(now.answers_left == 0, "pass before all answers");
      bench_.require(!now.hazard, "pass that revalidation may still change");
    }
    ++(reply.kind == kReplyPass ? pass_replies_ : fail_replies_);
  }
  void check_field(Model& dut) {
    if (!field_due_) return;
    bench_.require((dut.outcome_early_o != 0) == entries_[index_of(outcome_)].replied, "wrong replied field");
    outcome_ += outcomes_.go();
  }

  Unprotected<Model> bench_;
  Rng& rng_;
  StallStream arrivals_, answers_, replies_, outcomes_;
  std::array<Entry, kEntries> entries_{};
  std::array<ProgressField, kEntries> progress_{};
  std::array<HazardField, kEntries> hazard_{};
  std::array<VerdictField, kEntries> verdict_{};
  Fields read_;                                                   // values at the time of the read
  std::uint64_t first_, detected_ = 0, early_ = 0, outcome_ = 0;  // ids since the first one
  std::uint64_t pass_replies_ = 0, fail_replies_ = 0;
  bool replied_ = false, field_due_ = false;
};

template <typename Model>
std::optional<std::string> run_early(std::uint64_t cycles, Rng& rng) {
  EarlyOutcomeBench<Model> bench(65536 - below(rng, 100), rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle();
  if (bench.failure()) return bench.failure();
  const bool enough =
      bench.early() > cycles / 20 && bench.passes() > cycles / 100 && bench.fails() > cycles / 100;
  return enough ? std::nullopt : std::optional<std::string>("hardly a reply");
}

TEST(EarlyOutcomeStage, RepliesWhenNoOlderEntryCanChangeTheVerdict) {
  Rng rng = seeded_rng(73);
  EXPECT_EQ(run_early<Vearly_outcome_stage>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::early_outcome_stage_test
