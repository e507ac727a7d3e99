// Transactions and the dependencies between them, in every order, without items. Any two concurrent
// transactions may turn out to depend on each other. A transaction that begins after a commit, or on a
// version with it, is assumed to depend on it. If such dependencies are reported, it may depend on it, until
// the committed transaction is released; then every running transaction is assumed to depend on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/types.h"
#include "common/exhaustive_search.h"
#include "post_dating/dependency_event.h"
#include "post_dating/post_dating.h"

namespace gputm::test {

class DependencyHistory {
 public:
  using Event = DependencyEvent;
  static constexpr unsigned kMax = 8;

  DependencyHistory(const DependencyLimits& limits, const post_dating::Rules& rules)
      : limits_(limits), dating_(limits.slots, rules) {
    if (limits.versions != 0) versions_[readable_++] = {};
    for (unsigned i = 0; limits.begun && i < limits.transactions; ++i) {
      perform({.kind = Event::Kind::kBegin,
               .a = static_cast<std::uint8_t>(i),
               .b = static_cast<std::uint8_t>(i)});
    }
  }

  const post_dating::PostDating& dating() const { return dating_; }
  /// A cycle of dependencies was accepted, or a reported cycle is none.
  bool bad() const { return bad_; }

  void perform(const Event& event) {
    may_begin_ = event.kind == Event::Kind::kCommit || (event.kind == Event::Kind::kBegin && may_begin_);
    flushed_ = false;
    commit_refused_ = false;
    switch (event.kind) {
      case Event::Kind::kBegin:
        begin(event);
        break;
      case Event::Kind::kPublish:
        publish();
        break;
      case Event::Kind::kDepend:
        conclude(event, depend(dating_, event));
        break;
      case Event::Kind::kFirstHalf:
        first_half(event);
        break;
      case Event::Kind::kSecondHalf:
        second_half(event);
        break;
      case Event::Kind::kCommit:
        commit(event.a);
        break;
      case Event::Kind::kAbort:
        abort(event.a);
        break;
    }
    retire();
  }

  template <typename F>
  void successors(F&& f) const {
    const auto attempt = [&](const Event& event) {
      DependencyHistory next = *this;
      next.perform(event);
      Event done = event;
      done.flushed = next.flushed_;
      if (next.commit_refused_) {
        done.refused = true;
        done.victim = event.a;
      }
      f(std::move(next), done);
    };
    if (begun_ < limits_.transactions && (may_begin_ || reuse() || limits_.versions != 0)) {
      for (std::uint8_t slot = 0; slot < limits_.slots; ++slot) {
        if (dating_.slot(slot).phase == post_dating::PostDating::Phase::kLive || (!reuse() && slot != begun_))
          continue;
        begins({.kind = Event::Kind::kBegin, .a = begun_, .b = slot}, attempt);
      }
    }
    if (readable_ != 0 && commits_ != versions_[readable_ - 1].commits)
      attempt({.kind = Event::Kind::kPublish});
    for (std::uint8_t a = 0; a < begun_; ++a) {
      for (std::uint8_t b = 0; b < begun_; ++b) {
        if (a != b && may_depend(a, b)) depend(a, b, attempt);
      }
      if (transactions_[a].phase != Phase::kLive) continue;
      if (half_open(a) && !limits_.commit_between_halves) continue;
      if (limits_.commits) attempt({.kind = Event::Kind::kCommit, .a = a});
      if (limits_.aborts) attempt({.kind = Event::Kind::kAbort, .a = a});
    }
    for (unsigned i = 0; i < halves_; ++i) {
      split({.kind = Event::Kind::kSecondHalf, .a = pending_[i].a, .b = pending_[i].b}, attempt);
    }
  }

  std::vector<std::string> timestamps() const {
    std::vector<std::string> result(begun_);
    for (std::uint8_t i = 0; i < begun_; ++i) {
      const bool former = occupants_[transactions_[i].slot] != i;
      if (matters(i))
        result[i] =
            post_dating::to_string(dating_.interval({.slot = transactions_[i].slot, .former = former}));
    }
    return result;
  }

  /// Equal for states that differ only in the names of transactions and slots (mostly: the names are ordered
  /// by the transactions' properties, and every order of those with equal properties is tried).
  Fingerprint fingerprint() const;

 private:
  enum class Phase : std::uint8_t { kNone, kLive, kCommitted, kGone };
  struct Transaction {
    Phase phase = Phase::kNone;
    std::uint8_t slot = 0;
    std::uint8_t snapshot = 0;
    std::uint8_t commit = 0;
    std::uint8_t after = 0;       ///< bit j: transaction j depends on this one
    std::uint8_t unreported = 0;  ///< bit j: transaction j may depend on this one, without a report
    bool forgotten = false;       ///< committed, and dependencies on it are no longer reported
  };
  struct Version {
    std::uint8_t number = 0;
    std::uint8_t commits = 0;         ///< commits in the version
    post_dating::Timestamp date = 0;  ///< largest committed timestamp at its publication
  };
  struct PendingHalf {
    std::uint8_t a = 0;
    std::uint8_t b = 0;
    post_dating::Timestamp pdts = 0;
  };
  using Names = std::array<std::uint8_t, kMax>;

  bool reuse() const { return limits_.slots < limits_.transactions; }
  post_dating::Occupant occupant(std::uint8_t i) const {
    const std::uint8_t slot = transactions_[i].slot;
    return {.slot = slot, .former = occupants_[slot] != i};
  }
  bool may_depend(std::uint8_t a, std::uint8_t b) const {
    const Transaction& x = transactions_[a];
    const Transaction& y = transactions_[b];
    if (x.phase == Phase::kGone || y.phase == Phase::kGone) return false;
    if (x.phase == Phase::kCommitted && y.phase == Phase::kCommitted) return false;
    if (x.phase == Phase::kCommitted && x.commit <= y.snapshot &&
        (!dating_.reports_visible() || x.forgotten)) {
      return false;
    }
    if (y.phase == Phase::kCommitted && y.commit <= x.snapshot) return false;
    for (unsigned i = 0; i < halves_; ++i) {
      if (pending_[i].a == a && pending_[i].b == b) return false;
    }
    return limits_.repeats || ((x.after >> b) & 1) == 0;
  }
  bool half_open(std::uint8_t i) const {
    return std::any_of(pending_.begin(), pending_.begin() + halves_,
                       [&](const PendingHalf& half) { return half.a == i || half.b == i; });
  }

  /// Begins on each version, or on the present state.
  template <typename F>
  void begins(Event event, F& attempt) const {
    if (readable_ == 0) return attempt(event);
    for (unsigned i = 0; i < readable_; ++i) {
      event.version = versions_[i].number;
      attempt(event);
    }
  }
  template <typename F>
  void depend(std::uint8_t a, std::uint8_t b, F& attempt) const {
    split({.kind = Event::Kind::kDepend, .a = a, .b = b}, attempt);
    if (halves_ < limits_.halves) split({.kind = Event::Kind::kFirstHalf, .a = a, .b = b}, attempt);
  }
  /// If the event is refused, once for each live end as the victim.
  template <typename F>
  void split(Event event, F& attempt) const {
    post_dating::PostDating trial = dating_;
    post_dating::Verdict verdict = post_dating::Verdict::kAccepted;
    if (event.kind == Event::Kind::kDepend) {
      verdict = depend(trial, event);
    } else if (event.kind == Event::Kind::kFirstHalf) {
      verdict =
          trial.timestamp_predecessor(occupant(event.a), occupant(event.b), trial.interval(occupant(event.b)))
              .verdict;
    } else {
      verdict = trial.timestamp_successor(occupant(event.b), pending(event.a, event.b).pdts);
    }
    event.refused = verdict == post_dating::Verdict::kSuspected || verdict == post_dating::Verdict::kCycle;
    if (!event.refused) return attempt(event);
    for (const std::uint8_t end : {event.a, event.b}) {
      if (transactions_[end].phase != Phase::kLive) continue;
      event.victim = end;
      attempt(event);
    }
  }
  const PendingHalf& pending(std::uint8_t a, std::uint8_t b) const {
    return *std::find_if(pending_.begin(), pending_.end(),
                         [&](const PendingHalf& half) { return half.a == a && half.b == b; });
  }

  static std::uint8_t bit(std::uint8_t i) { return static_cast<std::uint8_t>(1U << i); }
  bool rises() const {
    const post_dating::Rules& rules = dating_.rules();
    return rules.propagation_depth != 0 && rules.commits_rise;
  }

  /// A released transaction takes part in no dependency: its entries are gone.
  post_dating::Verdict depend(post_dating::PostDating& dating, const Event& event) const {
    if (!known(event.a) || !known(event.b)) return post_dating::Verdict::kAccepted;
    return dating.depend(occupant(event.a), occupant(event.b));
  }
  bool known(std::uint8_t i) const {
    if (readable_ == 0) return true;
    const post_dating::PostDating::Slot& slot = dating_.slot(transactions_[i].slot);
    return occupant(i).former ? slot.former.has_value() : slot.phase != post_dating::PostDating::Phase::kFree;
  }
  void begin(const Event& event) {
    const std::uint8_t i = event.a;
    ++begun_;
    Version snapshot{.commits = commits_, .date = dating_.committed_timestamp()};
    if (event.version != Event::kNow) {
      snapshot = *std::find_if(versions_.begin(), versions_.end(),
                               [&](const Version& version) { return version.number == event.version; });
    }
    if (dating_.start(event.b, snapshot.date) == post_dating::Verdict::kExhausted) {
      transactions_[i].phase = Phase::kGone;
      flush();
      return;
    }
    transactions_[i] = {.phase = Phase::kLive, .slot = event.b, .snapshot = snapshot.commits};
    occupants_[event.b] = i;
    for (std::uint8_t j = 0; j < i; ++j) {
      Transaction& t = transactions_[j];
      if (t.phase != Phase::kCommitted || t.commit > snapshot.commits) continue;
      if (!rises()) {
        t.after |= bit(i);
      } else if (t.forgotten || !dating_.reports_visible()) {
        t.unreported |= bit(i);
      }
    }
  }
  void commit(std::uint8_t i) {
    const post_dating::Verdict verdict = dating_.commit(transactions_[i].slot);
    if (verdict == post_dating::Verdict::kExhausted) return flush();
    if (verdict == post_dating::Verdict::kSuspected) {
      commit_refused_ = true;
      return abort(i);
    }
    transactions_[i].phase = Phase::kCommitted;
    transactions_[i].commit = ++commits_;
    bad_ |= on_committed_cycle(i);
  }
  /// Publishes all commits; the oldest version makes room.
  void publish() {
    if (readable_ == limits_.versions) {
      std::move(versions_.begin() + 1, versions_.begin() + readable_, versions_.begin());
      --readable_;
    }
    versions_[readable_++] = {
        .number = ++published_, .commits = commits_, .date = dating_.committed_timestamp()};
  }
  void first_half(const Event& event) {
    const auto half = dating_.timestamp_predecessor(occupant(event.a), occupant(event.b),
                                                    dating_.interval(occupant(event.b)));
    if (half.verdict == post_dating::Verdict::kAccepted) {
      pending_[halves_++] = {event.a, event.b, half.pdts};
    } else {
      conclude(event, half.verdict);
    }
  }
  void second_half(const Event& event) {
    const post_dating::Verdict verdict =
        dating_.timestamp_successor(occupant(event.b), pending(event.a, event.b).pdts);
    drop_halves([&](const PendingHalf& half) { return half.a == event.a && half.b == event.b; });
    conclude(event, verdict);
  }
  void conclude(const Event& event, post_dating::Verdict verdict) {
    const bool cycle = reaches(event.b, event.a);
    if (verdict == post_dating::Verdict::kExhausted) {
      flush();
    } else if (verdict == post_dating::Verdict::kAccepted) {
      transactions_[event.a].after |= static_cast<std::uint8_t>(1U << event.b);
      bad_ = cycle;
    } else {
      bad_ = verdict == post_dating::Verdict::kCycle && !cycle && !reuse();
      abort(event.victim);
    }
  }
  void abort(std::uint8_t i) {
    dating_.abort(transactions_[i].slot);
    for (Transaction& t : transactions_) {
      t.after &= static_cast<std::uint8_t>(~bit(i));
      t.unreported &= static_cast<std::uint8_t>(~bit(i));
    }
    transactions_[i] = {.phase = Phase::kGone};
    drop_halves([&](const PendingHalf& half) { return half.a == i || half.b == i; });
  }
  /// Out of timestamps: all live transactions abort, and nothing is known of commits that older versions
  /// lack.
  void flush() {
    flushed_ = true;
    for (std::uint8_t i = 0; i < begun_; ++i) {
      if (transactions_[i].phase == Phase::kLive) abort(i);
    }
    dating_.flush();
    if (readable_ == 0) return;
    if (dating_.rules().flush_ends_versions) {
      readable_ = 0;
      publish();
    } else {
      for (Version& version : versions_) version.date = 0;
    }
  }
  template <typename Condition>
  void drop_halves(Condition condition) {
    const auto end = std::remove_if(pending_.begin(), pending_.begin() + halves_, condition);
    halves_ = static_cast<std::uint8_t>(end - pending_.begin());
  }
  void retire() {
    const std::uint8_t oldest = dating_.rules().versions_retain ? oldest_snapshot() : oldest_live();
    std::array<bool, kMax> former_needed{};
    for (std::uint8_t i = 0; i < begun_; ++i) {
      Transaction& t = transactions_[i];
      if (t.phase != Phase::kCommitted) continue;
      if (occupants_[t.slot] != i || !dating_.rules().commit_keeps_interval) {
        former_needed[t.slot] |= t.commit > oldest;
      }
      if (rises() && !t.forgotten && t.commit <= oldest) forget(t);
      if (occupants_[t.slot] == i && t.commit <= oldest) dating_.release(t.slot);
    }
    for (unsigned slot = 0; slot < limits_.slots; ++slot) {
      if (!former_needed[slot]) dating_.release_former(slot);
    }
  }
  /// From now on any running transaction may depend on it without a report.
  void forget(Transaction& t) {
    t.forgotten = true;
    for (std::uint8_t j = 0; j < begun_; ++j) {
      if (transactions_[j].phase == Phase::kLive) t.unreported |= bit(j);
    }
  }
  /// Includes possible dependencies without a report.
  bool on_committed_cycle(std::uint8_t from) const {
    unsigned mask = 0;
    for (unsigned next = bit(from); next != mask;) {
      mask = next;
      for (unsigned i = 0; i < begun_; ++i) {
        const Transaction& t = transactions_[i];
        if (((mask >> i) & 1) != 0) next |= static_cast<unsigned>(t.after | t.unreported) & committed();
      }
    }
    for (unsigned i = 0; i < begun_; ++i) {
      const Transaction& t = transactions_[i];
      if (((mask >> i) & 1) != 0 && ((t.after | t.unreported) & bit(from)) != 0) return true;
    }
    return false;
  }
  unsigned committed() const {
    unsigned mask = 0;
    for (std::uint8_t i = 0; i < begun_; ++i) {
      if (transactions_[i].phase == Phase::kCommitted) mask |= bit(i);
    }
    return mask;
  }
  /// Transactions that must follow `from`, and itself.
  unsigned reached(std::uint8_t from) const {
    unsigned mask = 1U << from;
    for (unsigned before = 0; before != mask;) {
      before = mask;
      for (unsigned i = 0; i < begun_; ++i) {
        if (((mask >> i) & 1) != 0) mask |= transactions_[i].after;
      }
    }
    return mask;
  }
  /// Directly, or through transactions that are not in `known`.
  unsigned reached_past(std::uint8_t from, unsigned known, bool unreported) const {
    const auto followers = [&](unsigned i) {
      const Transaction& t = transactions_[i];
      return static_cast<unsigned>(unreported ? t.after | t.unreported : t.after);
    };
    unsigned mask = followers(from);
    for (unsigned before = 0; before != mask;) {
      before = mask;
      for_each_lane(before & ~known, [&](unsigned i) { mask |= followers(i); });
    }
    return mask & known;
  }
  bool reaches(std::uint8_t from, std::uint8_t to) const { return ((reached(from) >> to) & 1) != 0; }
  /// Earlier commits no longer take part in new dependencies.
  std::uint8_t oldest_snapshot() const {
    return readable_ == 0 ? oldest_live() : std::min(oldest_live(), versions_[0].commits);
  }
  std::uint8_t oldest_live() const {
    std::uint8_t oldest = commits_;
    for (const Transaction& t : transactions_) {
      if (t.phase == Phase::kLive) oldest = std::min(oldest, t.snapshot);
    }
    return oldest;
  }
  bool matters(std::uint8_t i) const {
    const Transaction& t = transactions_[i];
    return t.phase == Phase::kLive || (t.phase == Phase::kCommitted && t.commit > oldest_snapshot());
  }

  post_dating::Timestamp base_timestamp() const;
  static post_dating::Timestamp later_than(post_dating::Timestamp timestamp, post_dating::Timestamp base);
  Fingerprint looks(std::uint8_t i) const;
  void add_slots_left(Fingerprint& print, const std::array<std::uint8_t, kMax>& names) const;
  Fingerprint fingerprint(const Names& names, unsigned count) const;

  DependencyLimits limits_;
  post_dating::PostDating dating_;
  std::array<Transaction, kMax> transactions_{};
  std::array<std::uint8_t, kMax> occupants_{};  ///< last transaction that entered each slot
  std::array<PendingHalf, 2> pending_{};
  std::array<Version, 3> versions_{};  ///< readable versions, oldest first
  std::uint8_t readable_ = 0;
  std::uint8_t published_ = 0;
  bool flushed_ = false;
  bool commit_refused_ = false;
  std::uint8_t halves_ = 0;
  std::uint8_t begun_ = 0;
  std::uint8_t commits_ = 0;
  /// Without reuse of slots, a begin between two commits is equivalent to one right after the first of them.
  bool may_begin_ = true;
  bool bad_ = false;
};

/// Properties of a transaction, independent of its name. Timestamps and commits are relative to the oldest
/// relevant ones: the rules use differences only (except for the last timestamp).
inline Fingerprint DependencyHistory::looks(std::uint8_t i) const {
  const Transaction& t = transactions_[i];
  Fingerprint print;
  const post_dating::Timestamp base = base_timestamp();
  const auto add = [&](const post_dating::Interval& interval) {
    const post_dating::Timestamp pdts =
        interval.pdts == post_dating::kOpen ? post_dating::kOpen : interval.pdts - base;
    print.add(static_cast<std::uint64_t>(interval.cts - base) << 32 | static_cast<std::uint32_t>(pdts));
  };
  const unsigned snapshot = t.snapshot - oldest_snapshot();
  const unsigned commit = t.phase == Phase::kCommitted ? t.commit - oldest_snapshot() : 0U;
  print.add(static_cast<std::uint64_t>(t.phase) | std::uint64_t{snapshot} << 8 | std::uint64_t{commit} << 16 |
            std::uint64_t{occupants_[t.slot] == i} << 24);
  const post_dating::PostDating::Slot& slot = dating_.slot(t.slot);
  add(slot.now);
  add(slot.former.value_or(post_dating::Interval{.cts = base - 1, .pdts = base - 1}));
  print.add(static_cast<std::uint64_t>(slot.phase) << 32 | static_cast<std::uint32_t>(slot.pinned));
  if (rises()) {
    print.add(static_cast<std::uint64_t>(later_than(slot.committed_at, base)) << 32 |
              static_cast<std::uint32_t>(later_than(slot.released_at, base)));
  }
  return print;
}

/// All timestamps below the base are equivalent.
inline post_dating::Timestamp DependencyHistory::later_than(post_dating::Timestamp timestamp,
                                                            post_dating::Timestamp base) {
  return std::max(timestamp - base, -1);
}

inline post_dating::Timestamp DependencyHistory::base_timestamp() const {
  if (dating_.rules().last_timestamp < post_dating::Rules{}.last_timestamp) return 0;
  post_dating::Timestamp base = dating_.committed_timestamp();
  for (unsigned i = 0; i < limits_.slots; ++i) {
    const post_dating::PostDating::Slot& slot = dating_.slot(i);
    if (slot.phase != post_dating::PostDating::Phase::kFree) base = std::min(base, slot.now.cts);
    if (slot.former) base = std::min(base, slot.former->cts);
  }
  for (unsigned i = 0; i < readable_; ++i) base = std::min(base, versions_[i].date);
  return base;
}

inline Fingerprint DependencyHistory::fingerprint(const Names& names, unsigned count) const {
  Names place{};
  unsigned placed = 0;
  for (std::uint8_t n = 0; n < count; ++n) {
    place[names[n]] = n;
    placed |= 1U << names[n];
  }
  const auto renamed = [&](unsigned mask) {
    std::uint64_t result = 0;
    for_each_lane(mask & placed, [&](unsigned i) { result |= std::uint64_t{1} << place[i]; });
    return result;
  };
  Fingerprint print;
  std::array<std::uint8_t, kMax> slot_names{};
  std::uint8_t named = 0;
  const auto name = [&](unsigned slot) {
    if (slot_names[slot] == 0) slot_names[slot] = ++named;
    return slot_names[slot];
  };
  for (unsigned n = 0; n < count; ++n) name(transactions_[names[n]].slot);
  for (unsigned n = 0; n < count; ++n) {
    const Transaction& t = transactions_[names[n]];
    std::uint64_t followers = 0;
    if (occupants_[t.slot] == names[n]) {
      for (const std::uint16_t next : dating_.slot(t.slot).successors)
        followers = followers * 16 + name(next);
    }
    print.add(renamed(t.after) | renamed(reached_past(names[n], placed, false)) << 8 |
              std::uint64_t{slot_names[t.slot]} << 16 | followers << 24);
    if (rises())
      print.add(renamed(t.unreported) | renamed(reached_past(names[n], placed, true)) << 8 |
                std::uint64_t{t.forgotten} << 16);
  }
  add_slots_left(print, slot_names);
  for (unsigned i = 0; i < halves_; ++i) {
    print.add(std::uint64_t{place[pending_[i].a]} << 40 | std::uint64_t{place[pending_[i].b]} << 32 |
              static_cast<std::uint32_t>(pending_[i].pdts - base_timestamp()));
  }
  return print;
}

/// Insertion sort: there are few names, and GCC 12 warns of std::sort on so short an array.
template <typename Names, typename Before>
void sort_names(Names& names, unsigned begin, unsigned end, Before before) {
  for (unsigned i = begin; i < end; ++i) {
    for (unsigned j = i; j > begin && before(names[j], names[j - 1]); --j) std::swap(names[j], names[j - 1]);
  }
}

/// Times of release in slots without a relevant occupant, by the slot's name; the order of unnamed slots does
/// not matter.
inline void DependencyHistory::add_slots_left(Fingerprint& print,
                                              const std::array<std::uint8_t, kMax>& names) const {
  if (!rises()) return;
  std::array<std::uint64_t, kMax> released{};
  unsigned count = 0;
  for (unsigned slot = 0; slot < limits_.slots; ++slot) {
    if (dating_.slot(slot).phase != post_dating::PostDating::Phase::kFree) continue;
    released[count++] =
        std::uint64_t{names[slot]} << 32 |
        static_cast<std::uint32_t>(later_than(dating_.slot(slot).released_at, base_timestamp()));
  }
  sort_names(released, 0, count, std::less<>());
  for (unsigned i = 0; i < count; ++i) print.add(released[i]);
}

inline Fingerprint DependencyHistory::fingerprint() const {
  Names names{};
  std::array<Fingerprint, kMax> look;
  unsigned count = 0;
  for (std::uint8_t i = 0; i < begun_; ++i) {
    if (!matters(i)) continue;
    look[i] = looks(i);
    names[count++] = i;
  }
  const auto before = [&](std::uint8_t a, std::uint8_t b) {
    return std::pair(look[a].low, look[a].high) < std::pair(look[b].low, look[b].high);
  };
  sort_names(names, 0, count, before);

  // Every order of transactions with equal properties: each takes the first free place of its group in turn.
  Fingerprint best = fingerprint(names, count);
  Names trial = names;
  const auto permute = [&](auto& self, unsigned place) -> void {
    if (place == count) {
      const Fingerprint print = fingerprint(trial, count);
      if (std::pair(print.low, print.high) < std::pair(best.low, best.high)) best = print;
      return;
    }
    for (unsigned i = place; i < count && look[trial[i]] == look[trial[place]]; ++i) {
      std::swap(trial[place], trial[i]);
      self(self, place + 1);
      std::swap(trial[place], trial[i]);
    }
  };
  permute(permute, 0);

  for (unsigned n = 0; n < count; ++n) {
    best.add(look[names[n]].low);
    best.add(look[names[n]].high);
  }
  if (rises())
    best.add(static_cast<std::uint64_t>(later_than(dating_.released_timestamp(), base_timestamp())));
  best.add(readable_);
  for (unsigned i = 0; i < readable_; ++i) {
    best.add(static_cast<std::uint64_t>(versions_[i].date - base_timestamp()) << 8 |
             static_cast<std::uint64_t>(versions_[i].commits - oldest_snapshot()));
  }
  best.add(static_cast<std::uint64_t>(dating_.committed_timestamp() - base_timestamp()) << 16 |
           static_cast<std::uint64_t>(commits_ - oldest_snapshot()) << 8 | std::uint64_t{may_begin_} << 7 |
           begun_);
  return best;
}

}  // namespace gputm::test
