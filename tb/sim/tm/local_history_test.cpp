// Attempts without an order of their own (Attempt::local): they follow all attempts reported before them,
// even while these wait for their predecessors.
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "tm/history.h"

namespace gputm::tm {
namespace {

constexpr Address kA = 0x10000, kB = kA + 4;

class LocalAttempts : public ::testing::Test {
 protected:
  LocalAttempts() : memory_(memory_with(1, 2)), checker_(memory_, 0) {}

  static memory::BackingStore memory_with(Word a, Word b) {
    memory::BackingStore memory;
    memory.map(kA, 8);
    memory.word(kA) = a;
    memory.word(kB) = b;
    return memory;
  }
  void commit(std::uint64_t order, const std::vector<LogEntry>& reads, const std::vector<LogEntry>& writes) {
    checker_.attempt({.thread = 7, .committed = true, .order = order, .reads = reads, .writes = writes});
  }
  void local(const std::vector<LogEntry>& reads, const std::vector<LogEntry>& writes) {
    checker_.attempt({.thread = 3, .committed = true, .local = true, .reads = reads, .writes = writes});
  }
  std::string verdict(Word a, Word b) {
    checker_.finish(memory_with(a, b));
    return checker_.verdict();
  }

  memory::BackingStore memory_;
  HistoryChecker checker_;
};

TEST_F(LocalAttempts, SeeWhatWasReportedAndAreSeen) {
  commit(0, {{kA, 1}}, {{kA, 5}});
  local({{kA, 5}}, {{kA, 6}, {kB, 7}});
  local({{kB, 7}}, {{kB, 8}});
  commit(1, {{kA, 6}, {kB, 8}}, {{kB, 9}});
  EXPECT_EQ(verdict(6, 9), "pass");
}

TEST_F(LocalAttempts, WaitForThoseBeforeThem) {
  commit(1, {}, {{kA, 5}});  // 0 is missing
  local({{kA, 5}}, {{kB, 7}});
  checker_.plain_write(kB, 8, {3});
  local({{kB, 8}}, {{kB, 9}});
  commit(0, {{kA, 1}, {kB, 2}}, {});
  commit(2, {{kB, 9}}, {});
  EXPECT_EQ(verdict(5, 9), "pass");
}

TEST_F(LocalAttempts, WrongReadsAreCaught) {
  commit(0, {}, {{kA, 5}});
  local({{kA, 1}}, {});
  EXPECT_EQ(verdict(5, 2),
            "thread 3 attempt 0 (order 1) read 0x1 at 0x10000, expected 0x5, written by thread 7 attempt 0 "
            "(order 0)");
}

TEST_F(LocalAttempts, WrongReadsOfThoseThatWaitedAreCaught) {
  commit(1, {}, {{kA, 5}});
  local({{kA, 1}}, {});
  commit(0, {}, {});
  EXPECT_NE(verdict(5, 2), "pass");
}

TEST_F(LocalAttempts, LostWritesAreCaught) {
  local({}, {{kB, 7}});
  EXPECT_NE(verdict(1, 2), "pass");
}

TEST_F(LocalAttempts, AreWrittenWithTheirPlace) {
  std::ostringstream out;
  checker_.write_to(out);
  commit(0, {}, {{kA, 5}});
  local({{kA, 5}}, {{kB, 7}});
  EXPECT_EQ(verdict(5, 7), "pass");
  EXPECT_NE(out.str().find("\"outcome\":\"commit\",\"order\":1,\"local\":true,\"reads\":[[65536,5]]"),
            std::string::npos)
      << out.str();
}

}  // namespace
}  // namespace gputm::tm
