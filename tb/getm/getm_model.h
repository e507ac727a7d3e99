// All orders of events of a few transactions under GETM's rules: checks, writes of commits, releases of
// aborted attempts, evictions from the metadata table and roll-overs of the times.
//
// The rules themselves are those of the design (engines/getm/access_rules.h). Whether what they accept is
// serializable is decided by who read and overwrote whom, without any times.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/exhaustive_search.h"
#include "getm/access_rules.h"

namespace gputm::test {

struct GetmAccess {
  bool store = false;
  std::uint8_t granule = 0;
};
using GetmScript = std::vector<GetmAccess>;

/// How the design might be built otherwise, and what may happen
struct GetmRules {
  bool evictions = false;  ///< granules may leave the exact table at any time
  bool roll_over = false;  ///< second attempts begin with times below those of the first ones

  // What each rule is good for: without it, some order of events goes wrong.
  bool equal_times = false;       ///< warps of different cores may have the same time
  bool last_reader_only = false;  ///< as in the authors' model: of readers at one time the last is remembered
  bool released_early = false;    ///< a commit releases what is not written yet
  bool evicts_reserved = false;   ///< reserved granules may leave the exact table
  bool forgets_readers = false;   ///< evicted granules lose the times of their readers
  bool rolls_over_at_once = false;  ///< a roll-over does not wait for attempts that run
};

/// Transactions, each of a warp of its own
struct GetmProgram {
  std::vector<GetmScript> scripts;
  std::vector<std::uint8_t> times;  ///< of the first attempts, from 1 on
  GetmRules rules;
};

struct GetmFindings {
  std::size_t states = 0;
  std::size_t committed_ends = 0;  ///< ends in which every transaction has committed
  bool cycle = false;              ///< some end is not serializable
  bool stuck = false;              ///< some state has no next event, and a transaction has not ended
};

class GetmSearch {
 public:
  static constexpr unsigned kGranules = 3;
  static constexpr unsigned kMostTransactions = 4;

  explicit GetmSearch(GetmProgram program) : program_(std::move(program)) {}

  GetmFindings run() {
    State first;
    for (std::size_t i = 0; i < program_.scripts.size(); ++i) first.transactions[i].time = program_.times[i];
    visit(first);
    while (!open_.empty()) {
      const State state = open_.back();
      open_.pop_back();
      expand(state);
    }
    findings_.states = seen_.size();
    return findings_;
  }

 private:
  using Time = engines::getm::Time;
  using Granule = engines::getm::Granule;
  using Verdict = engines::getm::Verdict;

  enum class Phase : std::uint8_t { kRuns, kCommits, kAborts, kDone, kGaveUp };
  struct Transaction {
    Phase phase = Phase::kRuns;
    std::uint8_t next = 0;  ///< access of the script
    std::uint8_t time = 0;
    std::uint8_t attempt = 0;
    std::uint8_t needs = 0;                           ///< latest time that has refused it
    std::array<std::uint8_t, kGranules> reserved{};   ///< stores that passed, not released
    std::array<std::uint8_t, kGranules> unwritten{};  ///< stores that are not written yet
  };
  struct State {
    std::array<Transaction, kMostTransactions> transactions;
    std::array<Granule, kGranules> granules;
    std::array<std::uint8_t, kGranules> readers_at_time{};  ///< last_reader_only: transaction + 1
    std::uint8_t absent = (1U << kGranules) - 1;            ///< granules without an exact entry
    Granule evicted;                                        ///< one bucket of the filters for all granules
    std::uint8_t clock = 8;                                 ///< latest time given out
    bool rolled_over = false;
    // Dependencies: bit j of before[i]: j comes before i
    std::array<std::uint8_t, kMostTransactions> before{};
    std::array<std::uint8_t, kGranules> writer{};   ///< transaction + 1
    std::array<std::uint8_t, kGranules> readers{};  ///< since the last write, one bit each
  };

  std::size_t count() const { return program_.scripts.size(); }

  void visit(const State& state) {
    Fingerprint print;
    for (std::size_t i = 0; i < count(); ++i) {
      const Transaction& t = state.transactions[i];
      print.add(static_cast<std::uint64_t>(t.phase) | t.next << 8U | t.time << 16U | t.attempt << 24U);
      print.add(t.needs);
      for (unsigned g = 0; g < kGranules; ++g) print.add(t.reserved[g] | t.unwritten[g] << 8U);
      print.add(state.before[i]);
    }
    for (unsigned g = 0; g < kGranules; ++g) {
      const Granule& granule = state.granules[g];
      print.add(granule.written.value | granule.latest.value << 16U | std::uint64_t{granule.reserved} << 32U);
      print.add(state.readers_at_time[g] | state.writer[g] << 8U | state.readers[g] << 16U);
    }
    print.add(state.evicted.written.value | state.evicted.latest.value << 16U);
    print.add(state.absent | state.clock << 8U | std::uint64_t{state.rolled_over} << 16U);
    if (seen_.insert(print)) open_.push_back(state);
  }

  /// Entry of a granule; one without an entry begins with what the filters hold.
  Granule& entry(State& state, unsigned g) const {
    if ((state.absent >> g) & 1) {
      state.granules[g] = state.evicted;
      state.absent &= static_cast<std::uint8_t>(~(1U << g));
    }
    return state.granules[g];
  }

  void expand(const State& state) {
    bool any = false;
    bool ended = true;
    for (std::size_t i = 0; i < count(); ++i) {
      const Phase phase = state.transactions[i].phase;
      if (phase == Phase::kRuns) any |= access(state, i);
      if (phase == Phase::kCommits) any |= write(state, i);
      if (phase == Phase::kAborts) any |= release(state, i);
      ended &= phase == Phase::kDone || phase == Phase::kGaveUp;
    }
    if (ended) return end(state);
    if (program_.rules.evictions) evict(state);
    if (!any) findings_.stuck = true;
  }

  bool access(const State& state, std::size_t i) {
    State after = state;
    Transaction& t = after.transactions[i];
    const GetmScript& script = program_.scripts[i];
    if (t.next == script.size()) {
      t.phase = Phase::kCommits;
      if (std::ranges::all_of(t.reserved, [](std::uint8_t n) { return n == 0; })) t.phase = Phase::kDone;
      visit(after);
      return true;
    }
    const auto [store, g] = script[t.next];
    Granule& granule = entry(after, g);
    const Time time{t.time};
    const bool owned = t.reserved[g] != 0;
    Verdict verdict = Verdict::kStall;
    if (program_.rules.last_reader_only) {
      verdict = as_coded(after, i, granule, store, g);
    } else if (granule.reserved != 0 && granule.written == time && !owned) {
      verdict = Verdict::kStall;  // another one with the same time
    } else {
      verdict = store ? engines::getm::store(granule, time, 1) : engines::getm::load(granule, time);
    }
    if (verdict == Verdict::kStall) return false;
    if (verdict == Verdict::kAbort) {
      t.needs =
          static_cast<std::uint8_t>(std::max(engines::getm::needed(granule, store), granule.written).value);
      t.phase = Phase::kAborts;
      visit(after);
      return true;
    }
    ++t.next;
    if (store) {
      ++t.reserved[g];
      ++t.unwritten[g];
    } else {
      depend(after, i, after.writer[g]);
      after.readers[g] |= static_cast<std::uint8_t>(1U << i);
    }
    visit(after);
    return true;
  }

  /// The rules of the authors' model: a writer's time is one later than its own, and one reader is known.
  /// `latest` is here the time of that one.
  Verdict as_coded(State& state, std::size_t i, Granule& granule, bool store, unsigned g) const {
    const Transaction& t = state.transactions[i];
    const Time time{t.time};
    const auto self = static_cast<std::uint8_t>(i + 1);
    std::uint8_t& reader = state.readers_at_time[g];
    if (t.reserved[g] != 0) {
      if (store) ++granule.reserved;
      return Verdict::kPass;
    }
    if (store ? std::max(granule.written, granule.latest) > time : granule.written > time)
      return Verdict::kAbort;
    if (store && granule.latest == time && reader != 0 && reader != self) return Verdict::kAbort;
    if (granule.reserved != 0) return Verdict::kStall;
    if (!store) {
      if (granule.latest < time) {
        granule.latest = time;
        reader = self;
      }
      return Verdict::kPass;
    }
    granule.written = Time{time.value + 1};
    granule.reserved = 1;
    reader = 0;
    return Verdict::kPass;
  }

  void depend(State& state, std::size_t i, std::uint8_t writer) const {
    if (writer != 0 && writer != i + 1) state.before[i] |= static_cast<std::uint8_t>(1U << (writer - 1));
  }

  void overwrite(State& state, std::size_t i, unsigned g) const {
    depend(state, i, state.writer[g]);
    state.before[i] |= static_cast<std::uint8_t>(state.readers[g] & ~(1U << i));
    state.writer[g] = static_cast<std::uint8_t>(i + 1);
    state.readers[g] = 0;
  }

  /// A commit writes a granule and releases it. Granules are of several partitions: in any order.
  bool write(const State& state, std::size_t i) {
    bool any = false;
    for (unsigned g = 0; g < kGranules; ++g) {
      const Transaction& t = state.transactions[i];
      if (program_.rules.released_early && t.reserved[g] != 0) {
        State after = state;
        after.granules[g].reserved -= t.reserved[g];
        after.transactions[i].reserved[g] = 0;
        visit(after);
        any = true;
      }
      if (t.unwritten[g] == 0) continue;
      State after = state;
      Transaction& writer = after.transactions[i];
      overwrite(after, i, g);
      writer.unwritten[g] = 0;
      if (!program_.rules.released_early) {
        after.granules[g].reserved -= std::min<unsigned>(after.granules[g].reserved, writer.reserved[g]);
        writer.reserved[g] = 0;
      }
      finish(after, i, Phase::kDone);
      visit(after);
      any = true;
    }
    if (!any) {
      State after = state;
      after.transactions[i].phase = Phase::kDone;
      visit(after);
    }
    return true;
  }

  void finish(State& state, std::size_t i, Phase phase) const {
    Transaction& t = state.transactions[i];
    const auto none = [](std::uint8_t n) { return n == 0; };
    if (std::ranges::all_of(t.reserved, none) && std::ranges::all_of(t.unwritten, none)) t.phase = phase;
  }

  /// An aborted attempt gives up a granule, or, when it holds none, begins again at a later time.
  bool release(const State& state, std::size_t i) {
    for (unsigned g = 0; g < kGranules; ++g) {
      if (state.transactions[i].reserved[g] == 0) continue;
      State after = state;
      Transaction& t = after.transactions[i];
      after.granules[g].reserved -= std::min<unsigned>(after.granules[g].reserved, t.reserved[g]);
      t.reserved[g] = t.unwritten[g] = 0;
      visit(after);
      return true;  // the order of releases among themselves does not matter
    }
    State after = state;
    Transaction& t = after.transactions[i];
    for (auto& readers : after.readers) readers &= static_cast<std::uint8_t>(~(1U << i));
    for (auto& before : after.before) before &= static_cast<std::uint8_t>(~(1U << i));
    after.before[i] = 0;
    if (t.attempt == 1) {
      t = {.phase = Phase::kGaveUp};
      visit(after);
      return true;
    }
    if (program_.rules.roll_over && !roll_over(after)) return waits_for_roll_over(after, i);
    const auto last = program_.rules.equal_times ? std::max<std::uint8_t>(t.needs, t.time) : after.clock;
    after.clock = std::max<std::uint8_t>(after.clock, static_cast<std::uint8_t>(last + 1));
    t = {.phase = Phase::kRuns, .time = static_cast<std::uint8_t>(last + 1), .attempt = 1};
    visit(after);
    return true;
  }

  /// The roll-over is not possible yet: whether other transactions can still go on.
  bool waits_for_roll_over(const State& state, std::size_t i) const {
    for (std::size_t other = 0; other < count(); ++other) {
      const Transaction& t = state.transactions[other];
      if (other != i && (t.phase == Phase::kRuns || t.phase == Phase::kCommits)) return true;
    }
    return false;
  }

  /// All times begin anew, once, when no attempt runs. Returns whether attempts may begin.
  bool roll_over(State& state) const {
    if (state.rolled_over) return true;
    for (std::size_t i = 0; i < count(); ++i) {
      const Transaction& t = state.transactions[i];
      const bool holds = std::ranges::any_of(t.reserved, [](std::uint8_t n) { return n != 0; });
      if (!program_.rules.rolls_over_at_once &&
          (t.phase == Phase::kRuns || t.phase == Phase::kCommits || (t.phase == Phase::kAborts && holds)))
        return false;
    }
    state.rolled_over = true;
    state.clock = 0;
    for (Granule& granule : state.granules)
      granule = {
          .written = {}, .latest = {}, .reserved = program_.rules.rolls_over_at_once ? granule.reserved : 0};
    state.evicted = {};
    return true;
  }

  void evict(const State& state) {
    for (unsigned g = 0; g < kGranules; ++g) {
      const Granule& granule = state.granules[g];
      if (((state.absent >> g) & 1) != 0 || (granule.reserved != 0 && !program_.rules.evicts_reserved))
        continue;
      State after = state;
      after.absent |= static_cast<std::uint8_t>(1U << g);
      after.evicted.written = std::max(after.evicted.written, granule.written);
      after.evicted.latest =
          std::max(after.evicted.latest, program_.rules.forgets_readers ? granule.written : granule.latest);
      visit(after);
    }
  }

  /// Looks for a cycle of dependencies between the transactions that have committed.
  void end(const State& state) {
    std::uint8_t left = 0;
    for (std::size_t i = 0; i < count(); ++i)
      if (state.transactions[i].phase == Phase::kDone) left |= static_cast<std::uint8_t>(1U << i);
    if (static_cast<std::size_t>(std::popcount(left)) == count()) ++findings_.committed_ends;
    for (bool removed = true; removed;) {
      removed = false;
      for (std::size_t i = 0; i < count(); ++i) {
        if (((left >> i) & 1) == 0 || (state.before[i] & left & ~(1U << i)) != 0) continue;
        left &= static_cast<std::uint8_t>(~(1U << i));
        removed = true;
      }
    }
    if (left != 0) findings_.cycle = true;
  }

  GetmProgram program_;
  FingerprintSet seen_;
  std::vector<State> open_;
  GetmFindings findings_;
};

}  // namespace gputm::test
