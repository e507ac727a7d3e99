// Opacity of attempts in histories: aborted attempts that have read one state pass, whenever it was theirs
// and whenever they are reported; those that have read two are found and counted. Random attempts are
// compared with a search through all states.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "common/seed.h"
#include "tm/history.h"

namespace gputm::tm {
namespace {

using memory::BackingStore;
using ::testing::HasSubstr;

constexpr Address kA = 0x10000000, kB = kA + 4;
constexpr unsigned kWords = 4;

class Opacity : public testing::Test {
 protected:
  Opacity() {
    initial_.map(kA, 4 * kWords);
    initial_.word(kA) = 1;
    initial_.word(kB) = 2;
    checker_.emplace(initial_, 0);
    checker_->expect_opacity([this] { return granted_; });
  }

  /// The attempt with this order has written; it may not have been reported.
  void grant(std::uint64_t order) { granted_ = std::max(granted_, order + 1); }
  void commit(std::uint64_t order, std::vector<LogEntry> writes) {
    grant(order);
    checker_->attempt({.thread = 1, .committed = true, .order = order, .reads = {}, .writes = writes});
  }
  void abort(std::vector<LogEntry> reads, std::vector<LogEntry> writes = {}) {
    checker_->attempt({.thread = 9, .number = 3, .reads = reads, .writes = writes});
  }
  std::string verdict(const std::map<Address, Word>& final) {
    BackingStore memory;
    memory.map(kA, 4 * kWords);
    memory.word(kA) = 1;
    memory.word(kB) = 2;
    for (const auto& [address, value] : final) memory.word(address) = value;
    checker_->finish(memory);
    return checker_->verdict();
  }

  BackingStore initial_;
  std::optional<HistoryChecker> checker_;
  std::uint64_t granted_ = 0;
};

TEST_F(Opacity, ReadersOfAnyOneStatePass) {
  abort({{kA, 1}, {kB, 2}});
  commit(0, {{kA, 3}, {kB, 4}});
  abort({{kA, 1}, {kB, 2}});
  abort({{kB, 4}, {kA, 3}, {kB, 4}});
  commit(1, {{kB, 5}});
  abort({{kA, 3}, {kB, 4}});
  abort({{kA, 3}, {kB, 5}}, {{kA, 77}});
  EXPECT_EQ(verdict({{kA, 3}, {kB, 5}}), "pass");
}

TEST_F(Opacity, AReaderOfTwoStatesIsFound) {
  commit(0, {{kA, 3}, {kB, 4}});
  abort({{kA, 1}, {kB, 2}});
  abort({{kA, 1}, {kB, 4}});
  EXPECT_EQ(
      verdict({{kA, 3}, {kB, 4}}),
      "opacity: 1 of 2 aborted attempts have read no single state; the first: thread 9 attempt 3 (aborted) "
      "read 0x4 at 0x10000004 beside what it had read before");
}

TEST_F(Opacity, AValueThatWasNeverThereIsFound) {
  commit(0, {{kA, 3}});
  abort({{kA, 4}});
  EXPECT_THAT(verdict({{kA, 3}}), HasSubstr("read 0x4 at 0x10000000"));
}

TEST_F(Opacity, AnAttemptSeesCommitsThatAreReportedLater) {
  grant(0);
  abort({{kA, 3}, {kB, 4}});
  commit(0, {{kA, 3}, {kB, 4}});
  EXPECT_EQ(verdict({{kA, 3}, {kB, 4}}), "pass");
}

TEST_F(Opacity, AnAttemptSeesNoCommitOfALaterOrder) {
  grant(0);
  abort({{kA, 5}});
  commit(1, {{kA, 5}});
  commit(0, {{kA, 3}});
  EXPECT_THAT(verdict({{kA, 5}}), HasSubstr("read 0x5"));
}

TEST_F(Opacity, AViolationOfCommittedAttemptsComesFirst) {
  commit(0, {{kA, 3}, {kB, 4}});
  abort({{kA, 1}, {kB, 4}});
  EXPECT_THAT(verdict({{kA, 8}, {kB, 4}}), HasSubstr("final memory"));
}

TEST_F(Opacity, StoresOutsideOfTransactionsAreStatesToo) {
  checker_->plain_write(kA, 7, {.thread = 5});
  abort({{kA, 7}, {kB, 2}});
  commit(0, {{kB, 4}});
  checker_->plain_write(kA, 8, {.thread = 5});
  abort({{kA, 8}, {kB, 4}});
  abort({{kA, 7}, {kB, 4}});
  EXPECT_EQ(verdict({{kA, 8}, {kB, 4}}), "pass");
}

/// Small values, so that words have the same ones again.
TEST_F(Opacity, RandomAttemptsAreJudgedAsByASearchThroughAllStates) {
  tb::Rng rng = tb::seeded_rng(5);
  const auto below = [&](unsigned bound) { return static_cast<unsigned>(tb::below(rng, bound)); };
  const auto length = static_cast<unsigned>(tb::run_length(2000));
  std::vector<std::array<Word, kWords>> states{{1, 2, 0, 0}};
  unsigned attempts = 0, wrong = 0;
  for (unsigned order = 0; order < length; ++order) {
    std::array<Word, kWords> next = states.back();
    std::vector<LogEntry> writes;
    for (unsigned n = below(3); n != 0; --n) {
      const unsigned word = below(kWords);
      next[word] = below(4);
      writes.push_back({kA + 4 * word, next[word]});
    }
    states.push_back(next);
    commit(order, writes);
    for (unsigned n = below(3); n != 0; --n) {
      // A state that is not long ago, and sometimes a word of another one
      const std::size_t back = below(static_cast<unsigned>(std::min<std::size_t>(states.size(), 6)));
      std::array<Word, kWords> seen = states[states.size() - 1 - back];
      std::vector<LogEntry> reads;
      for (unsigned word = 0; word < kWords; ++word) {
        if (below(6) == 0) seen[word] = below(4);
        if (below(4) != 0) reads.push_back({kA + 4 * word, seen[word]});
      }
      if (reads.empty()) continue;
      ++attempts;
      const bool one = std::ranges::any_of(states, [&](const auto& state) {
        return std::ranges::all_of(
            reads, [&](const LogEntry& read) { return state[(read.address - kA) / 4] == read.value; });
      });
      wrong += one ? 0 : 1;
      abort(reads);
    }
  }
  std::map<Address, Word> final;
  for (unsigned word = 0; word < kWords; ++word) final[kA + 4 * word] = states.back()[word];
  EXPECT_GT(wrong, 0U);
  EXPECT_LT(wrong, attempts);
  const std::string expected =
      "opacity: " + std::to_string(wrong) + " of " + std::to_string(attempts) + " aborted attempts";
  EXPECT_THAT(verdict(final), HasSubstr(expected));
}

}  // namespace
}  // namespace gputm::tm
