// Transactions that read and write items under snapshot isolation, checked on-line by the dependency tracker
// and judged by an exact serializability check of the commits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/exhaustive_search.h"
#include "post_dating/dependency_tracker.h"

namespace gputm::test {

struct ItemEvent {
  enum class Kind : std::uint8_t { kBegin, kRead, kWrite, kCommit, kVersion };
  Kind kind = Kind::kBegin;
  std::uint8_t transaction = 0;
  std::uint8_t item = 0;        ///< kBegin: the slot
  bool refused = false;         ///< refused, and the transaction aborted
  std::uint8_t version = kNow;  ///< kBegin: index among the readable versions, oldest first
  bool flushed = false;         ///< timestamps ran out: all live transactions aborted
  static constexpr std::uint8_t kNow = 255;
};

inline std::string to_string(const ItemEvent& e) {
  if (e.kind == ItemEvent::Kind::kVersion) return "V";
  static constexpr std::array<const char*, 4> kNames{"B", "r", "w", "C"};
  std::string text = kNames[static_cast<std::size_t>(e.kind)] + std::to_string(e.transaction + 1);
  const bool access = e.kind == ItemEvent::Kind::kRead || e.kind == ItemEvent::Kind::kWrite;
  if (access) text += std::string("(") + static_cast<char>("xyzuv"[e.item]) + ")";
  if (e.version != ItemEvent::kNow) text += " V" + std::to_string(e.version);
  if (e.flushed) return text + " flush";
  if (e.refused) text += "!";
  return text;
}

struct ItemLimits {
  unsigned transactions = 3;
  unsigned items = 3;
  unsigned slots = 3;  ///< fewer than transactions: slots are reused
  /// Commits of a warp's transactions get their timestamps one after the other, and snapshots include them
  /// only when their version is complete.
  bool versions = false;
  bool snapshot_before_version = false;  ///< snapshots may be taken between such a commit and its version
  bool rested_slots = false;             ///< a slot is reused when no former occupant matters
  /// Versions that can be read at a time; each is published at some time, and a snapshot is of any of them.
  /// 0: a snapshot is of the present state.
  unsigned readable = 0;
};

class ItemHistory {
 public:
  using Event = ItemEvent;
  static constexpr unsigned kMax = 5;

  ItemHistory(const ItemLimits& limits, const post_dating::Rules& rules)
      : limits_(limits), tracker_(limits.slots, rules, limits.readable) {}

  const post_dating::DependencyTracker& tracker() const { return tracker_; }
  bool bad() const { return bad_; }

  /// Performs one event; returns whether the tracker accepted it.
  bool perform(ItemEvent& event) {
    Transaction& t = transactions_[event.transaction];
    post_dating::Access access = post_dating::Access::kDone;
    if (tracker_.dating().rules().start == post_dating::Rules::Start::kBeforeSnapshot &&
        (t.reads | t.writes) == 0) {
      t.snapshot = commits_;
    }
    const std::uint8_t bit = static_cast<std::uint8_t>(1U << event.item);
    switch (event.kind) {
      case ItemEvent::Kind::kBegin:
        access = begin(event);
        begun_ = static_cast<std::uint8_t>(event.transaction + 1);
        break;
      case ItemEvent::Kind::kRead:
        access = tracker_.read(t.slot, event.item);
        t.reads |= bit;
        break;
      case ItemEvent::Kind::kWrite:
        access = tracker_.write(t.slot, event.item);
        t.writes |= bit;
        break;
      case ItemEvent::Kind::kCommit:
        access = tracker_.commit(t.slot);
        break;
      case ItemEvent::Kind::kVersion:
        whole_commits_ = commits_;
        if (limits_.readable != 0) tracker_.publish();
        return true;
    }
    event.refused = access != post_dating::Access::kDone;
    event.flushed = access == post_dating::Access::kExhausted;
    if (event.flushed) {
      flush();
    } else if (event.refused) {
      abort(t);
    } else if (event.kind == ItemEvent::Kind::kCommit) {
      t.phase = Phase::kCommitted;
      t.commit = ++commits_;
      bad_ = !serializable();
    }
    return !event.refused;
  }

  template <typename F>
  void successors(F&& f) const {
    const auto attempt = [&](ItemEvent event) {
      ItemHistory next = *this;
      next.perform(event);
      f(std::move(next), event);
    };
    // Transactions are numbered in the order of their begins, items in the order of their first use: every
    // other history is one of these under other names.
    const bool whole = (!limits_.versions && limits_.readable == 0) || whole_commits_ == commits_;
    if (!whole) attempt({.kind = ItemEvent::Kind::kVersion});
    if (begun_ < limits_.transactions &&
        (whole || limits_.readable != 0 || limits_.snapshot_before_version)) {
      for (unsigned slot = 0; slot < limits_.slots; ++slot) {
        if (tracker_.live(slot) || (limits_.rested_slots && !rested(slot))) continue;
        begins(
            {.kind = ItemEvent::Kind::kBegin, .transaction = begun_, .item = static_cast<std::uint8_t>(slot)},
            attempt);
        if (untouched(slot)) break;  // all untouched slots are equivalent
      }
    }
    unsigned used = 0;
    for (const Transaction& t : transactions_) used |= t.reads | t.writes;
    const unsigned items = std::min(limits_.items, static_cast<unsigned>(std::bit_width(used)) + 1);
    for (std::uint8_t i = 0; i < begun_; ++i) {
      const Transaction& t = transactions_[i];
      if (t.phase != Phase::kLive) continue;
      for (std::uint8_t item = 0; item < items; ++item) {
        const bool written = ((t.writes >> item) & 1) != 0;
        const bool read = ((t.reads >> item) & 1) != 0;
        if (!read && !written) attempt({.kind = ItemEvent::Kind::kRead, .transaction = i, .item = item});
        if (!written) attempt({.kind = ItemEvent::Kind::kWrite, .transaction = i, .item = item});
      }
      attempt({.kind = ItemEvent::Kind::kCommit, .transaction = i});
    }
  }

  std::vector<std::string> timestamps() const {
    std::vector<std::string> result(begun_);
    for (unsigned i = 0; i < begun_; ++i) {
      const Transaction& t = transactions_[i];
      if (t.phase != Phase::kLive && t.phase != Phase::kCommitted) continue;
      bool former = false;
      for (unsigned later = i + 1; later < begun_; ++later) former |= transactions_[later].slot == t.slot;
      const post_dating::PostDating::Slot& slot = tracker_.dating().slot(t.slot);
      if (former ? !slot.former.has_value() : slot.phase == post_dating::PostDating::Phase::kFree) continue;
      result[i] = post_dating::to_string(tracker_.dating().interval({.slot = t.slot, .former = former}));
    }
    return result;
  }

  /// Table entries follow from these fields.
  Fingerprint fingerprint() const {
    Fingerprint print;
    for (unsigned i = 0; i < limits_.transactions; ++i) {
      const Transaction& t = transactions_[i];
      print.add(static_cast<std::uint64_t>(t.phase) | std::uint64_t{t.slot} << 8 |
                std::uint64_t{t.snapshot} << 16 | std::uint64_t{t.commit} << 24 |
                std::uint64_t{t.reads} << 32 | std::uint64_t{t.writes} << 40 | std::uint64_t{begun_} << 48);
    }
    const auto add = [&](const post_dating::Interval& interval) {
      print.add(static_cast<std::uint64_t>(interval.cts) << 32 | static_cast<std::uint32_t>(interval.pdts));
    };
    for (unsigned slot = 0; slot < limits_.slots; ++slot) {
      const post_dating::PostDating::Slot& s = tracker_.dating().slot(slot);
      add(s.now);
      add(s.former.value_or(post_dating::Interval{.cts = -1, .pdts = -1}));
      print.add(static_cast<std::uint64_t>(s.phase) << 32 | static_cast<std::uint32_t>(s.next_cts));
      if (tracker_.dating().rules().propagation_depth == 0) continue;
      print.add(s.pinned);
      for (const std::uint16_t next : s.successors) print.add(next);
      print.add(static_cast<std::uint64_t>(s.committed_at) << 32 | static_cast<std::uint32_t>(s.released_at));
    }
    print.add(static_cast<std::uint64_t>(tracker_.dating().released_timestamp()));
    print.add(static_cast<std::uint64_t>(tracker_.dating().committed_timestamp()));
    if (limits_.versions || limits_.readable != 0) print.add(whole_commits_);
    for (const post_dating::DependencyTracker::Version& version : tracker_.versions())
      print.add(static_cast<std::uint64_t>(version.date) << 8 | version.commits);
    return print;
  }

  /// Exact: the graph of all dependencies between committed transactions has no cycle.
  bool serializable() const {
    std::array<std::uint8_t, kMax> after{};  // bit j of after[i]: j depends on i
    for (unsigned i = 0; i < begun_; ++i) {
      for (unsigned j = 0; j < begun_; ++j) {
        if (i != j && depends(transactions_[j], transactions_[i]))
          after[i] |= static_cast<std::uint8_t>(1U << j);
      }
    }
    // Remove transactions that no remaining one must precede, until none is left.
    unsigned left = (1U << begun_) - 1;
    for (bool progress = true; progress && left != 0;) {
      progress = false;
      for (unsigned j = 0; j < begun_; ++j) {
        if (((left >> j) & 1) == 0) continue;
        bool preceded = false;
        for (unsigned i = 0; i < begun_; ++i)
          preceded |= ((left >> i) & 1) != 0 && ((after[i] >> j) & 1) != 0;
        if (preceded) continue;
        left &= ~(1U << j);
        progress = true;
      }
    }
    return left == 0;
  }

 private:
  enum class Phase : std::uint8_t { kNone, kLive, kCommitted, kGone };
  struct Transaction {
    Phase phase = Phase::kNone;
    std::uint8_t slot = 0;
    std::uint8_t snapshot = 0;
    std::uint8_t commit = 0;
    std::uint8_t reads = 0;
    std::uint8_t writes = 0;
  };

  /// Begins on each version, or on the present state.
  template <typename F>
  void begins(ItemEvent event, F& attempt) const {
    if (limits_.readable == 0) return attempt(event);
    for (std::uint8_t version = 0; version < tracker_.versions().size(); ++version) {
      event.version = version;
      attempt(event);
    }
  }
  post_dating::Access begin(const ItemEvent& event) {
    Transaction& t = transactions_[event.transaction];
    t = {.phase = Phase::kLive, .slot = event.item, .snapshot = limits_.versions ? whole_commits_ : commits_};
    if (event.version == ItemEvent::kNow) return tracker_.begin(event.item);
    t.snapshot = static_cast<std::uint8_t>(tracker_.versions()[event.version].commits);
    return tracker_.snapshot(event.item, event.version);
  }
  void abort(Transaction& t) {
    tracker_.abort(t.slot);
    t = {.phase = Phase::kGone};
  }
  void flush() {
    for (Transaction& t : transactions_) {
      if (t.phase == Phase::kLive) abort(t);
    }
    tracker_.flush();
    whole_commits_ = commits_;
  }
  bool rested(unsigned slot) const {
    const post_dating::PostDating::Slot& s = tracker_.dating().slot(slot);
    return s.phase == post_dating::PostDating::Phase::kFree && !s.former;
  }
  bool untouched(unsigned slot) const { return rested(slot) && tracker_.dating().slot(slot).next_cts == 1; }
  /// Versions follow each other in the order of commits; a read returns the last version in its snapshot.
  static bool depends(const Transaction& b, const Transaction& a) {
    if (a.phase != Phase::kCommitted || b.phase != Phase::kCommitted) return false;
    const bool reads_from = (a.writes & b.reads) != 0 && a.commit <= b.snapshot;  // or a later version
    const bool overwrites = (a.writes & b.writes) != 0 && a.commit < b.commit;
    const bool replaces_read = (a.reads & b.writes) != 0 && b.commit > a.snapshot;
    return reads_from || overwrites || replaces_read;
  }

  ItemLimits limits_;
  post_dating::DependencyTracker tracker_;
  std::array<Transaction, kMax> transactions_{};
  std::uint8_t begun_ = 0;
  std::uint8_t commits_ = 0;
  std::uint8_t whole_commits_ = 0;  ///< commits of complete versions
  bool bad_ = false;
};

}  // namespace gputm::test
