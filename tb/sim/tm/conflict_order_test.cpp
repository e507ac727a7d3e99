// Serial orders that follow from the order of accesses to each word: what the checker accepts, and the cycles
// that it reports. Random histories are compared with a search for cycles in the whole graph.
#include "tm/conflict_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "common/seed.h"

namespace gputm::tm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Address kA = 0x1000, kB = 0x1004;

struct Orders {
  /// Threads of attempts; 1000 + thread of stores, 2000 + thread of aborted attempts
  std::vector<std::uint32_t> emitted;
  ConflictOrder order{[this](const Attempt& attempt) {
                        EXPECT_EQ(attempt.order, attempts);
                        attempts += attempt.committed ? 1 : 0;
                        emitted.push_back(attempt.thread + (attempt.committed ? 0 : 2000));
                      },
                      [this](const PlainWrite& write) {
                        EXPECT_EQ(write.position, attempts);
                        emitted.push_back(1000 + write.thread);
                      }};
  std::uint64_t attempts = 0;

  void end(std::uint32_t thread, bool committed = true) {
    order.ended({.thread = thread, .committed = committed, .reads = {}, .writes = {}});
  }
  std::string verdict() {
    order.finish();
    return order.violation().value_or("pass");
  }
};

TEST(ConflictOrder, AReaderOfTheOldValueComesBeforeItsWriterThoughItEndsLater) {
  Orders history;
  history.order.read(1, kA);
  history.order.write(2, kA);
  history.end(2);
  EXPECT_TRUE(history.emitted.empty());
  history.end(1);
  EXPECT_EQ(history.verdict(), "pass");
  EXPECT_THAT(history.emitted, ElementsAre(1, 2));
  EXPECT_EQ(history.order.held(), 0U);
}

TEST(ConflictOrder, AnAbortedReaderComesBeforeTheNextWriter) {
  Orders history;
  history.order.read(1, kA);
  history.order.write(2, kA);
  history.end(2);
  history.end(1, false);
  EXPECT_THAT(history.emitted, ElementsAre(2001, 2));
  // Its next attempt is another one, which reads the new value.
  history.order.read(1, kA);
  history.end(1);
  EXPECT_EQ(history.verdict(), "pass");
  EXPECT_THAT(history.emitted, ElementsAre(2001, 2, 1));
}

TEST(ConflictOrder, AnAbortedReaderOfTwoStatesIsACycle) {
  Orders history;
  history.order.read(1, kA);
  history.order.write(2, kA);
  history.order.write(2, kB);
  history.end(2);
  history.order.read(1, kB);
  history.end(1, false);
  EXPECT_THAT(history.verdict(), HasSubstr("thread 1 attempt 0 (aborted)"));
  EXPECT_TRUE(history.emitted.empty());
}

TEST(ConflictOrder, AnAbortedAttemptWithoutAccessesIsNoReader) {
  Orders history;
  history.end(1, false);
  EXPECT_EQ(history.verdict(), "pass");
  EXPECT_TRUE(history.emitted.empty());
}

TEST(ConflictOrder, WriteSkewIsACycle) {
  Orders history;
  for (const std::uint32_t thread : {1, 2}) {
    history.order.read(thread, kA);
    history.order.read(thread, kB);
  }
  history.order.write(1, kA);
  history.order.write(2, kB);
  history.end(1);
  history.end(2);
  EXPECT_THAT(history.verdict(), HasSubstr("cycle of dependencies: thread "));
  EXPECT_TRUE(history.emitted.empty());
}

TEST(ConflictOrder, AStoreBetweenTheReadAndTheWriteOfAnAttemptIsARace) {
  Orders history;
  history.order.read(1, kA);
  history.order.store({.address = kA, .value = 5, .thread = 7});
  history.order.write(1, kA);
  history.end(1);
  EXPECT_THAT(history.verdict(),
              HasSubstr("race with a non-transactional write of thread 7: cycle of dependencies"));
}

TEST(ConflictOrder, AStoreWaitsForReadersOfTheOldValue) {
  Orders history;
  history.order.read(1, kA);
  history.order.store({.address = kA, .value = 5, .thread = 7});
  EXPECT_EQ(history.order.waiting_store(kA, 1), 7U);
  EXPECT_EQ(history.order.waiting_store(kA, 7), std::nullopt);
  history.end(1);
  EXPECT_EQ(history.verdict(), "pass");
  EXPECT_THAT(history.emitted, ElementsAre(1, 1007));
}

TEST(ConflictOrder, AnAttemptWithoutAccessesIsEmittedAtOnce) {
  Orders history;
  history.end(3);
  EXPECT_THAT(history.emitted, ElementsAre(3));
}

/// Random accesses of attempts, some of which abort, and stores; all dependencies are kept.
TEST(ConflictOrder, RandomHistoriesAreJudgedAsByTheWholeGraph) {
  tb::Rng rng = tb::seeded_rng(71);
  unsigned cycles = 0;
  constexpr unsigned kHistories = 3000;
  for (unsigned n = 0; n < kHistories; ++n) {
    Orders history;
    struct Node {
      std::set<unsigned> before;
      bool counts = false;  ///< has ended, with accesses if it has aborted; or is a store
    };
    std::vector<Node> nodes;
    std::map<std::uint32_t, unsigned> running;  // node by thread
    struct Last {
      int writer = -1;
      std::set<unsigned> readers;
    };
    std::map<Address, Last> words;
    const auto node_of = [&](std::uint32_t thread) {
      const auto [place, first] = running.try_emplace(thread, static_cast<unsigned>(nodes.size()));
      if (first) nodes.emplace_back();
      return place->second;
    };
    const auto write = [&](unsigned node, Address word) {
      Last& last = words[word];
      if (last.writer >= 0) nodes[node].before.insert(static_cast<unsigned>(last.writer));
      nodes[node].before.insert(last.readers.begin(), last.readers.end());
      last = {.writer = static_cast<int>(node), .readers = {}};
    };
    std::set<std::uint32_t> writers;  // attempts that have written commit, as under an eager system
    for (unsigned step = 0; step < 24; ++step) {
      const auto thread = static_cast<std::uint32_t>(rng() % 4);
      const Address word = kA + 4 * static_cast<Address>(rng() % 4);
      switch (rng() % 8) {
        case 0:
          nodes.emplace_back().counts = true;
          write(static_cast<unsigned>(nodes.size() - 1), word);
          history.order.store({.address = word, .value = step, .thread = thread});
          break;
        case 1:
        case 2: {
          const bool commits = writers.contains(thread) || rng() % 2 == 0;
          const bool ran = running.contains(thread);
          nodes[node_of(thread)].counts = commits || ran;
          running.erase(thread);
          writers.erase(thread);
          history.end(thread, commits);
          break;
        }
        case 3:
        case 4:
          write(node_of(thread), word);
          writers.insert(thread);
          history.order.write(thread, word);
          break;
        default: {
          const unsigned node = node_of(thread);
          Last& last = words[word];
          if (last.writer >= 0) nodes[node].before.insert(static_cast<unsigned>(last.writer));
          last.readers.insert(node);
          history.order.read(thread, word);
        }
      }
    }
    for (const auto& [thread, node] : std::map(running)) {
      nodes[node].counts = true;
      history.end(thread);
    }
    std::set<unsigned> left;
    for (unsigned i = 0; i < nodes.size(); ++i)
      if (nodes[i].counts) left.insert(i);
    const std::size_t all = left.size();
    for (bool removed = true; removed;) {
      removed = false;
      for (const unsigned i : std::set(left)) {
        const bool free = std::ranges::none_of(
            nodes[i].before, [&](unsigned other) { return other != i && left.contains(other); });
        if (!free) continue;
        left.erase(i);
        removed = true;
      }
    }
    const std::string verdict = history.verdict();
    ASSERT_EQ(verdict == "pass", left.empty()) << "history " << n << ": " << verdict;
    ASSERT_EQ(history.emitted.size(), all - left.size()) << "history " << n;
    cycles += left.empty() ? 0 : 1;
  }
  EXPECT_GT(cycles, kHistories / 20);
  EXPECT_LT(cycles, kHistories * 19 / 20);
}

}  // namespace
}  // namespace gputm::tm
