// Silent attempts in histories: right positions pass, however late they are reported; wrong positions and
// wrong values are caught, by the checker and by its counterpart in Python.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "common/seed.h"
#include "sim/tm/random_history.h"
#include "tm/history.h"

namespace gputm::tm {
namespace {

using memory::BackingStore;
using test::RandomAttempt;
using test::RandomHistory;
using ::testing::HasSubstr;

constexpr Address kA = RandomHistory::kBase;
constexpr Address kB = kA + 4;

BackingStore memory_with(Word a, Word b) {
  BackingStore memory;
  memory.map(kA, 8);
  memory.word(kA) = a;
  memory.word(kB) = b;
  return memory;
}

class SilentAttempts : public testing::Test {
 protected:
  SilentAttempts() { checker_.expect_silent_attempts(); }

  void commit(std::uint64_t order, std::vector<LogEntry> reads, std::vector<LogEntry> writes) {
    checker_.attempt({.thread = 1, .committed = true, .order = order, .reads = reads, .writes = writes});
  }
  void silent(std::uint64_t order, std::vector<LogEntry> reads, std::vector<LogEntry> writes = {}) {
    checker_.attempt(
        {.thread = 9, .committed = true, .silent = true, .order = order, .reads = reads, .writes = writes});
  }
  std::string verdict(Word a, Word b) {
    checker_.finish(memory_with(a, b));
    return checker_.verdict();
  }
  BackingStore initial_ = memory_with(1, 2);
  HistoryChecker checker_{initial_, 0};
};

TEST_F(SilentAttempts, SeeWhatTheirPositionSees) {
  commit(0, {}, {{kA, 3}});
  commit(1, {}, {{kB, 4}});
  commit(2, {}, {{kA, 5}, {kB, 6}});
  silent(0, {{kA, 1}, {kB, 2}});
  silent(1, {{kA, 3}, {kB, 2}});
  silent(2, {{kA, 3}, {kB, 4}});
  silent(2, {{kA, 3}, {kB, 4}});
  silent(3, {{kA, 5}, {kB, 6}});
  EXPECT_EQ(verdict(5, 6), "pass");
}

TEST_F(SilentAttempts, MayBeReportedBeforeTheirPositionIsReached) {
  silent(2, {{kA, 3}, {kB, 4}});
  commit(1, {}, {{kB, 4}});
  commit(0, {}, {{kA, 3}});
  commit(2, {}, {{kA, 5}});
  EXPECT_EQ(verdict(5, 4), "pass");
}

TEST_F(SilentAttempts, ValuesOfTwoPositionsAreCaught) {
  commit(0, {}, {{kA, 3}});
  commit(1, {}, {{kB, 4}});
  silent(1, {{kA, 3}, {kB, 4}});
  EXPECT_EQ(verdict(3, 4), "thread 9 attempt 0 (order 1), silent, read 0x4 at 0x10004, expected 0x2");
}

TEST_F(SilentAttempts, AWrongPositionIsCaught) {
  commit(0, {}, {{kA, 3}});
  commit(1, {}, {{kA, 4}});
  silent(2, {{kA, 3}});
  EXPECT_EQ(verdict(4, 2), "thread 9 attempt 0 (order 2), silent, read 0x3 at 0x10000, expected 0x4");
}

TEST_F(SilentAttempts, MustNotWrite) {
  silent(0, {}, {{kB, 4}});
  EXPECT_EQ(verdict(1, 4), "thread 9 attempt 0 (order 0), silent: it has written 0x10004");
}

TEST_F(SilentAttempts, MustNotBeTooLate) {
  for (std::uint64_t order = 0; order < 65537; ++order) checker_.skip_order(order);
  silent(1, {{kA, 1}});
  EXPECT_EQ(checker_.verdict(), "pass");
  silent(0, {{kA, 1}});
  EXPECT_EQ(checker_.verdict(),
            "thread 9 attempt 0 (order 0), silent: more than 65536 orders behind the replay");
}

TEST_F(SilentAttempts, MustNotStandBehindAllOrders) {
  commit(0, {}, {});
  silent(2, {{kA, 1}});
  EXPECT_EQ(verdict(1, 2), "thread 9 attempt 0 (order 2), silent: no order was ever reported from 1 on");
}

TEST_F(SilentAttempts, DoNotUseUpAnOrder) {
  silent(0, {});
  silent(1, {});
  commit(0, {}, {});
  commit(2, {}, {});
  EXPECT_EQ(verdict(1, 2), "order 1 was never reported, though 1 later ones were, from order 2 on");
}

TEST(SilentAttemptsRefused, OfSystemsThatHaveNone) {
  const BackingStore initial = memory_with(1, 2);
  HistoryChecker checker(initial, 0);
  checker.attempt({.thread = 9, .committed = true, .silent = true, .order = 0, .reads = {}, .writes = {}});
  EXPECT_EQ(checker.verdict(),
            "thread 9 attempt 0 (order 0), silent: the system was not said to commit silently");
}

// A plain write follows all orders that were reported by then. A reader that learned of it otherwise may have
// an older position; nothing between the two has touched the word.
TEST_F(SilentAttempts, SeePlainWritesWhereverTheseStand) {
  commit(0, {}, {{kA, 3}});
  commit(1, {}, {{kB, 4}});
  checker_.plain_write(kA, 7, {1});
  checker_.plain_write(kA, 8, {1});
  silent(1, {{kA, 8}, {kB, 2}});
  silent(1, {{kA, 7}, {kB, 2}});
  silent(2, {{kA, 3}, {kB, 4}});
  EXPECT_EQ(verdict(8, 4), "pass");
}

TEST_F(SilentAttempts, ButNotPastACommitThatWroteTheWord) {
  commit(0, {}, {{kA, 3}});
  commit(1, {}, {{kA, 4}});
  checker_.plain_write(kA, 7, {1});
  silent(1, {{kA, 7}});
  EXPECT_EQ(verdict(7, 2),
            "race with a non-transactional write of thread 1: "
            "thread 9 attempt 0 (order 1), silent, read 0x7 at 0x10000, expected 0x3");
}

/// A random history with silent attempts among the others, each reported up to `late` reports after its
/// place.
struct Mixed {
  RandomHistory history;
  std::vector<Attempt> reports = {};
  std::vector<std::vector<LogEntry>> silent_reads = {};
  std::vector<std::size_t> silent = {};  ///< indices of silent reports
};

Mixed mixed_history(std::mt19937_64& random, unsigned attempts, std::size_t late) {
  constexpr unsigned kWords = 24;
  Mixed mixed{.history = RandomHistory::make(random, attempts, 16, kWords, 0xffffffff, 0)};
  std::vector<Word> memory(kWords);
  for (unsigned i = 0; i < kWords; ++i) memory[i] = mixed.history.initial.word(kA + i * 4);
  mixed.silent_reads.resize(attempts);
  std::multimap<std::size_t, std::pair<std::uint64_t, std::size_t>> due;
  for (std::size_t i = 0; i < attempts; ++i) {
    const RandomAttempt& attempt = mixed.history.attempts[i];
    for (unsigned n = 0; n < 3; ++n) {
      const auto word = static_cast<Address>(random() % kWords);
      mixed.silent_reads[i].push_back({kA + word * 4, memory[word]});
    }
    due.emplace(i + random() % late, std::pair{attempt.order, i});
    if (attempt.committed)
      for (const LogEntry& write : attempt.writes) memory[(write.address - kA) / 4] = write.value;
  }
  for (std::size_t i = 0; i < attempts; ++i) {
    mixed.reports.push_back(mixed.history.attempts[i].view());
    for (; !due.empty() && (due.begin()->first <= i || i + 1 == attempts); due.erase(due.begin())) {
      const auto [order, index] = due.begin()->second;
      mixed.silent.push_back(mixed.reports.size());
      mixed.reports.push_back({.thread = 99,
                               .number = static_cast<std::uint32_t>(index),
                               .committed = true,
                               .silent = true,
                               .order = order,
                               .reads = mixed.silent_reads[index],
                               .writes = {}});
    }
  }
  return mixed;
}

struct Verdicts {
  std::string built_in, python;
};

Verdicts verdicts(const Mixed& mixed) {
  std::ostringstream out;
  HistoryChecker checker(mixed.history.initial, 0);
  checker.expect_silent_attempts();
  checker.write_to(out);
  for (const Attempt& attempt : mixed.reports) {
    checker.attempt(attempt);
    if (!attempt.committed) checker.skip_order(attempt.order);
  }
  checker.finish(mixed.history.final);
  const std::string path = testing::TempDir() + "gputm_silent_history_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl";
  std::ofstream(path) << out.str();
  const std::string command = "python3 " GPUTM_CHECK_HISTORY " " + path + " > " + path + ".verdict";
  const int status = std::system(command.c_str());
  Verdicts result{.built_in = checker.verdict(), .python = {}};
  std::getline(std::ifstream(path + ".verdict"), result.python);
  EXPECT_EQ(status == 0, result.python == "pass") << result.python;
  return result;
}

TEST(SilentHistories, AreAcceptedByBothCheckers) {
  auto random = tb::seeded_rng(3);
  for (std::uint64_t run = 0; run < tb::run_length(10); ++run) {
    const Verdicts result = verdicts(mixed_history(random, 600, 1 + random() % 300));
    EXPECT_EQ(result.built_in, "pass") << "run " << run;
    EXPECT_EQ(result.python, "pass") << "run " << run;
  }
}

TEST(SilentHistories, AChangedValueIsCaughtByBothCheckers) {
  auto random = tb::seeded_rng(4);
  for (std::uint64_t run = 0; run < tb::run_length(10); ++run) {
    Mixed mixed = mixed_history(random, 600, 1 + random() % 300);
    // In Python the first read defines a word's initial value, so the changed value is of a word read before.
    const Attempt& victim = mixed.reports[mixed.silent[mixed.silent.size() / 2 + random() % 100]];
    mixed.silent_reads[victim.number][random() % 3].value += 1;
    const Verdicts result = verdicts(mixed);
    EXPECT_THAT(result.built_in, HasSubstr("silent, read")) << "run " << run;
    EXPECT_THAT(result.python, HasSubstr("expected")) << "run " << run;
  }
}

// Each write has a new value, so a reader of written words has only one possible position.
TEST(SilentHistories, AnotherPositionIsCaughtWhereItMatters) {
  auto random = tb::seeded_rng(5);
  unsigned caught = 0;
  for (std::uint64_t run = 0; run < tb::run_length(20); ++run) {
    Mixed mixed = mixed_history(random, 600, 1 + random() % 300);
    Attempt& victim = mixed.reports[mixed.silent[200 + random() % 300]];
    victim.order -= 100;
    const Verdicts result = verdicts(mixed);
    EXPECT_EQ(result.built_in == "pass", result.python == "pass") << result.built_in << "; " << result.python;
    caught += result.built_in != "pass";
  }
  EXPECT_GT(caught, 15u);
}

}  // namespace
}  // namespace gputm::tm
