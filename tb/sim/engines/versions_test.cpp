// Versions of memory against complete copies, one for each commit.
#include <gtest/gtest.h>

#include <map>

#include "common/seed.h"
#include "engines/snapshot/versions.h"

namespace gputm::engines::snapshot {
namespace {

constexpr unsigned kWords = 12;
constexpr Address word(unsigned i) { return 0x1000 + i * 4; }

TEST(Versions, AreWhatMemoryWasAtTheirPlace) {
  auto random = tb::seeded_rng(1);
  for (unsigned run = 0; run < 6; ++run) {
    Versions versions(static_cast<unsigned>(3 + tb::below(random, 6)));
    std::vector<std::vector<Word>> copies{std::vector<Word>(kWords)};  // after each commit
    std::vector<Position> last(kWords);  // number of the last commit that wrote the word, from 1
    std::vector<Position> taken;
    for (std::uint64_t step = 0; step < tb::run_length(1500); ++step) {
      const auto choice = tb::below(random, 10);
      const Position commits = copies.size() - 1;
      if (choice < 3 && taken.size() < 12) {
        taken.push_back(versions.newest());
        versions.take(taken.back());
      } else if (choice < 6 && !taken.empty()) {
        std::swap(taken[tb::below(random, taken.size())], taken.back());
        versions.release(taken.back());
        taken.pop_back();
      } else if (choice < 8) {
        std::vector<Word> next = copies.back();
        for (unsigned i = 0; i < kWords; ++i) {
          if (!tb::one_in(random, 4)) continue;
          versions.overwritten(word(i), commits, next[i]);
          next[i] = static_cast<Word>(random());
          last[i] = commits + 1;
        }
        copies.push_back(next);
      } else if (versions.can_publish()) {
        versions.publish(commits);
      }
      for (const Position version : taken) {
        for (unsigned i = 0; i < kWords; ++i) {
          ASSERT_EQ(versions.read(word(i), version, copies.back()[i]), copies[version][i]);
          ASSERT_EQ(versions.overwritten_since(word(i), version), last[i] > version);
        }
      }
      if (copies.size() > 400) break;
    }
  }
}

TEST(Versions, WaitForRoom) {
  Versions versions(3);  // two that are read, and the one that is written
  EXPECT_EQ(versions.readable(), 1u);
  const Position first = versions.newest();
  versions.take(first);
  ASSERT_TRUE(versions.can_publish());
  versions.publish(1);
  EXPECT_EQ(versions.readable(), 2u);
  const Position second = versions.newest();
  versions.take(second);
  EXPECT_EQ(second, 1u);
  EXPECT_FALSE(versions.can_publish()) << "both are read";
  EXPECT_EQ(versions.oldest(), first);
  versions.release(first);
  EXPECT_TRUE(versions.can_publish());
  EXPECT_EQ(versions.oldest(), second);
  versions.release(second);
  EXPECT_EQ(versions.oldest(), versions.newest());
}

}  // namespace
}  // namespace gputm::engines::snapshot
