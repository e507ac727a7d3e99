// Cores, pool and read validator around the fill unit; checks the fields of every completed entry. With a
// budget of buffers it also checks that no more are held and that no log overflows without need;
// buffer_budget's own test is exact.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb {

enum FillKind : unsigned { kRead, kWrite, kSkip };

/// allocation_e
enum Scheme : unsigned { kAll, kAccessed, kUsed, kNeeded };
struct Budget {
  Scheme scheme = kNeeded;
  unsigned limit = kBuffers;
  bool by_pairs() const { return scheme == kAll || scheme == kAccessed; }
};

struct FilledWord {
  FillKind kind;
  std::uint64_t word;
};
struct FillEntry {
  bool skip = false, sent = false;  ///< its last word, or its skip, has been sent
  std::deque<FilledWord> left;
  std::vector<std::uint64_t> reads, writes;
  std::size_t validated = 0;
  bool began = false, failed_base = false;
  std::uint64_t oldest_rcid = 0,
                youngest_rcid = 0;  ///< retire pointer at the first word's arrival, validation
  unsigned done_base = 0;
  bool pool_was_empty = false;  ///< or the budget was exhausted
  unsigned holds = 0;           ///< buffers that it has been seen to take
};

template <typename Model>
class FillBench {
 public:
  FillBench(std::uint64_t first, Rng& rng, std::optional<Budget> budget = std::nullopt)
      : rng_(rng),
        fills_(rng),
        allocations_(rng),
        validations_(rng),
        retires_(rng),
        first_(first),
        budget_(budget) {
    auto& dut = bench_.dut();
    if (budget) set_budget(*budget);
    dut.free_valid_i = 0;
    dut.fill_valid_i = 0;
    dut.alloc_valid_i = 0;
    dut.validate_gnt_i = 0;
    reset_and_initialise(bench_, kEntries, first);
  }

  void cycle() {
    auto& dut = bench_.dut();
    while (opened_ - retire_ < kEntries) open();
    dut.retire_i = pointer_at(first_, retire_);
    drive(dut.verdict_i, read_verdict_.packed());
    dut.head_read_i = dut.wait_read_i = dut.early_read_i = dut.commit_read_i = pack_read(index_of(retire_));
    if (!dut.fill_valid_i && fills_.go()) offer(dut);
    offer_buffer(dut);
    dut.free_valid_i = !to_free_.empty();
    dut.validate_gnt_i = validations_.go();
    bench_.settle();
    if (dut.alloc_ready_o && dut.alloc_valid_i) allocate(dut);
    if (dut.store_valid_o) {
      const LogStorePort store = LogStorePort::of(dut.store_o);
      memory_[store.buffer][store.place] = store.word;
    }
    if (budget_) note_shortage();
    if (dut.validate_req_o && dut.validate_gnt_i) check_validation(dut);
    const bool taken = dut.fill_valid_i && dut.fill_ready_o;
    const unsigned read = dut.verdict_read_o;
    const bool released = !retiring_ && read_ == retire_ && check_fields(dut) && retires_.go();
    read_ = retire_;
    bench_.step();
    free_one();
    if (reads(read)) read_verdict_ = verdict_[read_index(read)];
    if (taken) take(dut);
    if (released) release();
    if (retiring_ && to_free_.empty()) retire();
  }
  std::uint64_t entries() const { return retire_; }
  std::uint64_t overflows() const { return overflows_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  FillEntry& entry(std::uint64_t serial) { return entries_[index_of(serial)]; }

  void open() {
    FillEntry& entry = entries_[index_of(opened_)] = {};
    entry.skip = one_in(rng_, 3);
    for (std::uint64_t words = 1 + below(rng_, 10); words > 0 && !entry.skip; --words) {
      entry.left.push_back({one_in(rng_, 2) ? kRead : kWrite, rng_() >> 2});
      (entry.left.back().kind == kRead ? entry.reads : entry.writes).push_back(entry.left.back().word);
    }
    // The last occupant's reads have been answered.
    entry.failed_base = verdict_[index_of(opened_)].failed;
    entry.done_base = verdict_[index_of(opened_)].done;
    ++opened_;
  }

  // The next word of an entry, or a message with some of the skipped ids.
  void offer(Model& dut) {
    const std::uint64_t base = retire_ + below(rng_, kEntries);
    std::uint64_t skips = 0;
    offered_.clear();
    for (std::uint64_t serial = base; serial < opened_; ++serial) {
      if (!entry(serial).skip || entry(serial).sent || one_in(rng_, 3)) continue;
      skips |= std::uint64_t{1} << (serial - base);
      offered_.push_back(serial);
    }
    FillEntry& entry = this->entry(base);
    message_ = {.id = first_ + base};
    if (!entry.skip && !entry.left.empty()) {
      offered_ = {base};
      message_.kind = entry.left.front().kind;
      message_.word = entry.left.front().word;
      message_.last = entry.left.size() == 1;
      if (!entry.began) entry.oldest_rcid = retire_;
      entry.began = true;
    } else if (!offered_.empty()) {
      message_.kind = kSkip;
      message_.skips = skips;
    } else {
      return;
    }
    // The fields may show it from now on.
    for (const std::uint64_t serial : offered_)
      this->entry(serial).sent = entry.skip || message_.last || this->entry(serial).skip;
    dut.fill_valid_i = 1;
    message_.put(dut.fill_i);
  }
  void take(Model& dut) {
    dut.fill_valid_i = 0;
    if (message_.kind != kSkip) entry(offered_.front()).left.pop_front();
  }

  // A stalled buffer is held; between two offers there may be a pause.
  void offer_buffer(Model& dut) {
    dut.alloc_empty_i = free_.empty();
    if (free_.empty()) {
      dut.alloc_valid_i = 0;
      for (FillEntry& entry : entries_) entry.pool_was_empty = true;
    } else if (!dut.alloc_valid_i || dut.alloc_buffer_i != free_.front()) {
      dut.alloc_valid_i = allocations_.go();
      drive(dut.alloc_buffer_i, free_.front());
    }
  }

  void allocate(Model& dut) {
    bench_.require(dut.store_valid_o, "a buffer is taken and no word stored");
    free_.erase(free_.begin());
    if (!budget_) return;
    const std::uint64_t word = LogStorePort::of(dut.store_o).word;
    unsigned held = 0;
    for (std::uint64_t serial = retire_; serial < opened_; ++serial) {
      FillEntry& entry = this->entry(serial);
      const auto has = [&](const auto& words) { return !words.empty() && words.front() == word; };
      if (has(entry.reads) || has(entry.writes)) entry.holds = budget_->by_pairs() ? 2 : entry.holds + 1;
      held += entry.holds;
    }
    if (budget_->scheme == kNeeded) held = kBuffers - static_cast<unsigned>(free_.size());
    bench_.require(held <= budget_->limit, "more buffers than the limit are held");
  }
  /// Maximum of buffers that an entry may hold by now, as far as visible from outside.
  unsigned may_hold(const FillEntry& entry) const {
    if (entry.skip) return budget_->scheme == kAll && entry.sent ? 2 : 0;
    if (!entry.began) return 0;
    return budget_->by_pairs() ? 2 : unsigned{!entry.reads.empty()} + unsigned{!entry.writes.empty()};
  }
  void note_shortage() {
    std::erase_if(retired_, [&](const Retired& entry) { return entry.until < bench_.cycles(); });
    unsigned held = 0;
    for (std::uint64_t serial = retire_; serial < opened_; ++serial) held += may_hold(entry(serial));
    for (const Retired& entry : retired_) held += entry.buffers;
    // Under `needed`, the pool has the remaining buffers, and one more is requested.
    if (budget_->scheme == kNeeded) held = kBuffers + 1 - static_cast<unsigned>(free_.size());
    if (held <= budget_->limit) return;
    for (FillEntry& entry : entries_) entry.pool_was_empty = true;
  }

  void check_validation(Model& dut) {
    const ValidationPort validation = ValidationPort::of(dut.validate_o);
    for (std::uint64_t serial = retire_; serial < opened_; ++serial) {
      if (validation.index != index_of(serial)) continue;
      FillEntry& entry = this->entry(serial);
      bench_.require(entry.validated < entry.reads.size() && entry.reads[entry.validated] == validation.word,
                     "wrong word to validate");
      bench_.require(validation.failed_value == !entry.failed_base, "wrong failed value");
      if (entry.validated++ == 0) entry.youngest_rcid = retire_;
    }
  }

  // Whether the oldest entry is complete; if so, it must match what was sent.
  bool check_fields(Model& dut) {
    const ProgressField progress = ProgressField::of(dut.head_progress_o);
    bench_.require(dut.wait_progress_o == dut.head_progress_o &&
                       dut.early_progress_o == dut.head_progress_o && dut.wait_rlog_o == dut.head_rlog_o &&
                       dut.commit_wlog_o == dut.head_wlog_o,
                   "readers see different fields");
    const bool now = progress.phase == ((retire_ / kEntries & 1) != 0) && progress.complete;
    if (!now) return false;
    FillEntry& entry = this->entry(retire_);
    bench_.require(entry.sent && progress.skip == entry.skip, "complete too early, or wrong skip");
    bench_.require(progress.failed_base == entry.failed_base, "wrong base of failed");
    bench_.require(progress.issued == (entry.done_base + entry.reads.size()) % kCounts,
                   "wrong count of reads");
    bench_.require(entry.validated == entry.reads.size(), "words not validated");
    const LogField rlog = LogField::of(dut.head_rlog_o), wlog = LogField::of(dut.head_wlog_o);
    check_log(rlog, entry.reads, entry);
    check_log(wlog, entry.writes, entry);
    if (budget_ && budget_->by_pairs() && !entry.reads.empty() && !entry.writes.empty())
      bench_.require((rlog.count == 0) == (wlog.count == 0), "one buffer of two");
    const std::uint64_t rcid = retire_ - ((first_ + retire_ - dut.head_rcid_o) & 0xffff);
    const std::uint64_t youngest = entry.reads.empty() ? retire_ : entry.youngest_rcid;
    if (!entry.skip) bench_.require(rcid >= entry.oldest_rcid && rcid <= youngest, "wrong RCID");
    return true;
  }
  void check_log(const LogField& log, const std::vector<std::uint64_t>& words, const FillEntry& entry) {
    if (!log.overflow) {
      bench_.require(log.count == words.size(), "wrong count of words");
      for (std::size_t i = 0; i < words.size() && i < kBufferWords; ++i) {
        bench_.require(memory_[log.buffer][i] == words[i], "word lost");
      }
    } else {
      bench_.require(words.size() > kBufferWords || (entry.pool_was_empty && !words.empty()),
                     "overflow without need");
    }
    bench_.require(log.overflow || words.size() <= kBufferWords, "overflow not noted");
  }

  /// The oldest entry is completed: its buffers return to the pool, one per cycle, then it retires.
  void release() {
    auto& dut = bench_.dut();
    const LogField logs[] = {LogField::of(dut.head_rlog_o), LogField::of(dut.head_wlog_o)};
    for (const LogField& log : logs) {
      overflows_ += log.overflow;
      if (log.count == 0) continue;
      bench_.require(std::find(free_.begin(), free_.end(), log.buffer) == free_.end(), "buffer of two logs");
      to_free_.push_back(log.buffer);
    }
    retiring_ = true;
  }
  void free_one() {
    if (to_free_.empty()) return;
    free_.push_back(to_free_.front());
    memory_[to_free_.front()].fill(0);
    to_free_.pop_front();
  }
  void retire() {
    const unsigned index = index_of(retire_);
    verdict_[index].done += static_cast<unsigned>(entries_[index].reads.size());
    if (one_in(rng_, 3)) verdict_[index].failed = !verdict_[index].failed;
    if (budget_) retired_.push_back({bench_.cycles() + kReleaseLatency, may_hold(entries_[index])});
    retiring_ = false;
    ++retire_;
  }

  struct Retired {
    std::uint64_t until;
    unsigned buffers;
  };
  /// For rtl/kilo/studies/limited_buffers
  void set_budget(const Budget& budget) {
    const std::string scheme = "+allocation=" + std::to_string(static_cast<unsigned>(budget.scheme));
    const std::string limit = "+buffer_limit=" + std::to_string(budget.limit);
    std::array arguments = {scheme.c_str(), limit.c_str()};
    bench_.context().commandArgs(static_cast<int>(arguments.size()), arguments.data());
  }

  static constexpr std::uint64_t kReleaseLatency = 2;  // buffer_budget's

  Unprotected<Model> bench_;
  Rng& rng_;
  StallStream fills_, allocations_, validations_, retires_;
  std::array<FillEntry, kEntries> entries_{};
  std::array<VerdictField, kEntries> verdict_{};
  std::deque<unsigned> free_{0, 1, 2, 3};
  std::array<std::array<std::uint64_t, kBufferWords>, kBuffers> memory_{};
  FillPort message_;                    // the offered message
  std::vector<std::uint64_t> offered_;  // its ids
  std::uint64_t first_, opened_ = 0, retire_ = 0, overflows_ = 0;
  std::optional<Budget> budget_;
  std::deque<unsigned> to_free_;       // buffers of the oldest entry, to be returned
  bool retiring_ = false;              // when they have been returned
  std::deque<Retired> retired_;        // entries whose buffers may still count
  std::optional<std::uint64_t> read_;  // entry whose fields are on the outputs
  VerdictField read_verdict_;          // its verdict at the time of the read
};

}  // namespace gputm::tb
