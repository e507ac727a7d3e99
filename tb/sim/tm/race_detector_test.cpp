// Races between transactions and accesses outside of them: each rule of docs/reference/history.md, and the
// orderings that prevent a race.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tm/history.h"

namespace gputm::tm {
namespace {

constexpr Address kA = 0x10000, kB = kA + 4;

memory::BackingStore memory_with(Word a, Word b) {
  memory::BackingStore memory;
  memory.map(kA, 8);
  memory.word(kA) = a;
  memory.word(kB) = b;
  return memory;
}

class Races : public ::testing::Test {
 protected:
  /// Thread `thread` commits; its transaction was the `begun`th to begin.
  void commit(std::uint32_t thread, std::uint64_t order, std::uint32_t begun,
              const std::vector<LogEntry>& reads, const std::vector<LogEntry>& writes) {
    checker_.attempt({.thread = thread,
                      .committed = true,
                      .order = order,
                      .begun = begun,
                      .reads = reads,
                      .writes = writes});
  }
  /// Memory ends with these words.
  std::string verdict(Word a, Word b) {
    checker_.finish(memory_with(a, b));
    return checker_.verdict();
  }

  memory::BackingStore initial_ = memory_with(1, 2);
  HistoryChecker checker_{initial_, 0};
};

TEST_F(Races, AStoreWhileATransactionRuns) {
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 1});
  commit(2, 0, 1, {{kA, 5}}, {{kA, 6}});
  EXPECT_EQ(
      verdict(6, 2),
      "race with a non-transactional write of thread 1: thread 2 attempt 0 (order 0) wrote 0x6 at 0x10000, "
      "where thread 1 stored 0x5 while the transaction ran");
}

TEST_F(Races, NotAStoreThatWasIssuedBeforeTheTransactionBegan) {
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 1});
  commit(2, 0, 2, {{kA, 5}}, {{kA, 6}});
  EXPECT_EQ(verdict(6, 2), "pass");
}

TEST_F(Races, NotAStoreThatItsThreadHasPublished) {
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 2});
  commit(1, 0, 1, {}, {{kB, 9}});
  commit(2, 1, 2, {{kB, 9}, {kA, 5}}, {{kA, 6}});
  EXPECT_EQ(verdict(6, 9), "pass");
}

TEST_F(Races, NotAStoreThatAnotherThreadHasPublished) {
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 1});
  commit(3, 0, 2, {}, {{kB, 9}});  // behind a barrier
  commit(2, 1, 1, {{kB, 9}, {kA, 5}}, {{kA, 6}});
  EXPECT_EQ(verdict(6, 9), "pass");
}

// Thread 1 takes ownership of A by order 1; order 0 has written it before, and is reported late.
TEST_F(Races, NotAStoreBehindAPrivatization) {
  commit(1, 1, 2, {}, {{kB, 9}});
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 2});
  commit(2, 0, 1, {{kB, 2}}, {{kA, 6}});
  checker_.plain_read(kA, 5, {.thread = 1, .moment = 2});
  EXPECT_EQ(verdict(5, 9), "pass");
}

TEST_F(Races, AStoreThatAnEarlierTransactionOverwrites) {
  commit(1, 1, 2, {}, {{kB, 9}});
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 2});
  checker_.plain_read(kA, 6, {.thread = 1, .moment = 2});
  commit(2, 0, 1, {{kB, 2}}, {{kA, 6}});
  checker_.plain_write(kA, 7, {.thread = 1, .moment = 2});
  EXPECT_EQ(
      verdict(7, 9),
      "race with a non-transactional write of thread 1: 0x5 at 0x10000 was overwritten with 0x6 by thread 2 "
      "attempt 0 (order 0), which is before the store in the serial order");
}

TEST_F(Races, NotAStoreThatALaterTransactionMayHaveOverwritten) {
  commit(1, 1, 2, {}, {{kB, 9}});
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 2});
  checker_.plain_read(kA, 6, {.thread = 1, .moment = 2});
  commit(2, 0, 1, {{kB, 2}}, {{kA, 6}});
  commit(3, 2, 3, {{kB, 9}}, {{kA, 6}});
  EXPECT_EQ(verdict(6, 9), "pass");
}

TEST_F(Races, AnUpdateFromAValueThatATransactionHasReplaced) {
  checker_.plain_read(kA, 1, {.thread = 1, .moment = 1, .epoch = 3});
  commit(2, 0, 1, {{kA, 1}}, {{kA, 2}});
  checker_.plain_write(kA, 7, {.thread = 1, .moment = 1, .epoch = 4});
  EXPECT_EQ(
      verdict(7, 2),
      "race with a non-transactional write of thread 1: at 0x10000 it overwrites what thread 2 attempt 0 "
      "(order 0) wrote after the thread had read 0x1 there");
}

TEST_F(Races, AnUpdateInOneGoAroundATransaction) {
  checker_.plain_read(kA, 1, {.thread = 1, .moment = 0, .epoch = 3});
  commit(2, 0, 1, {{kA, 1}}, {{kA, 2}});
  checker_.plain_write(kA, 7, {.thread = 1, .moment = 1, .epoch = 3});
  EXPECT_THAT(verdict(7, 2), ::testing::HasSubstr("it overwrites what thread 2 attempt 0 (order 0) wrote"));
}

TEST_F(Races, NotAnUpdateThatMayKnowOfTheTransaction) {
  checker_.plain_read(kA, 1, {.thread = 1, .moment = 0, .epoch = 3});
  commit(2, 0, 1, {{kA, 1}}, {{kA, 2}});
  checker_.plain_write(kA, 7, {.thread = 1, .moment = 1, .epoch = 4});
  EXPECT_EQ(verdict(7, 2), "pass");
}

TEST_F(Races, NotAnAtomicOperation) {
  checker_.plain_read(kA, 1, {.thread = 1, .moment = 0, .epoch = 3});
  commit(2, 0, 1, {{kA, 1}}, {{kA, 2}});
  checker_.plain_write(kA, 3, {.thread = 1, .moment = 1, .epoch = 3}, true);
  EXPECT_EQ(verdict(3, 2), "pass");
}

TEST_F(Races, NotAnUpdateFromTheTransactionsValue) {
  checker_.plain_read(kA, 2, {.thread = 1, .moment = 1, .epoch = 3});  // stored, but not reported yet
  commit(2, 0, 1, {{kA, 1}}, {{kA, 2}});
  checker_.plain_write(kA, 3, {.thread = 1, .moment = 1, .epoch = 3});
  EXPECT_EQ(verdict(3, 2), "pass");
}

TEST_F(Races, AreSaidAfterViolations) {
  checker_.plain_write(kA, 5, {.thread = 1, .moment = 1});
  commit(2, 0, 1, {}, {{kA, 6}});
  commit(3, 1, 2, {{kB, 7}}, {});
  EXPECT_EQ(verdict(6, 2),
            "thread 3 attempt 0 (order 1) read 0x7 at 0x10004, expected 0x2, its value at launch");
}

}  // namespace
}  // namespace gputm::tm
