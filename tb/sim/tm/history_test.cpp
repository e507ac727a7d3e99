// The history checker accepts every serializable history and catches every kind of corruption.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "common/seed.h"
#include "sim/tm/allocation_counter.h"
#include "sim/tm/random_history.h"
#include "tm/history.h"

namespace gputm::tm {
namespace {

using memory::BackingStore;
using test::RandomAttempt;
using test::RandomHistory;

constexpr Address kA = RandomHistory::kBase;
constexpr Address kB = kA + 4;

BackingStore memory_with(Word a, Word b) {
  BackingStore memory;
  memory.map(kA, 8);
  memory.word(kA) = a;
  memory.word(kB) = b;
  return memory;
}

RandomAttempt commit(std::uint32_t thread, std::uint64_t order, std::vector<LogEntry> reads,
                     std::vector<LogEntry> writes) {
  return {.thread = thread,
          .number = 0,
          .committed = true,
          .order = order,
          .reads = std::move(reads),
          .writes = std::move(writes)};
}

/// The verdict on attempts reported in the order given, from memory (a = 1, b = 2) to `final`.
std::string verdict(const std::vector<RandomAttempt>& attempts, const BackingStore& final) {
  const BackingStore initial = memory_with(1, 2);
  HistoryChecker checker(initial, 0);
  for (const RandomAttempt& attempt : attempts) checker.attempt(attempt.view());
  checker.finish(final);
  return checker.verdict();
}

std::string verdict(const RandomHistory& history, std::uint64_t first_order, std::mt19937_64& random,
                    unsigned disorder) {
  HistoryChecker checker(history.initial, first_order);
  history.report(checker, random, disorder);
  checker.finish(history.final);
  return checker.verdict();
}

TEST(HistoryChecker, EmptyRunPasses) { EXPECT_EQ(verdict({}, memory_with(1, 2)), "pass"); }

TEST(HistoryChecker, RandomSerializableHistoriesPassInAnyArrivalOrder) {
  auto random = tb::seeded_rng(1);
  for (std::uint64_t run = 0; run < tb::run_length(300); ++run) {
    const std::uint64_t first = random() % 3 == 0 ? 0xffffff00U : random() % 100;
    const unsigned disorder = std::array{0U, 1U, 30U, 5000U}[random() % 4];
    const auto history = RandomHistory::make(random, 3000, 64, 1U << random() % 10, 3, first);
    EXPECT_EQ(verdict(history, first, random, disorder), "pass") << "run " << run;
  }
}

TEST(HistoryChecker, EveryChangedReadIsCaughtWithBothTransactions) {
  auto random = tb::seeded_rng(1);
  for (std::uint64_t run = 0; run < tb::run_length(100); ++run) {
    auto history = RandomHistory::make(random, 500, 16, 40, 4, 7);
    std::size_t victim = random() % history.attempts.size();
    while (!history.attempts[victim].committed || history.attempts[victim].reads.empty()) {
      victim = (victim + 1) % history.attempts.size();
    }
    RandomAttempt& reader = history.attempts[victim];
    LogEntry& read = reader.reads[random() % reader.reads.size()];
    read.value += 16;
    std::string expected = "its value at launch";
    for (std::size_t i = 0; i < victim; ++i) {
      const RandomAttempt& attempt = history.attempts[i];
      if (!attempt.committed) continue;
      if (std::ranges::none_of(attempt.writes, [&](const LogEntry& w) { return w.address == read.address; }))
        continue;
      std::ostringstream writer;
      writer << "written by thread " << attempt.thread << " attempt " << attempt.number << " (order "
             << attempt.order << ")";
      expected = writer.str();
    }
    std::ostringstream begin;
    begin << "thread " << reader.thread << " attempt " << reader.number << " (order " << reader.order
          << ") read 0x" << std::hex << read.value << " at 0x" << read.address << ", expected 0x"
          << read.value - 16 << ", ";
    EXPECT_EQ(verdict(history, 7, random, 50), begin.str() + expected) << "run " << run;
  }
}

TEST(HistoryChecker, LostWriteIsCaughtByTheNextReader) {
  EXPECT_EQ(verdict({commit(1, 0, {}, {}), commit(2, 1, {{kA, 5}}, {})}, memory_with(5, 2)),
            "thread 2 attempt 0 (order 1) read 0x5 at 0x10000, expected 0x1, its value at launch");
}

TEST(HistoryChecker, EveryLostWriteIsCaughtWhenValuesAreUnique) {
  auto random = tb::seeded_rng(1);
  for (std::uint64_t run = 0; run < tb::run_length(100); ++run) {
    auto history = RandomHistory::make(random, 300, 16, 40, 0xffffffff, 0);
    // Only an attempt's last write to a word can be missed.
    std::size_t victim = random() % history.attempts.size();
    while (!history.attempts[victim].committed || history.attempts[victim].writes.empty()) {
      victim = (victim + 1) % history.attempts.size();
    }
    const Address lost = history.attempts[victim].writes.back().address;
    bool observed = history.final.word(lost) == history.attempts[victim].writes.back().value;
    bool overwritten = false;
    for (std::size_t i = victim + 1; i < history.attempts.size() && !overwritten; ++i) {
      const RandomAttempt& later = history.attempts[i];
      if (!later.committed) continue;
      const auto touches = [&](const LogEntry& e) { return e.address == lost; };
      observed |= std::ranges::any_of(later.reads, touches);
      overwritten = std::ranges::any_of(later.writes, touches);
    }
    history.attempts[victim].writes.pop_back();
    EXPECT_EQ(verdict(history, 0, random, 10) != "pass", observed) << "run " << run;
  }
}

TEST(HistoryChecker, SwappedOrdersAreCaught) {
  const auto first = commit(1, 1, {{kA, 1}}, {{kA, 5}});
  const auto second = commit(2, 0, {{kA, 5}}, {{kA, 6}});
  EXPECT_EQ(verdict({first, second}, memory_with(6, 2)),
            "thread 2 attempt 0 (order 0) read 0x5 at 0x10000, expected 0x1, its value at launch");
}

TEST(HistoryChecker, WriteSkewIsCaught) {
  EXPECT_EQ(
      verdict({commit(1, 0, {{kB, 2}}, {{kA, 9}}), commit(2, 1, {{kA, 1}}, {{kB, 9}})}, memory_with(9, 9)),
      "thread 2 attempt 0 (order 1) read 0x1 at 0x10000, expected 0x9, "
      "written by thread 1 attempt 0 (order 0)");
}

TEST(HistoryChecker, MissingOrderIsCaught) {
  EXPECT_EQ(verdict({commit(1, 0, {}, {}), commit(2, 3, {}, {}), commit(2, 4, {}, {})}, memory_with(1, 2)),
            "order 1 was never reported, though 2 later ones were, from order 3 on");
}

TEST(HistoryChecker, RepeatedOrderIsCaught) {
  const std::string text = "thread 2 attempt 0 (order 0): this order was reported before";
  EXPECT_EQ(verdict({commit(1, 0, {}, {}), commit(2, 0, {}, {})}, memory_with(1, 2)), text);
  EXPECT_EQ(verdict({commit(1, 3, {}, {}), commit(2, 3, {}, {})}, memory_with(1, 2)),
            "thread 2 attempt 0 (order 3): this order was reported before");
  const BackingStore initial = memory_with(1, 2);
  HistoryChecker checker(initial, 10);
  checker.skip_order(10);
  checker.skip_order(10);
  EXPECT_EQ(checker.verdict(), "order 10 (aborted): this order was reported before");
}

TEST(HistoryChecker, OrderFarAheadIsRefused) {
  EXPECT_EQ(verdict({commit(1, 1, {}, {}), commit(2, 5000000000, {}, {})}, memory_with(1, 2)),
            "thread 2 attempt 0 (order 5000000000): order 0 is still missing, more than 1048576 orders back");
}

TEST(HistoryChecker, WrongFinalMemoryIsCaught) {
  EXPECT_EQ(verdict({commit(4, 0, {}, {{kB, 7}})}, memory_with(1, 8)),
            "final memory: 0x10004 holds 0x8, expected 0x7, written by thread 4 attempt 0 (order 0)");
  EXPECT_EQ(verdict({commit(4, 0, {{kA, 1}}, {})}, memory_with(3, 2)),
            "final memory: 0x10000 holds 0x3, expected 0x1, its value at launch");
}

// An engine that writes to a wrong address: no attempt has used the word.
TEST(HistoryChecker, AChangedWordThatNobodyUsedIsCaught) {
  EXPECT_EQ(verdict({commit(4, 0, {{kA, 1}}, {})}, memory_with(1, 99)),
            "final memory: 0x10004 holds 0x63, expected 0x2, its value at launch");
}

// The same in a page that held only zeros at launch, and in one that was not mapped then.
TEST(HistoryChecker, AChangedWordIsCaughtInEveryMappedPage) {
  for (const Address address : {kA + 0x2ffc, kA + 0x7000}) {
    BackingStore initial = memory_with(1, 2);
    initial.map(kA, 0x3000);
    BackingStore final = memory_with(1, 2);
    final.map(kA, 0x8000);
    final.word(address) = 7;
    HistoryChecker checker(initial, 0);
    checker.finish(final);
    EXPECT_THAT(checker.verdict(), ::testing::HasSubstr("holds 0x7, expected 0x0, its value at launch"));
  }
}

// An engine that publishes a failed lane's write, which no committed attempt uses.
TEST(HistoryChecker, AnAbortedAttemptsWriteInMemoryIsCaught) {
  RandomAttempt aborted = commit(4, 0, {{kA, 1}}, {{kB, 7}});
  aborted.committed = false;
  EXPECT_EQ(verdict({aborted}, memory_with(1, 7)),
            "final memory: 0x10004 holds 0x7, expected 0x2, its value at launch");
  EXPECT_EQ(verdict({aborted}, memory_with(1, 2)), "pass");
}

// The final memory of a random history, with any one word changed.
TEST(HistoryChecker, AnyChangedWordOfFinalMemoryIsCaught) {
  auto random = tb::seeded_rng(1);
  for (std::uint64_t run = 0; run < tb::run_length(100); ++run) {
    constexpr unsigned kWords = 3000;
    auto history = RandomHistory::make(random, 300, 16, kWords, 5, 0);
    const Address victim = kA + static_cast<Address>(random() % kWords) * 4;
    history.final.word(victim) ^= 8;
    const std::string text = verdict(history, 0, random, 10);
    std::ostringstream begin;
    begin << "final memory: 0x" << std::hex << victim << " holds ";
    EXPECT_EQ(text.rfind(begin.str(), 0), 0U) << text;
  }
}

// Threads' private memory is mapped too, but its stores are irrelevant.
TEST(HistoryChecker, MemoryThatIsNotSharedIsNotCompared) {
  constexpr Address kEnd = kA + 0x1000;
  BackingStore initial = memory_with(1, 2);
  initial.map(kEnd, 8);
  initial.word(kEnd) = 3;
  BackingStore final = memory_with(1, 2);
  final.map(kEnd, 8);
  final.word(kEnd) = 4;
  HistoryChecker checker(initial, 0, kEnd);
  checker.finish(final);
  EXPECT_EQ(checker.verdict(), "pass");
}

TEST(HistoryChecker, TheFirstViolationStays) {
  EXPECT_EQ(verdict({commit(1, 0, {{kA, 3}}, {}), commit(2, 1, {{kA, 4}}, {}), commit(2, 9, {}, {})},
                    memory_with(7, 7)),
            "thread 1 attempt 0 (order 0) read 0x3 at 0x10000, expected 0x1, its value at launch");
}

class PlainWrites : public testing::Test {
 protected:
  void report(const RandomAttempt& attempt) { checker_.attempt(attempt.view()); }
  std::string verdict(Word a, Word b) {
    checker_.finish(memory_with(a, b));
    return checker_.verdict();
  }
  BackingStore initial_ = memory_with(1, 2);
  HistoryChecker checker_{initial_, 0};
};

TEST_F(PlainWrites, AreSeenByLaterTransactions) {
  checker_.plain_write(kA, 5, {1});
  report(commit(2, 0, {{kA, 5}}, {{kA, 6}}));
  checker_.plain_write(kA, 7, {2});
  report(commit(3, 1, {{kA, 7}}, {}));
  EXPECT_EQ(verdict(7, 2), "pass");
}

TEST_F(PlainWrites, ALostOneIsCaught) {
  report(commit(2, 0, {{kA, 5}}, {}));
  EXPECT_EQ(verdict(5, 2),
            "thread 2 attempt 0 (order 0) read 0x5 at 0x10000, expected 0x1, its value at launch");
}

// Only plain stores have written the words, some of them while attempts waited for their place.
TEST_F(PlainWrites, AloneAreNoViolation) {
  checker_.plain_write(kA, 5, {1});
  report(commit(3, 1, {}, {}));
  checker_.plain_write(kA, 6, {2});
  checker_.plain_write(kB, 7, {1});
  checker_.plain_write(kA, 8, {1});
  report(commit(2, 0, {}, {}));
  EXPECT_EQ(verdict(8, 7), "pass");
}

TEST_F(PlainWrites, ALostOneIsCaughtInFinalMemory) {
  checker_.plain_write(kA, 5, {1});
  EXPECT_EQ(verdict(6, 2),
            "race with a non-transactional write of thread 1: final memory: 0x10000 holds 0x6, "
            "expected 0x5, written non-transactionally by thread 1");
}

// Thread 1 takes ownership of a word by order 1 and then writes it plainly, before order 0, which read the
// word earlier, is reported.
TEST_F(PlainWrites, AfterPrivatizationFollowTheCommitThatPrivatized) {
  report(commit(1, 1, {}, {{kB, 9}}));
  checker_.plain_write(kA, 5, {1});
  report(commit(2, 0, {{kA, 1}, {kB, 2}}, {}));
  report(commit(3, 2, {{kA, 5}}, {}));
  EXPECT_EQ(verdict(5, 9), "pass");
}

TEST_F(PlainWrites, RaceIsReportedAsARace) {
  checker_.plain_write(kA, 5, {1});
  report(commit(2, 0, {{kA, 1}}, {}));
  EXPECT_EQ(
      verdict(5, 2),
      "race with a non-transactional write of thread 1: thread 2 attempt 0 (order 0) read 0x1 at 0x10000, "
      "expected 0x5, written non-transactionally by thread 1");
}

TEST_F(PlainWrites, RaceWithAWaitingWriteIsReportedAsARace) {
  report(commit(3, 1, {}, {}));
  checker_.plain_write(kA, 5, {1});
  report(commit(2, 0, {{kA, 5}}, {}));
  EXPECT_EQ(
      verdict(5, 2),
      "race with a non-transactional write of thread 1: thread 2 attempt 0 (order 0) read 0x5 at 0x10000, "
      "expected 0x1, its value at launch");
}

TEST_F(PlainWrites, OwnOnesAreNoExcuse) {
  checker_.plain_write(kA, 5, {2});
  report(commit(2, 0, {{kA, 1}}, {}));
  EXPECT_EQ(verdict(5, 2),
            "thread 2 attempt 0 (order 0) read 0x1 at 0x10000, expected 0x5, "
            "written non-transactionally by thread 2");
}

TEST_F(PlainWrites, OldOnesAreNoExcuse) {
  checker_.plain_write(kA, 5, {1});
  for (std::uint64_t order = 0; order < 70000; ++order) checker_.skip_order(order);
  report(commit(3, 70000, {}, {{kA, 6}}));
  report(commit(2, 70001, {{kA, 5}}, {}));
  EXPECT_EQ(verdict(6, 2),
            "thread 2 attempt 0 (order 70001) read 0x5 at 0x10000, expected 0x6, "
            "written by thread 3 attempt 0 (order 70000)");
}

// Millions of attempts, out of order, with plain writes among them: no allocations once every page has been
// touched and the window has reached its width.
TEST(HistoryChecker, MemoryIsFlatInTheLengthOfTheRun) {
  constexpr unsigned kWords = 1 << 16;
  constexpr unsigned kGroup = 512;  // reported backwards, so 512 attempts wait at a time
  BackingStore memory;
  memory.map(kA, kWords * 4);
  HistoryChecker checker(memory, 0);
  auto random = tb::seeded_rng(1);
  std::vector<RandomAttempt> group(kGroup);
  std::vector<Address> plain(kGroup);
  const std::uint64_t attempts = tb::run_length(4000000);
  for (std::uint64_t done = 0; done < attempts; done += kGroup) {
    for (unsigned i = 0; i < kGroup; ++i) {
      RandomAttempt& attempt = group[i];
      attempt.order = done + i;
      attempt.committed = true;
      attempt.reads.clear();
      attempt.writes.clear();
      for (unsigned n = 0; n < 2; ++n) {
        const Address address = kA + static_cast<Address>(random() % (kWords / 2)) * 4;
        attempt.reads.push_back({address, memory.word(address)});
        attempt.writes.push_back({address, static_cast<Word>(random())});
      }
      for (const LogEntry& write : attempt.writes) memory.word(write.address) = write.value;
    }
    const std::size_t before = test::allocations();
    for (unsigned i = kGroup; i-- != 0;) {
      checker.attempt(group[i].view());
      if (i % 8 == 1) {
        const Address address = kA + static_cast<Address>(kWords / 2 + random() % (kWords / 2)) * 4;
        memory.word(address) = static_cast<Word>(random());
        checker.plain_write(address, memory.word(address), {1});
      }
    }
    if (done >= attempts / 4) {
      ASSERT_EQ(test::allocations(), before) << "after " << done << " attempts";
    }
  }
  checker.finish(memory);
  EXPECT_EQ(checker.verdict(), "pass");
}

/// Verdict of the independent reader in Python on an exported history.
std::string python_verdict(const std::string& jsonl) {
  const std::string path = testing::TempDir() + "gputm_history_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl";
  std::ofstream(path) << jsonl;
  const std::string command = "python3 " GPUTM_CHECK_HISTORY " " + path + " > " + path + ".verdict";
  const int status = std::system(command.c_str());
  std::string line;
  std::getline(std::ifstream(path + ".verdict"), line);
  std::remove(path.c_str());
  std::remove((path + ".verdict").c_str());
  EXPECT_EQ(status == 0, line == "pass") << line;
  return line;
}

std::string exported(const RandomHistory& history, std::mt19937_64& random) {
  std::ostringstream out;
  HistoryChecker checker(history.initial, 0);
  checker.write_to(out);
  history.report(checker, random, 20);
  checker.finish(history.final);
  return out.str();
}

TEST(HistoryExport, LinesAreAsDocumented) {
  std::ostringstream out;
  const BackingStore initial = memory_with(1, 2);
  HistoryChecker checker(initial, 5);
  checker.write_to(out);
  RandomAttempt aborted{.thread = 3, .number = 4, .reads = {{kB, 8}}, .writes = {}};
  checker.attempt(aborted.view());
  checker.skip_order(5);
  checker.attempt(commit(1, 6, {{kA, 1}, {kA, 1}}, {{kA, 4294967295}}).view());
  checker.finish(memory_with(4294967295, 2));
  EXPECT_EQ(checker.verdict(), "pass");
  EXPECT_EQ(out.str(),
            "{\"thread\":3,\"attempt\":4,\"outcome\":\"abort\",\"order\":null,\"reads\":[[65540,8]],"
            "\"writes\":[]}\n"
            "{\"thread\":1,\"attempt\":0,\"outcome\":\"commit\",\"order\":6,\"reads\":[[65536,1],[65536,1]],"
            "\"writes\":[[65536,4294967295]]}\n"
            "{\"final\":[[65536,4294967295],[65540,2]]}\n");
}

TEST(HistoryExport, EmptyRun) {
  std::ostringstream out;
  const BackingStore initial = memory_with(1, 2);
  HistoryChecker checker(initial, 0);
  checker.write_to(out);
  checker.finish(initial);
  EXPECT_EQ(out.str(), "{\"final\":[]}\n");
}

TEST(HistoryExport, IndependentReaderAgrees) {
  auto random = tb::seeded_rng(1);
  // Enough words that the last line is written in several parts.
  auto history = RandomHistory::make(random, 20000, 64, 10000, 1000, 0);
  EXPECT_EQ(python_verdict(exported(history, random)), "pass");
}

TEST(HistoryExport, IndependentReaderFindsTheSameViolation) {
  auto random = tb::seeded_rng(1);
  auto history = RandomHistory::make(random, 2000, 64, 50, 1000, 0);
  auto victim = std::ranges::find_if(history.attempts, [](const RandomAttempt& a) {
    return a.committed && a.order > 1000 && !a.reads.empty();
  });
  ASSERT_NE(victim, history.attempts.end());
  victim->reads[0].value += 5000;
  const std::string text = python_verdict(exported(history, random));
  EXPECT_NE(text.find("(order " + std::to_string(victim->order) + "): read"), std::string::npos) << text;
}

TEST(HistoryExport, IndependentReaderFindsWrongFinalMemory) {
  auto random = tb::seeded_rng(1);
  auto history = RandomHistory::make(random, 2000, 64, 50, 1000, 0);
  history.final.word(kA) += 1;
  EXPECT_EQ(python_verdict(exported(history, random)).rfind("final memory: 0x10000", 0), 0U);
}

}  // namespace
}  // namespace gputm::tm
