// Transactions on a dependency unit with its tables in banks (docs/snapshot/tables.md), as a system of
// events for exhaustive_search.h: an access meets the entries of its bank's table at one time, and the center
// decides on what it has met at a later one; in between banks, begins, ends and retirements go on. Judged by
// an exact serializability check of the commits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/exhaustive_search.h"
#include "post_dating/post_dating.h"

namespace gputm::test {

/// What the order between banks depends on, each separately switched off
struct BankRules {
  bool one_bank = true;       ///< all accesses of an item go to the same bank
  bool ends_await = true;     ///< an end comes after the answers to all accesses of its transaction
  bool fence_in_each = true;  ///< a slot is used again when all banks have passed a fence, else one of them
  bool alone_if_alone =
      true;  ///< a bank answers only what meets no other transaction, else what meets no running one
};

struct BankLimits {
  unsigned transactions = 3, items = 2, slots = 3, banks = 2;
};

class BankedHistory {
 public:
  enum class Kind : std::uint8_t { kBegin, kRead, kWrite, kDecide, kEnd, kRetire };
  struct Event {
    Kind kind = Kind::kBegin;
    std::uint8_t transaction = 0;
    std::uint8_t item = 0, bank = 0;  ///< kBegin: item is the slot
    friend std::string to_string(const Event& event) {
      static constexpr std::array<const char*, 6> kNames{"B", "r", "w", "bank ", "E", "retire "};
      std::string text = kNames[static_cast<std::size_t>(event.kind)];
      if (event.kind == Kind::kDecide) return text + std::to_string(event.bank) + " decided";
      text += std::to_string(event.transaction + 1);
      if (event.kind == Kind::kRead || event.kind == Kind::kWrite)
        text += std::string("(") + static_cast<char>("xyz"[event.item]) + ")";
      return text;
    }
  };

  BankedHistory(const BankLimits& limits, const post_dating::Rules& dating, const BankRules& rules)
      : limits_(limits),
        rules_(rules),
        dating_(limits.slots, dating),
        transactions_(limits.transactions),
        banks_(limits.banks) {}

  /// Transactions commit that have no serial order, or an access is taken for one that has met another
  /// transaction.
  bool bad() const { return taken_for_another_ || !serializable(); }
  std::vector<std::string> timestamps() const { return {}; }

  template <typename Visit>
  void successors(const Visit& visit) const {
    const auto go = [&](const Event& event) {
      BankedHistory next = *this;
      next.perform(event);
      visit(std::move(next), event);
    };
    // They begin in the order of their numbers, which are only names.
    if (begun_ < limits_.transactions) {
      for (std::uint8_t slot = 0; slot < limits_.slots; ++slot)
        if (is_free(slot)) go({.kind = Kind::kBegin, .transaction = begun_, .item = slot});
    }
    for (std::uint8_t t = 0; t < begun_; ++t) {
      const Transaction& transaction = transactions_[t];
      if (transaction.phase == Phase::kCommitted && may_retire(t))
        go({.kind = Kind::kRetire, .transaction = t});
      if (transaction.phase != Phase::kLive) continue;
      if (!rules_.ends_await || transaction.in_flight == 0) go({.kind = Kind::kEnd, .transaction = t});
      if (!transaction.doomed) accesses(t, go);
    }
    for (std::uint8_t bank = 0; bank < limits_.banks; ++bank)
      if (!banks_[bank].met.empty()) go({.kind = Kind::kDecide, .bank = bank});
  }

  void perform(const Event& event) {
    Transaction& t = transactions_[event.transaction];
    switch (event.kind) {
      case Kind::kBegin:
        t = {.phase = Phase::kLive, .slot = event.item, .snapshot = commits_};
        ++begun_;
        dating_.start(t.slot, dating_.committed_timestamp());
        return;
      case Kind::kRead:
      case Kind::kWrite:
        return access(event);
      case Kind::kDecide:
        return decide(banks_[event.bank]);
      case Kind::kEnd:
        return end(t);
      case Kind::kRetire:
        dating_.release(t.slot);
        t.phase = Phase::kRetired;
        return;
    }
  }

  Fingerprint fingerprint() const {
    Fingerprint print;
    for (const Transaction& t : transactions_) {
      print.add(static_cast<std::uint64_t>(t.phase) << 40 | std::uint64_t{t.slot} << 32 |
                std::uint64_t{t.snapshot} << 24 | std::uint64_t{t.commit} << 16 |
                std::uint64_t{t.reads} << 8 | t.writes);
      print.add(std::uint64_t{t.in_flight} << 2 | std::uint64_t{t.doomed} << 1 | std::uint64_t{t.counts});
    }
    for (const Bank& bank : banks_) {
      for (const Met& met : bank.met) {
        print.add(std::uint64_t{1} << 32 | std::uint64_t{met.transaction} << 8 | std::uint64_t{met.write});
        for (const Other& other : met.others)
          print.add(std::uint64_t{other.transaction} << 16 | std::uint64_t{other.slot} << 1 |
                    std::uint64_t{other.writes});
      }
      for (const Entry& entry : bank.entries)
        print.add(std::uint64_t{2} << 32 | std::uint64_t{entry.transaction} << 16 |
                  std::uint64_t{entry.item} << 8 | std::uint64_t{entry.writes});
      print.add(~std::uint64_t{0});
    }
    for (unsigned i = 0; i < dating_.slots(); ++i) {
      const post_dating::PostDating::Slot& s = dating_.slot(i);
      for (const auto value : {s.now.cts, s.now.pdts, s.committed_at, s.released_at})
        print.add(static_cast<std::uint64_t>(value));
      print.add(static_cast<std::uint64_t>(s.phase) << 1 | std::uint64_t{s.pinned});
      for (const std::uint16_t successor : s.successors) print.add(successor);
      print.add(~std::uint64_t{0});
    }
    print.add(static_cast<std::uint64_t>(dating_.committed_timestamp()));
    print.add(static_cast<std::uint64_t>(dating_.released_timestamp()));
    print.add(std::uint64_t{taken_for_another_} << 16 | std::uint64_t{begun_} << 8 | commits_);
    return print;
  }

 private:
  enum class Phase : std::uint8_t { kNone, kLive, kCommitted, kRetired, kAborted };
  struct Transaction {
    Phase phase = Phase::kNone;
    std::uint8_t slot = 0, snapshot = 0, commit = 0;
    std::uint8_t reads = 0, writes = 0;  ///< a bit for each item
    std::uint8_t in_flight = 0;          ///< accesses without an answer
    bool doomed = false;                 ///< an access was refused
    bool counts = false;                 ///< has committed, and was not refused then
  };
  struct Entry {
    std::uint8_t transaction = 0, item = 0;
    bool writes = false;
  };
  /// What an access has met. The hardware names others by their slots.
  struct Other {
    std::uint8_t slot = 0;
    bool writes = false;
    std::uint8_t transaction = 0;
  };
  struct Met {
    std::uint8_t transaction = 0;
    bool write = false;
    std::vector<Other> others;
  };
  struct Bank {
    std::vector<Entry> entries;
    std::deque<Met> met;  ///< for the center, in order
  };

  template <typename Go>
  void accesses(std::uint8_t t, const Go& go) const {
    for (std::uint8_t item = 0; item < limits_.items; ++item) {
      for (const Kind kind : {Kind::kRead, Kind::kWrite}) {
        const Transaction& transaction = transactions_[t];
        // Once each; no read of an item that it has written
        if ((transaction.writes >> item & 1) != 0) continue;
        if (kind == Kind::kRead && (transaction.reads >> item & 1) != 0) continue;
        for (std::uint8_t bank = 0; bank < limits_.banks; ++bank)
          if (!rules_.one_bank || bank == item % limits_.banks)
            go({.kind = kind, .transaction = t, .item = item, .bank = bank});
      }
    }
  }

  bool names(const Bank& bank, std::uint8_t slot) const {
    return std::ranges::any_of(bank.met, [&](const Met& met) {
      return std::ranges::any_of(met.others, [&](const Other& other) { return other.slot == slot; });
    });
  }
  bool is_free(std::uint8_t slot) const {
    if (dating_.slot(slot).phase != post_dating::PostDating::Phase::kFree) return false;
    return std::ranges::none_of(std::span(banks_).first(rules_.fence_in_each ? limits_.banks : 1),
                                [&](const Bank& bank) { return names(bank, slot); });
  }
  bool may_retire(std::uint8_t t) const {
    return std::ranges::none_of(transactions_, [&](const Transaction& other) {
      return other.phase == Phase::kLive && other.snapshot < transactions_[t].commit;
    });
  }
  /// Occupant of a slot, running or committed; nullptr: none
  const Transaction* occupant(std::uint8_t slot) const {
    const auto found = std::ranges::find_if(transactions_, [&](const Transaction& t) {
      return t.slot == slot && (t.phase == Phase::kLive || t.phase == Phase::kCommitted);
    });
    return found == transactions_.end() ? nullptr : &*found;
  }

  void access(const Event& event) {
    Transaction& t = transactions_[event.transaction];
    Bank& bank = banks_[event.bank];
    const bool write = event.kind == Kind::kWrite;
    Met met{.transaction = event.transaction, .write = write, .others = {}};
    bool running = false;
    for (const Entry& entry : bank.entries) {
      const Transaction& other = transactions_[entry.transaction];
      const bool lives = other.phase == Phase::kLive || other.phase == Phase::kCommitted;
      if (!lives || entry.item != event.item || entry.transaction == event.transaction) continue;
      if (!write && !entry.writes) continue;
      met.others.push_back({.slot = other.slot, .writes = entry.writes, .transaction = entry.transaction});
      running |= other.phase == Phase::kLive;
    }
    bank.entries.push_back({.transaction = event.transaction, .item = event.item, .writes = write});
    (write ? t.writes : t.reads) |= static_cast<std::uint8_t>(1U << event.item);
    if (met.others.empty() || (!rules_.alone_if_alone && !running)) return;  // answered by the bank
    ++t.in_flight;
    bank.met.push_back(std::move(met));
  }

  void decide(Bank& bank) {
    const Met met = std::move(bank.met.front());
    bank.met.pop_front();
    Transaction& t = transactions_[met.transaction];
    --t.in_flight;
    if (t.phase != Phase::kLive) return;  // it has ended, without waiting
    for (const auto& [slot, writes, transaction] : met.others) {
      const Transaction* other = occupant(slot);
      if (other == nullptr) continue;
      taken_for_another_ |= other != &transactions_[transaction];
      if (other == &t) continue;
      const bool concurrent = (other->phase == Phase::kLive && !other->doomed) || other->commit > t.snapshot;
      const bool visible = other->phase == Phase::kCommitted && other->commit <= t.snapshot;
      if (concurrent && met.write && writes) {
        t.doomed = true;  // one writer at a time, and the first committer wins
        continue;
      }
      if (t.doomed || !(concurrent || (visible && dating_.reports_visible()))) continue;
      const bool other_first = met.write || visible;
      const post_dating::Occupant self{.slot = t.slot}, them{.slot = slot};
      const auto verdict = other_first ? dating_.depend(them, self) : dating_.depend(self, them);
      t.doomed = verdict != post_dating::Verdict::kAccepted;
    }
  }

  void end(Transaction& t) {
    if (t.doomed) {
      dating_.abort(t.slot);
      t.phase = Phase::kAborted;
      return;
    }
    t.counts = dating_.commit(t.slot) == post_dating::Verdict::kAccepted;
    t.phase = Phase::kCommitted;  // until it is retired, also if it is refused now
    t.commit = ++commits_;
  }

  /// Exact: the graph of all dependencies between committed transactions has no cycle.
  bool serializable() const {
    const auto depends = [](const Transaction& b, const Transaction& a) {
      const bool reads_from = (a.writes & b.reads) != 0 && a.commit <= b.snapshot;
      const bool overwrites = (a.writes & b.writes) != 0 && a.commit < b.commit;
      const bool replaces_read = (a.reads & b.writes) != 0 && b.commit > a.snapshot;
      return reads_from || overwrites || replaces_read;
    };
    unsigned left = 0;
    for (unsigned i = 0; i < begun_; ++i) left |= unsigned{transactions_[i].counts} << i;
    for (bool progress = true; progress && left != 0;) {
      progress = false;
      for (unsigned j = 0; j < begun_; ++j) {
        if ((left >> j & 1) == 0) continue;
        bool preceded = false;
        for (unsigned i = 0; i < begun_; ++i)
          preceded |= i != j && (left >> i & 1) != 0 && depends(transactions_[j], transactions_[i]);
        if (preceded) continue;
        left &= ~(1U << j);
        progress = true;
      }
    }
    // Two concurrent writers of an item
    for (unsigned i = 0; i < begun_; ++i) {
      for (unsigned j = 0; j < begun_; ++j) {
        const Transaction &a = transactions_[i], &b = transactions_[j];
        if (i != j && a.counts && b.counts && (a.writes & b.writes) != 0 && a.commit < b.commit &&
            a.commit > b.snapshot)
          return false;
      }
    }
    return left == 0;
  }

  BankLimits limits_;
  BankRules rules_;
  post_dating::PostDating dating_;
  std::vector<Transaction> transactions_;
  std::vector<Bank> banks_;
  std::uint8_t begun_ = 0, commits_ = 0;
  bool taken_for_another_ = false;
};

}  // namespace gputm::test
