// A model of transactions over both memories (docs/unified.md), small enough for a search of all its states:
// threads of one block with words of local memory, which have owners, and of global memory, each at a
// partition of its own, whose commit unit processes commit ids in order, one after the other.
//
// Written from the rules, independently of the simulator. Each rule can be broken, to show that the search
// finds it.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gputm::test {

struct UnifiedRules {
  bool requester_loses = true;          ///< else it waits for the owner of a local word
  bool ids_at_the_end = true;           ///< else a thread takes its commit id before its first access
  bool lost_logs_are_withdrawn = true;  ///< else a thread that lost locally still sends its global log
  bool failed_are_restored = true;  ///< else local memory keeps the writes of an attempt that failed globally
  bool held_until_decided = true;   ///< else local words are released when the log is sent
};

/// One access; a write stores the value read plus one.
struct UnifiedAccess {
  bool local = false;
  std::uint8_t word = 0;
  bool write = false;
};
using UnifiedScript = std::vector<UnifiedAccess>;

struct UnifiedProgram {
  std::vector<UnifiedScript> threads;   ///< one transaction each
  std::vector<std::uint8_t> warp_of{};  ///< warp of each thread; a warp's threads commit together
};

class UnifiedModel {
 public:
  static constexpr unsigned kWords = 2, kThreads = 3, kAccesses = 3, kEntries = 8;
  using Words = std::array<std::uint8_t, kWords>;

  enum class Phase : std::uint8_t { kRuns, kLost, kAtEnd, kSent, kPassed, kFailed, kDone };
  struct Thread {
    Phase phase = Phase::kRuns;
    std::uint8_t next = 0;   ///< index of the next access
    std::uint8_t entry = 0;  ///< with `ids_at_the_end` off: its commit id plus one; 0: none
    std::array<std::uint8_t, kAccesses> read{};
    auto operator<=>(const Thread&) const = default;
  };
  /// A commit id and its log; or the place of a transaction without one.
  struct Entry {
    std::uint8_t thread = 0;
    bool filled = true;        ///< the log has arrived
    std::uint8_t touched = 0;  ///< partitions, one bit each
    std::uint8_t replied = 0, retired = 0;
    bool failed = false;
    std::array<std::uint8_t, kAccesses> read{};
    auto operator<=>(const Entry&) const = default;
    bool decided() const { return filled && replied == touched; }
    bool over() const { return filled && retired == touched; }
  };
  struct State {
    Words local{}, owner{}, backup{}, global{};
    Words serial_local{}, serial_global{};  ///< memory after all replayed transactions
    std::array<Thread, kThreads> threads{};
    std::array<Entry, kEntries> entries{};
    std::uint8_t count = 0;  ///< number of entries
    bool wrong = false;      ///< a transaction's reads do not match its place in the order
    auto operator<=>(const State&) const = default;
  };

  UnifiedModel(UnifiedProgram program, UnifiedRules rules) : program_(std::move(program)), rules_(rules) {}

  bool done(const State& s) const {
    for (unsigned t = 0; t < program_.threads.size(); ++t)
      if (s.threads[t].phase != Phase::kDone) return false;
    return s.count == 0;
  }
  /// Whether memory is the result of the serial order.
  static bool right(const State& s) {
    return !s.wrong && s.local == s.serial_local && s.global == s.serial_global;
  }

  /// Possible next events.
  std::vector<State> successors(const State& s) const {
    std::vector<State> next;
    for (unsigned t = 0; t < program_.threads.size(); ++t) access(s, t, next);
    for (unsigned warp = 0; warp < kThreads; ++warp) {
      send(s, warp, next);
      finish(s, warp, next);
    }
    for (unsigned partition = 0; partition < kWords; ++partition) work(s, partition, next);
    for (State& state : next) forget_entries(state);
    return next;
  }

 private:
  using States = std::vector<State>;

  const UnifiedScript& script(unsigned t) const { return program_.threads[t]; }
  bool in_warp(unsigned t, unsigned warp) const { return program_.warp_of[t] == warp; }

  std::uint8_t touched(unsigned t) const {
    std::uint8_t partitions = 0;
    for (const UnifiedAccess& a : script(t))
      if (!a.local) partitions = static_cast<std::uint8_t>(partitions | 1U << a.word);
    return partitions;
  }

  Entry& append(State& s, unsigned t) const {
    Entry& entry = s.entries.at(s.count++);
    entry = {.thread = static_cast<std::uint8_t>(t)};
    return entry;
  }

  void undo(State& s, unsigned t) const {
    for (unsigned w = 0; w < kWords; ++w) {
      if (s.owner[w] != t + 1) continue;
      s.local[w] = s.backup[w];
      s.owner[w] = 0;
    }
  }
  void release(State& s, unsigned t) const {
    for (std::uint8_t& owner : s.owner) owner = owner == t + 1 ? 0 : owner;
  }

  void access(const State& s, unsigned t, States& next) const {
    if (s.threads[t].phase != Phase::kRuns) return;
    State n = s;
    Thread& thread = n.threads[t];
    if (!rules_.ids_at_the_end && thread.entry == 0 && touched(t) != 0) {
      append(n, t).filled = false;
      n.entries[n.count - 1U].touched = touched(t);
      thread.entry = n.count;
    }
    const UnifiedAccess a = script(t)[thread.next];
    if (a.local && n.owner[a.word] != 0 && n.owner[a.word] != t + 1) {
      if (!rules_.requester_loses) return;
      undo(n, t);
      thread.phase = Phase::kLost;
    } else {
      std::uint8_t& word = a.local ? n.local[a.word] : n.global[a.word];
      thread.read[thread.next] = word;
      if (a.local) {
        if (n.owner[a.word] == 0) n.backup[a.word] = word;
        n.owner[a.word] = static_cast<std::uint8_t>(t + 1);
        if (a.write) ++word;
      }
      if (++thread.next == script(t).size()) thread.phase = Phase::kAtEnd;
    }
    next.push_back(n);
  }

  /// All threads of the warp's attempt are at its end: their logs go to the commit units.
  void send(const State& s, unsigned warp, States& next) const {
    bool some = false;
    for (unsigned t = 0; t < program_.threads.size(); ++t) {
      if (!in_warp(t, warp)) continue;
      const Phase phase = s.threads[t].phase;
      if (phase == Phase::kRuns || phase == Phase::kSent || phase == Phase::kPassed ||
          phase == Phase::kFailed)
        return;
      some = some || phase == Phase::kAtEnd;
    }
    if (!some) return;
    State n = s;
    for (unsigned t = 0; t < program_.threads.size(); ++t) {
      Thread& thread = n.threads[t];
      if (!in_warp(t, warp)) continue;
      const bool lost_is_sent = !rules_.lost_logs_are_withdrawn && thread.phase == Phase::kLost;
      if (lost_is_sent && touched(t) != 0) {
        fill(append(n, t), thread, t);
      } else if (thread.phase == Phase::kAtEnd) {
        // Without a global access it gets a place and is decided at once.
        Entry& entry = thread.entry != 0 ? n.entries[thread.entry - 1U] : append(n, t);
        fill(entry, thread, t);
        thread.phase = touched(t) != 0 ? Phase::kSent : Phase::kPassed;
        if (!rules_.held_until_decided) release(n, t);
      }
    }
    next.push_back(n);
  }
  void fill(Entry& entry, const Thread& thread, unsigned t) const {
    entry.filled = true;
    entry.touched = 0;
    for (unsigned i = 0; i < thread.next; ++i) {
      const UnifiedAccess a = script(t)[i];
      if (!a.local) entry.touched = static_cast<std::uint8_t>(entry.touched | 1U << a.word);
    }
    entry.read = thread.read;
  }

  /// A commit unit advances the oldest id that is not completed there: it validates, or, when all units have
  /// replied, writes.
  void work(const State& s, unsigned partition, States& next) const {
    const unsigned bit = 1U << partition;
    for (unsigned i = 0; i < s.count; ++i) {
      const Entry& entry = s.entries[i];
      if (!entry.filled) return;  // its log may concern this unit
      if ((entry.touched & bit) == 0 || (entry.retired & bit) != 0) continue;
      State n = s;
      Entry& e = n.entries[i];
      for (unsigned k = 0; k < script(e.thread).size(); ++k) {
        const UnifiedAccess a = script(e.thread)[k];
        if (a.local || a.word != partition) continue;
        if ((entry.replied & bit) == 0) {
          e.failed = e.failed || n.global[a.word] != e.read[k];
        } else if (entry.decided() && !entry.failed && a.write) {
          n.global[a.word] = static_cast<std::uint8_t>(e.read[k] + 1);
        }
      }
      if ((entry.replied & bit) == 0) {
        e.replied = static_cast<std::uint8_t>(e.replied | bit);
      } else if (entry.decided()) {
        e.retired = static_cast<std::uint8_t>(e.retired | bit);
        decide(n, e);
      } else {
        return;  // waits for the other units
      }
      next.push_back(n);
      return;
    }
  }
  void decide(State& n, const Entry& entry) const {
    Thread& thread = n.threads[entry.thread];
    if (entry.over() && thread.phase == Phase::kSent)
      thread.phase = entry.failed ? Phase::kFailed : Phase::kPassed;
  }

  /// All threads of the warp have their outcomes, which take effect in local memory; failed threads retry.
  void finish(const State& s, unsigned warp, States& next) const {
    bool some = false;
    for (unsigned t = 0; t < program_.threads.size(); ++t) {
      if (!in_warp(t, warp)) continue;
      const Phase phase = s.threads[t].phase;
      if (phase == Phase::kRuns || phase == Phase::kAtEnd || phase == Phase::kSent) return;
      some = some || phase != Phase::kDone;
    }
    if (!some) return;
    State n = s;
    for (unsigned t = 0; t < program_.threads.size(); ++t) {
      Thread& thread = n.threads[t];
      if (!in_warp(t, warp) || thread.phase == Phase::kDone) continue;
      if (thread.phase == Phase::kPassed) {
        release(n, t);
        thread = {.phase = Phase::kDone};
        continue;
      }
      if (thread.phase == Phase::kFailed) rules_.failed_are_restored ? undo(n, t) : release(n, t);
      const std::uint8_t kept = thread.phase == Phase::kFailed ? std::uint8_t{0} : thread.entry;
      thread = {.phase = Phase::kRuns, .entry = kept};
    }
    next.push_back(n);
  }

  /// The oldest entries that are completed everywhere are replayed and removed.
  void forget_entries(State& n) const {
    unsigned first = 0;
    while (first < n.count && n.entries[first].over()) replay(n, n.entries[first++]);
    if (first == 0) return;
    for (unsigned i = 0; i < kEntries; ++i)
      n.entries[i] = i + first < n.count ? n.entries[i + first] : Entry{};
    n.count = static_cast<std::uint8_t>(n.count - first);
    for (Thread& thread : n.threads)
      thread.entry = static_cast<std::uint8_t>(thread.entry > first ? thread.entry - first : 0);
  }
  void replay(State& n, const Entry& entry) const {
    if (entry.failed) return;
    for (unsigned k = 0; k < script(entry.thread).size(); ++k) {
      const UnifiedAccess a = script(entry.thread)[k];
      std::uint8_t& word = a.local ? n.serial_local[a.word] : n.serial_global[a.word];
      n.wrong = n.wrong || word != entry.read[k];
      if (a.write) ++word;
    }
  }

  UnifiedProgram program_;
  UnifiedRules rules_;
};

/// Result of a search over all states.
struct UnifiedFindings {
  std::size_t states = 0;
  bool wrong = false;  ///< a history that its order does not explain
  bool stuck = false;  ///< a state from which the transactions can no longer all commit
};

inline UnifiedFindings search_all(const UnifiedProgram& program, const UnifiedRules& rules) {
  const UnifiedModel model(program, rules);
  using State = UnifiedModel::State;
  std::map<State, std::size_t> number;
  std::vector<State> states;
  std::vector<std::vector<std::size_t>> before;
  const auto visit = [&](const State& state) {
    const auto [at, fresh] = number.try_emplace(state, states.size());
    if (fresh) {
      states.push_back(state);
      before.emplace_back();
    }
    return at->second;
  };
  UnifiedFindings findings;
  visit(State{});
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const State state = states[i];
    if (model.done(state)) {
      ends.push_back(i);
      findings.wrong = findings.wrong || !UnifiedModel::right(state);
      continue;
    }
    if (state.wrong) {
      findings.wrong = true;
      continue;
    }
    for (const State& next : model.successors(state)) before[visit(next)].push_back(i);
  }
  findings.states = states.size();
  // States from which the end can be reached.
  std::vector<bool> ends_well(states.size());
  for (const std::size_t end : ends) ends_well[end] = true;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (const std::size_t b : before[ends[i]]) {
      if (ends_well[b]) continue;
      ends_well[b] = true;
      ends.push_back(b);
    }
  }
  for (std::size_t i = 0; i < states.size(); ++i)
    findings.stuck = findings.stuck || (!ends_well[i] && !states[i].wrong);
  return findings;
}

}  // namespace gputm::test
