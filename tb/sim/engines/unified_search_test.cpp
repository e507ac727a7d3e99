// Transactions over both memories: owners of local words and commit ids never wait for each other, in any
// order of events, and every history matches its serial order. All states of all small programs are visited.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/seed.h"
#include "unified_model.h"

namespace gputm::test {
namespace {

/// All scripts of at most `length` accesses, each to another word.
std::vector<UnifiedScript> scripts(unsigned length) {
  std::vector<UnifiedScript> all{{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == length) continue;
    for (unsigned what = 0; what < 8; ++what) {
      const UnifiedAccess access{(what & 1) != 0, static_cast<std::uint8_t>((what >> 1) & 1),
                                 (what & 4) != 0};
      bool again = false;
      for (const UnifiedAccess& other : all[i])
        again = again || (other.local == access.local && other.word == access.word);
      if (again) continue;
      all.push_back(all[i]);
      all.back().push_back(access);
    }
  }
  all.erase(all.begin());
  return all;
}

UnifiedAccess local(std::uint8_t word) { return {true, word, true}; }
UnifiedAccess global(std::uint8_t word) { return {false, word, true}; }

std::size_t expect_right(const UnifiedProgram& program) {
  const UnifiedFindings findings = search_all(program, {});
  EXPECT_FALSE(findings.wrong);
  EXPECT_FALSE(findings.stuck);
  return findings.states;
}

TEST(UnifiedSearch, TwoTransactionsOfTwoAccesses) {
  std::size_t states = 0;
  const auto all = scripts(2);
  for (const UnifiedScript& first : all) {
    for (const UnifiedScript& second : all) {
      states += expect_right({{first, second}, {0, 1}});
      states += expect_right({{first, second}, {0, 0}});
      if (testing::Test::HasFailure()) return;
    }
  }
  RecordProperty("states", std::to_string(states));
  EXPECT_GT(states, all.size() * all.size() * 10);
}

TEST(UnifiedSearch, ThreeTransactionsOfUpToThreeAccesses) {
  tb::Rng rng = tb::seeded_rng(61);
  const auto all = scripts(3);
  const auto one = [&] { return all[tb::below(rng, all.size())]; };
  for (std::uint64_t i = tb::run_length(1000); i != 0; --i) {
    UnifiedProgram program{{one(), one(), one()}, {0, 1, 2}};
    for (std::uint8_t& warp : program.warp_of) warp = static_cast<std::uint8_t>(tb::below(rng, 3));
    expect_right(program);
    if (testing::Test::HasFailure()) return;
  }
}

/// Two threads that access both local words, in opposite orders, and a global word.
const UnifiedProgram kCrossed{{{local(0), global(0), local(1)}, {local(1), global(0), local(0)}}, {0, 1}};
/// A local word that both write, and a global word each.
const UnifiedProgram kMoved{{{local(0), global(0)}, {global(0), local(0)}, {global(0)}}, {0, 1, 2}};

TEST(UnifiedSearch, TheCrossedAndTheMovedAreRight) {
  expect_right(kCrossed);
  expect_right(kMoved);
}

TEST(UnifiedSearch, WaitingForOwnersIsADeadlock) {
  EXPECT_TRUE(search_all(kCrossed, {.requester_loses = false}).stuck);
}

TEST(UnifiedSearch, IdsBeforeOwnershipAreADeadlock) {
  EXPECT_TRUE(search_all(kCrossed, {.ids_at_the_end = false}).stuck);
}

TEST(UnifiedSearch, ALogThatIsSentAfterALocalConflictIsFound) {
  const UnifiedProgram program{{{global(0), local(0)}, {local(0)}, {local(1)}}, {0, 1, 0}};
  EXPECT_TRUE(search_all(program, {.lost_logs_are_withdrawn = false}).wrong);
}

TEST(UnifiedSearch, LocalMemoryThatIsNotRestoredIsFound) {
  EXPECT_TRUE(search_all(kMoved, {.failed_are_restored = false}).wrong);
}

TEST(UnifiedSearch, LocalWordsThatAreFreeTooEarlyAreFound) {
  EXPECT_TRUE(search_all(kMoved, {.held_until_decided = false}).wrong);
}

}  // namespace
}  // namespace gputm::test
