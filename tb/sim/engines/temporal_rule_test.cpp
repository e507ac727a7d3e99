// The rule by which readers commit silently (docs/warptm.md), searched exhaustively: a few update
// transactions that commit as under KILO TM, each word in a partition of its own, and a reader; all sets of
// reads and writes, all orders of events. The rule is SilentCommits itself. The published one, in physical
// time, is searched as well and must be found wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engines/warptm/silent_commits.h"

namespace gputm {
namespace {

using engines::warptm::Currency;
using engines::warptm::LoadStamps;
using engines::warptm::SilentCommits;

constexpr unsigned kWords = 3;

/// Sets of words, one bit each.
struct Update {
  unsigned reads = 0, writes = 0;
};

/// Updates in the order of their commit ids, and the words that the reader loads, in order.
struct Case {
  std::vector<Update> updates;
  std::vector<unsigned> loads;
};

/// Result of a load of the reader.
struct Seen {
  unsigned writer = 0;   ///< writer of the value: updates are counted from 1; 0: none
  unsigned retired = 0;  ///< updates retired at the partition: its retire pointer
  bool written_since_first_load = false;
  bool operator==(const Seen&) const = default;
};

enum class Rule { kCommitId, kPhysicalTime, kPointerTooLate, kWriterInsertedTooLate };

class Search {
 public:
  Search(const Case& searched, Rule rule) : case_(searched), rule_(rule) { explore({}); }

  std::uint64_t silent() const { return silent_; }
  /// Silent commits that no serial order of all transactions explains.
  std::uint64_t wrong() const { return wrong_; }

 private:
  struct State {
    std::array<unsigned, 4> validated{};     ///< validated words, by update
    std::array<unsigned, kWords> retired{};  ///< retired updates, by partition
    unsigned written_since_first_load = 0;   ///< one bit per word
    std::vector<Seen> seen{};
  };

  unsigned updates() const { return static_cast<unsigned>(case_.updates.size()); }
  unsigned last_writer(const State& state, unsigned word) const {
    return last_writer(state.retired[word], word);
  }
  /// Mask of the first `count` updates.
  unsigned last_writer(unsigned count, unsigned word) const {
    while (count > 0 && (case_.updates[count - 1].writes >> word & 1) == 0) --count;
    return count;
  }

  static std::uint64_t packed(const State& state) {
    std::uint64_t bits = state.seen.size();
    const auto add = [&](std::uint64_t value, unsigned width) { bits = bits << width | value; };
    for (unsigned validated : state.validated) add(validated, kWords);
    for (unsigned retired : state.retired) add(retired, 3);
    add(state.written_since_first_load, kWords);
    for (const Seen& seen : state.seen) {
      add(seen.writer, 3);
      add(seen.retired, 3);
      add(seen.written_since_first_load, 1);
    }
    return bits;
  }

  void explore(const State& state) {
    if (!visited_.insert(packed(state)).second) return;
    if (state.seen.size() == case_.loads.size()) return judge(state);
    for (unsigned u = 0; u < updates(); ++u) {
      for (unsigned word = 0; word < kWords; ++word) {
        if (can_validate(state, u, word)) {
          State next = state;
          next.validated[u] |= 1u << word;
          explore(next);
        }
      }
    }
    for (unsigned word = 0; word < kWords; ++word) {
      if (state.retired[word] < updates() && can_retire(state, word)) explore(retire(state, word));
    }
    explore(load(state));
  }

  /// Reads are validated, once and for all, when all older updates have written there.
  bool can_validate(const State& state, unsigned u, unsigned word) const {
    const bool left = ((case_.updates[u].reads & ~state.validated[u]) >> word & 1) != 0;
    return left && state.retired[word] >= last_writer(u, word);
  }
  /// An entry retires in id order. One that writes has passed everywhere; one that only read has been
  /// validated here; one with no log here may retire as soon as its skip comes.
  bool can_retire(const State& state, unsigned word) const {
    const unsigned u = state.retired[word];
    const Update& update = case_.updates[u];
    if ((update.writes >> word & 1) != 0) return state.validated[u] == update.reads;
    return ((update.reads & ~state.validated[u]) >> word & 1) == 0;
  }
  State retire(State state, unsigned word) const {
    const bool writes = (case_.updates[state.retired[word]].writes >> word & 1) != 0;
    if (writes && !state.seen.empty()) state.written_since_first_load |= 1u << word;
    ++state.retired[word];
    return state;
  }
  State load(State state) const {
    const unsigned word = case_.loads[state.seen.size()];
    state.seen.push_back({.writer = last_writer(state, word),
                          .retired = state.retired[word],
                          .written_since_first_load = (state.written_since_first_load >> word & 1) != 0});
    return state;
  }

  void judge(const State& state) {
    const auto position = commits_at(state);
    if (!position) return;
    ++silent_;
    bool right = serializable(state);
    for (std::size_t i = 0; i < state.seen.size() && *position <= updates(); ++i)
      right &= state.seen[i].writer == last_writer(*position, case_.loads[i]);
    wrong_ += !right;
  }

  /// Position of the reader's silent commit, as the number of updates before it; more than there are if the
  /// rule gives none.
  std::optional<unsigned> commits_at(const State& state) const {
    if (rule_ == Rule::kPhysicalTime) {
      const bool old = std::ranges::none_of(state.seen, &Seen::written_since_first_load);
      return old ? std::optional(updates() + 1) : std::nullopt;
    }
    // Ids begin so that they wrap in the middle of the updates.
    constexpr std::uint64_t kFirst = (std::uint64_t{5} << 16) - 1;
    SilentCommits core(1);
    core.begin(0, kFirst);
    for (std::size_t i = 0; i < state.seen.size(); ++i) {
      const Seen& seen = state.seen[i];
      const unsigned word = case_.loads[i];
      std::uint64_t retired = kFirst + seen.retired;
      std::uint64_t first = kFirst + seen.writer;  // one more than the id of the last writer, or the begin
      if (rule_ == Rule::kPointerTooLate) retired = kFirst + state.retired[word];
      if (rule_ == Rule::kWriterInsertedTooLate && seen.writer == seen.retired && seen.writer != 0)
        first = kFirst + last_writer(seen.writer - 1, word);
      LoadStamps::Load answer;
      answer.answered = 1;
      answer.of_lane[0] = {static_cast<tm::CommitId>(first), static_cast<tm::CommitId>(retired)};
      core.loaded(0, 1, answer, kFirst);
    }
    const auto position = core.position(0, 0, kFirst, kFirst);
    return position ? std::optional(static_cast<unsigned>(*position - kFirst)) : std::nullopt;
  }

  /// Whether the conflicts between all updates, in the order of their ids, and the reader have no cycle.
  bool serializable(const State& state) const {
    unsigned before = 0, behind = 0;  // updates that directly precede the reader, and that follow it
    for (std::size_t i = 0; i < state.seen.size(); ++i) {
      for (unsigned u = 0; u < updates(); ++u) {
        if ((case_.updates[u].writes >> case_.loads[i] & 1) == 0) continue;
        (u < state.seen[i].writer ? before : behind) |= 1u << u;
      }
    }
    // Conflicts lead from older to younger updates only.
    for (unsigned u = 0; u < updates(); ++u) {
      if ((behind >> u & 1) == 0) continue;
      for (unsigned v = u + 1; v < updates(); ++v) {
        const Update &a = case_.updates[u], &b = case_.updates[v];
        if ((a.writes & (b.reads | b.writes)) != 0 || (a.reads & b.writes) != 0) behind |= 1u << v;
      }
    }
    return (before & behind) == 0;
  }

  const Case& case_;
  Rule rule_;
  std::unordered_set<std::uint64_t> visited_;
  std::uint64_t silent_ = 0, wrong_ = 0;
};

struct Totals {
  std::uint64_t silent = 0, wrong = 0;
};

/// All read and write sets of this many updates, all sequences of this many loads.
Totals search_all(unsigned updates, unsigned loads, Rule rule, bool until_wrong = false) {
  constexpr unsigned kSets = 1u << kWords;
  Totals totals;
  std::uint64_t combinations = 1;
  for (unsigned i = 0; i < updates; ++i) combinations *= kSets * (kSets - 1);
  for (unsigned i = 0; i < loads; ++i) combinations *= kWords;
  for (std::uint64_t number = 0; number < combinations && !(until_wrong && totals.wrong != 0); ++number) {
    std::uint64_t rest = number;
    const auto choose = [&](unsigned from) {
      const auto chosen = static_cast<unsigned>(rest % from);
      rest /= from;
      return chosen;
    };
    Case searched;
    for (unsigned i = 0; i < updates; ++i) {
      const unsigned reads = choose(kSets);
      searched.updates.push_back({reads, 1 + choose(kSets - 1)});
    }
    for (unsigned i = 0; i < loads; ++i) searched.loads.push_back(choose(kWords));
    const Search search(searched, rule);
    totals.silent += search.silent();
    totals.wrong += search.wrong();
  }
  return totals;
}

/// Whether some case commits silently without a position in the order.
bool some_are_wrong(Rule rule) { return search_all(2, 2, rule, true).wrong != 0; }

TEST(TemporalRule, InCommitIdTimeEverySilentCommitHasItsPlace) {
  const Totals two = search_all(2, 2, Rule::kCommitId);
  EXPECT_EQ(two.wrong, 0u);
  EXPECT_GT(two.silent, 10000u);
  const Totals three_loads = search_all(1, 3, Rule::kCommitId);
  EXPECT_EQ(three_loads.wrong, 0u);
  EXPECT_GT(three_loads.silent, 100u);
}

TEST(TemporalRule, InPhysicalTimeSomeHaveNone) { EXPECT_TRUE(some_are_wrong(Rule::kPhysicalTime)); }

// T0 reads C and writes B, T1 writes C and A: T0 comes first. A reader sees T1's A, and B before T0 has
// written it.
TEST(TemporalRule, ThePublishedRuleAndTheCaseOfThePage) {
  constexpr unsigned kA = 0, kB = 1, kC = 2;
  const Case page{{{.reads = 1u << kC, .writes = 1u << kB}, {.reads = 0, .writes = 1u << kC | 1u << kA}},
                  {kA, kB}};
  EXPECT_GT(Search(page, Rule::kPhysicalTime).wrong(), 0u);
  EXPECT_EQ(Search(page, Rule::kCommitId).wrong(), 0u);
  EXPECT_GT(Search(page, Rule::kCommitId).silent(), 0u);
}

// The partition's obligation is necessary.
TEST(TemporalRule, StampsTakenTooLateAreFound) {
  EXPECT_TRUE(some_are_wrong(Rule::kPointerTooLate));
  EXPECT_TRUE(some_are_wrong(Rule::kWriterInsertedTooLate));
}

// Ids reused once are not taken for those of the attempt.
TEST(SilentCommits, WhatIsTooOldOrTooFarAheadDoesNotCount) {
  const auto position = [](std::uint64_t retired_by_partition, std::uint64_t retired_at_load,
                           std::uint64_t retired_at_commit) {
    constexpr std::uint64_t kBegin = 70000;
    SilentCommits core(1);
    core.begin(0, kBegin);
    LoadStamps::Load answer;
    answer.answered = 1;
    answer.of_lane[0] = {static_cast<tm::CommitId>(kBegin), static_cast<tm::CommitId>(retired_by_partition)};
    core.loaded(0, 1, answer, retired_at_load);
    return core.position(0, 0, kBegin, retired_at_commit);
  };
  EXPECT_EQ(position(70000, 70000, 70000), 70000u);
  EXPECT_EQ(position(70000 + 8191, 70000, 70000), 70000u);
  EXPECT_EQ(position(70000 + 8192, 70000, 70000), std::nullopt) << "the partition is too far ahead";
  EXPECT_EQ(position(70100, 70000, 70000 + 8191), 70000u);
  EXPECT_EQ(position(70100, 70000, 70000 + 8192), std::nullopt) << "the attempt is too old";
  EXPECT_EQ(position(70100, 70000, 70000 + 65536), std::nullopt) << "an id space later";
}

TEST(SilentCommits, FollowTheCoresOwnCommits) {
  SilentCommits core(2);
  LoadStamps::Load answer;
  answer.answered = 1;
  answer.of_lane[0] = {100, 120};
  const auto reader = [&](unsigned warp, std::uint64_t next_position) {
    core.begin(warp, 100);
    core.loaded(warp, 1, answer, 100);
    return core.position(warp, 0, next_position, 100);
  };
  EXPECT_EQ(reader(0, 0), 100u);
  EXPECT_EQ(reader(0, 110), 110u) << "behind what the core has committed";
  EXPECT_EQ(reader(1, 0), 110u) << "behind a silent commit of the core";
  EXPECT_EQ(reader(1, 121), std::nullopt);
}

TEST(SilentCommits, ALoadWithoutAnAnswerCannotCommitSilently) {
  SilentCommits core(1);
  LoadStamps::Load answer;
  answer.answered = 0b01;
  answer.of_lane[0] = {100, 120};
  core.begin(0, 100);
  core.loaded(0, 0b11, answer, 100);
  EXPECT_EQ(core.position(0, 1, 0, 100), std::nullopt);
  EXPECT_EQ(core.position(0, 0, 0, 100), 100u);
  answer.of_lane[0] = {121, 120};  // the last writer has not retired
  core.loaded(0, 0b01, answer, 100);
  EXPECT_EQ(core.position(0, 0, 0, 100), std::nullopt);
}

}  // namespace
}  // namespace gputm
