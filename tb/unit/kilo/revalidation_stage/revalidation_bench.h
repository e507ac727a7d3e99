// Feeds entries with and without hazards to the revalidation stage and checks which it revalidates, and when.
#pragma once

#include "unit/kilo/common/log_source.h"

namespace gputm::tb {

inline constexpr unsigned kRevalidationWords = 7;

struct RevalidationEntry {
  bool skip = false, hazard = false;
  bool failed_early = false, failed = false;  ///< before it came here; by now
  std::uint64_t ycid = 0;                     ///< ids since the first one
  LogWords reads;
};

struct RevalidationFields {
  ProgressField progress;
  LogField rlog;
  HazardField hazard;
  bool failed = false;
};

template <typename Model>
class RevalidationBench {
 public:
  RevalidationBench(std::uint64_t first, Rng& rng)
      : rng_(rng), logs_(bench_, rng), arrivals_(rng), validations_(rng), retires_(rng), first_(first) {
    bench_.dut().validate_ready_i = 0;
    bench_.dut().hazard_i = pointer_at(first, 0);
    reset_and_initialise(bench_, kEntries, first);
  }

  void cycle(bool may_arrive) {
    auto& dut = bench_.dut();
    dut.hazard_i = pointer_at(first_, hazard_);
    dut.retire_i = pointer_at(first_, retire_);
    drive(dut.progress_i, read_.progress.packed());
    drive(dut.rlog_i, read_.rlog.packed());
    drive(dut.hazard_field_i, read_.hazard.packed());
    dut.failed_i = read_.failed;
    dut.outcome_read_i = pack_read(index_of(checked_));
    const std::uint64_t asked = checked_;
    dut.validate_ready_i = validations_.go();
    logs_.drive();
    bench_.settle();
    logs_.respond();
    bench_.settle();
    follow_pointers(dut);
    if (dut.validate_valid_o && dut.validate_ready_i) check_word(dut);
    check_field(dut);
    logs_.observe();
    const unsigned read = dut.wait_read_o;
    field_due_ = asked == checked_ && checked_ < revalidated_;
    const bool active = dut.active_o;
    const auto wait = dut.wait_o, revalidate = dut.revalidate_o;
    bench_.step();
    bench_.require(active || (dut.wait_o == wait && dut.revalidate_o == revalidate),
                   "a pointer moves at rest");
    // Events of the other stages in this cycle.
    if (retire_ < checked_ && retires_.go()) ++retire_;
    if (may_arrive && hazard_ - retire_ < kEntries && arrivals_.go()) arrive();
    const std::uint64_t pick = revalidated_ + below(rng_, kEntries);
    if (pick < hazard_ && one_in(rng_, 40)) fail(pick);
    const unsigned index = read_index(read);
    if (reads(read)) read_ = {progress_[index], rlog_[index], hazard_field_[index], failed_bit_[index]};
  }
  void require_all_done() {
    bench_.require(revalidated_ == hazard_, "entries left");
    bench_.require(logs_.all_free(), "a buffer was not returned");
    bench_.require(!bench_.dut().active_o, "active with nothing to do");
  }
  std::uint64_t words() const { return words_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  RevalidationEntry& entry(std::uint64_t serial) { return entries_[index_of(serial)]; }

  void arrive() {
    const unsigned index = index_of(hazard_);
    RevalidationEntry& entry = entries_[index] = {.skip = one_in(rng_, 4), .reads = {}};
    if (!entry.skip) entry.reads = random_words(rng_, kRevalidationWords);
    entry.hazard = !entry.reads.empty() && hazard_ > 0 && one_in(rng_, 2);
    if (entry.hazard) entry.ycid = hazard_ - 1 - below(rng_, std::min<std::uint64_t>(hazard_, kEntries));
    rlog_[index] = logs_.store(entry.reads);
    progress_[index] = {(hazard_ / kEntries & 1) != 0, true, entry.skip, failed_bit_[index],
                        static_cast<unsigned>(below(rng_, kCounts))};
    hazard_field_[index] = {entry.skip, entry.hazard, static_cast<unsigned>(first_ + entry.ycid)};
    if (one_in(rng_, 6)) fail(hazard_);
    entry.failed_early = entry.failed;
    if (entry.hazard && !entry.failed && rlog_[index].overflow) {
      logs_.announce(first_ + hazard_, false, entry.reads);
    }
    ++hazard_;
  }
  // A differing answer of a speculative validation.
  void fail(std::uint64_t serial) {
    const unsigned index = index_of(serial);
    if (entry(serial).skip) return;
    entry(serial).failed = true;
    failed_bit_[index] = !progress_[index].failed_base;
  }

  void follow_pointers(Model& dut) {
    for (; ((first_ + wait_ - id_of(dut.wait_o)) & 0xffff) != 0; ++wait_) {
      if (wait_ == hazard_) return bench_.require(false, "wait pointer ran ahead");
      const RevalidationEntry& now = entry(wait_);
      bench_.require(!now.hazard || now.failed || retire_ > now.ycid, "YCID has not retired");
    }
    for (; ((first_ + revalidated_ - id_of(dut.revalidate_o)) & 0xffff) != 0; ++revalidated_) {
      if (revalidated_ == wait_) return bench_.require(false, "revalidate pointer ran ahead");
      const RevalidationEntry& now = entry(revalidated_);
      const bool none = now.skip || !now.hazard || now.failed_early;
      const bool all = sent_ == now.reads.size();
      bench_.require(none ? sent_ == 0 : all || (now.failed && sent_ == 0), "read set not read as a whole");
      revalidated_words_[index_of(revalidated_)] = sent_;
      sent_ = 0;
    }
    bench_.require(slot_in(dut.revalidate_o) == ring_slot(revalidated_), "slot and id differ");
  }
  void check_word(Model& dut) {
    if (revalidated_ == hazard_) return bench_.require(false, "word of no entry");
    const RevalidationEntry& now = entry(revalidated_);
    bench_.require(now.hazard && !now.failed_early && retire_ > now.ycid,
                   "revalidation too early or needless");
    const ValidationPort validation = ValidationPort::of(dut.validate_o);
    bench_.require(validation.index == index_of(revalidated_), "wrong entry");
    bench_.require(validation.failed_value == !progress_[index_of(revalidated_)].failed_base,
                   "wrong failed value");
    bench_.require(sent_ < now.reads.size() && now.reads[sent_] == validation.word, "wrong word");
    ++sent_;
    ++words_;
  }
  void check_field(Model& dut) {
    if (!field_due_) return;
    const unsigned index = index_of(checked_);
    const AwaitField expected{entry(checked_).skip, progress_[index].failed_base,
                              progress_[index].issued + static_cast<unsigned>(revalidated_words_[index])};
    bench_.require(dut.outcome_await_o == expected.packed(), "wrong count of answers to await");
    ++checked_;
  }

  Unprotected<Model> bench_;
  Rng& rng_;
  LogSource<Model> logs_;
  StallStream arrivals_, validations_, retires_;
  std::array<RevalidationEntry, kEntries> entries_{};
  std::array<ProgressField, kEntries> progress_{};
  std::array<LogField, kEntries> rlog_{};
  std::array<HazardField, kEntries> hazard_field_{};
  std::array<bool, kEntries> failed_bit_{};
  std::array<std::size_t, kEntries> revalidated_words_{};
  std::uint64_t first_, hazard_ = 0, wait_ = 0, revalidated_ = 0, checked_ = 0, retire_ = 0;
  std::size_t sent_ = 0;  // words sent of the entry at the revalidate pointer
  std::uint64_t words_ = 0;
  RevalidationFields read_;  // values at the time of the read
  bool field_due_ = false;
};

}  // namespace gputm::tb
