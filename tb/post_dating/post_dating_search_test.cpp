// Exhaustive searches: no order of events lets the rules accept a cycle of dependencies, and each rule is
// needed. GPUTM_LONG=2 or more adds the searches that take minutes.
#include <gtest/gtest.h>

#include <iostream>

#include "common/seed.h"
#include "post_dating/rule_switches.h"

namespace gputm::test {
namespace {

using post_dating::Rules;

Rules near_beginning() { return {}; }
Rules middle() {
  Rules rules;
  rules.cut = Rules::Cut::kMiddle;
  return rules;
}
Rules printed_cut() {
  Rules rules;
  rules.cut = Rules::Cut::kPrinted;
  return rules;
}
Rules push8() {
  Rules rules;
  rules.propagation_depth = 8;
  return rules;
}
/// A propagation with such small bounds that every way of giving up occurs, even with three transactions.
Rules push2() {
  Rules rules;
  rules.propagation_depth = 2;
  rules.propagation_successors = 1;
  return rules;
}
/// Timestamps run out at once and often.
Rules few_timestamps() {
  Rules rules = push8();
  rules.last_timestamp = 40;
  return rules;
}

/// Depth first, which needs little memory.
template <typename State, typename Limits>
std::size_t states_without_miss(const Limits& limits, const Rules& rules) {
  const SearchResult result = search(State(limits, rules), SearchOrder::kDepthFirst);
  std::cout << result.states << " states\n";
  EXPECT_FALSE(result.counterexample) << join(*result.counterexample);
  return result.states;
}
std::size_t search_dependencies(const DependencyLimits& limits, const Rules& rules) {
  return states_without_miss<DependencyHistory>(limits, rules);
}
std::size_t search_items(const ItemLimits& limits, const Rules& rules) {
  return states_without_miss<ItemHistory>(limits, rules);
}

/// Timestamps run out in every history of two commits.
Rules one_commit_of_timestamps(Rules rules) {
  rules.last_timestamp = 15;
  return rules;
}

bool long_run() { return tb::run_length(1) > 1; }

TEST(LiveTransactions, AcceptNoCycle) {
  const DependencyLimits limits{.transactions = 5, .slots = 5, .begun = true, .commits = false};
  EXPECT_GT(search_dependencies(limits, printed_cut()), 9000u);
  EXPECT_GT(search_dependencies(limits, middle()), 290000u);
  EXPECT_GT(search_dependencies(limits, near_beginning()), 25000u);
  if (!long_run()) return;
  search_dependencies(limits, push8());
  search_dependencies({.transactions = 6, .slots = 6, .begun = true, .commits = false}, printed_cut());
}

TEST(LiveTransactions, AcceptNoCycleWhenPropagated) {
  const DependencyLimits limits{
      .transactions = 4, .slots = 4, .begun = true, .commits = false, .repeats = true};
  EXPECT_GT(search_dependencies(limits, push8()), 2500u);
  EXPECT_GT(search_dependencies(limits, push2()), 1500u);
}

TEST(Commits, AcceptNoCycle) {
  const DependencyLimits limits{.transactions = 4, .slots = 4};
  for (const Rules& rules : {printed_cut(), middle(), near_beginning(), push8(), push2(), few_timestamps()}) {
    EXPECT_GT(search_dependencies(limits, rules), 10000u);
  }
}

TEST(LongCommits, OfFiveTransactionsAcceptNoCycle) {
  EXPECT_GT(search_dependencies({.transactions = 5, .slots = 5}, printed_cut()), 1000000u);
}

TEST(ReusedSlots, AcceptNoCycle) {
  const DependencyLimits three{.transactions = 4, .slots = 3, .aborts = true, .repeats = true};
  const DependencyLimits two{.transactions = 5, .slots = 2, .aborts = true, .repeats = true};
  for (const Rules& rules : {printed_cut(), middle(), near_beginning(), push8(), push2(), few_timestamps()}) {
    EXPECT_GT(search_dependencies(three, rules), 10000u);
    search_dependencies(two, rules);
  }
}

// Predecessor and successor get timestamps one after the other, with halves of other dependencies in between,
// as in a unit that processes several dependencies at a time independently.
TEST(OverlappingDependencies, AcceptNoCycle) {
  const DependencyLimits commits{.transactions = 3, .slots = 3, .aborts = true, .halves = 2};
  const DependencyLimits live{.transactions = 4, .slots = 4, .begun = true, .commits = false, .halves = 2};
  for (const Rules& rules : {printed_cut(), middle(), near_beginning()}) {
    EXPECT_GT(search_dependencies(commits, rules), 1000u);
    EXPECT_GT(search_dependencies(live, rules), 10000u);
  }
}

TEST(ItemHistories, AreSerializable) {
  for (const Rules& rules : {printed_cut(), middle(), near_beginning(), push2(), few_timestamps()}) {
    EXPECT_GT(search_items({.transactions = 3, .items = 2, .slots = 3}, rules), 50000u);
    EXPECT_GT(search_items({.transactions = 3, .items = 2, .slots = 2}, rules), 50000u);
  }
}

TEST(LongItemHistories, OfThreeItemsAreSerializable) {
  EXPECT_GT(search_items({.transactions = 3, .items = 3, .slots = 3}, push8()), 5000000u);
}

TEST(ItemHistories, OfFourTransactionsAreSerializable) {
  if (long_run()) search_items({.transactions = 4, .items = 2, .slots = 4}, push8());
  // With one item, every history.
  EXPECT_GT(search_items({.transactions = 4, .items = 1, .slots = 3}, push8()), 100000u);
}

// The transactions of a warp commit one after the other, with other transactions' accesses in between, into
// one version.
TEST(WarpCommits, AreSerializable) {
  for (const Rules& rules : {printed_cut(), middle(), near_beginning(), push2(), few_timestamps()}) {
    EXPECT_GT(search_items({.transactions = 3, .items = 2, .slots = 3, .versions = true}, rules), 50000u);
    EXPECT_GT(search_items({.transactions = 3, .items = 2, .slots = 2, .versions = true}, rules), 50000u);
  }
}

TEST(WarpCommits, AllowNoSnapshotBeforeTheirVersion) {
  const SearchResult result = search(
      ItemHistory(
          {.transactions = 3, .items = 2, .slots = 3, .versions = true, .snapshot_before_version = true}, {}),
      SearchOrder::kBreadthFirst);
  ASSERT_TRUE(result.counterexample);
  std::cout << join(*result.counterexample) << '\n';
}

// The dependency unit's use of ids: nothing distinguishes an id's occupants, but the id rests until none of
// them matters.
TEST(LongAmbiguousIds, AreHarmlessWhenTheyRest) {
  const ItemLimits limits{.transactions = 4, .items = 2, .slots = 2, .rested_slots = true};
  for (Rules rules : {middle(), near_beginning(), push2(), few_timestamps()}) {
    rules.entries_tell_occupants = false;
    rules.previous_widens = false;
    EXPECT_GT(search_items(limits, rules), 50000u);
  }
}

// Snapshots of versions that were published some time ago.
TEST(Versions, AcceptNoCycle) {
  for (const unsigned versions : {2U, 3U}) {
    for (const Rules& rules : {printed_cut(), middle(), push8(), push2(), few_timestamps(),
                               one_commit_of_timestamps(middle()), one_commit_of_timestamps(push2())}) {
      EXPECT_GT(search_dependencies({.transactions = 3, .slots = 3, .versions = versions}, rules), 400u);
      search_dependencies(
          {.transactions = 3, .slots = 2, .aborts = true, .repeats = true, .versions = versions}, rules);
    }
  }
}

TEST(LongVersions, OfFourTransactionsAcceptNoCycle) {
  for (const unsigned versions : {2U, 3U}) {
    const DependencyLimits limits{.transactions = 4, .slots = 4, .versions = versions};
    for (const Rules& rules : {near_beginning(), push8(), push2(), few_timestamps()})
      EXPECT_GT(search_dependencies(limits, rules), 200000u);
    for (const Rules& rules : {one_commit_of_timestamps(middle()), one_commit_of_timestamps(push2())})
      EXPECT_GT(search_dependencies(limits, rules), 20000u);
  }
}

TEST(LongVersions, OfReusedSlotsAcceptNoCycle) {
  const DependencyLimits limits{
      .transactions = 4, .slots = 3, .aborts = true, .repeats = true, .versions = 2};
  for (const Rules& rules : {middle(), push8(), few_timestamps()})
    EXPECT_GT(search_dependencies(limits, rules), 1000000u);
}

TEST(Versions, AreSerializable) {
  for (const Rules& rules : {middle(), push2()}) {
    EXPECT_GT(search_items({.transactions = 3, .items = 2, .slots = 2, .readable = 2}, rules), 400000u);
    EXPECT_GT(search_items({.transactions = 3, .items = 2, .slots = 2, .readable = 2},
                           one_commit_of_timestamps(rules)),
              30000u);
  }
}

TEST(LongVersions, AreSerializable) {
  for (const unsigned readable : {2U, 3U}) {
    const ItemLimits limits{.transactions = 3, .items = 2, .slots = 3, .readable = readable};
    for (const Rules& rules : {printed_cut(), middle(), near_beginning(), push2(), few_timestamps()})
      EXPECT_GT(search_items(limits, rules), 700000u);
    for (const Rules& rules : {one_commit_of_timestamps(middle()), one_commit_of_timestamps(push2())})
      EXPECT_GT(search_items(limits, rules), 90000u);
  }
}

// The dependency unit's use of ids, with versions: an id rests until every readable version has its
// occupants' commits.
TEST(LongVersions, AmbiguousIdsAreHarmlessWhenTheyRest) {
  const ItemLimits limits{.transactions = 4, .items = 2, .slots = 2, .rested_slots = true, .readable = 2};
  for (Rules rules : {middle(), one_commit_of_timestamps(middle())}) {
    rules.entries_tell_occupants = false;
    rules.previous_widens = false;
    EXPECT_GT(search_items(limits, rules), 50000u);
  }
}

TEST(ItemHistories, AreSerializableAcrossFlushes) {
  for (const Rules& rules : {middle(), push2()}) {
    const Rules few = one_commit_of_timestamps(rules);
    EXPECT_GT(search_items({.transactions = 3, .items = 2, .slots = 3}, few), 10000u);
    EXPECT_GT(search_items({.transactions = 4, .items = 1, .slots = 3}, few), 8000u);
  }
}

class EachRule : public testing::TestWithParam<RuleSwitch> {};

TEST_P(EachRule, IsNeeded) {
  const RuleSwitch& rule = GetParam();
  EXPECT_FALSE(rule.search_on().counterexample);
  const SearchResult off = rule.search_off();
  ASSERT_TRUE(off.counterexample) << "without it nothing goes wrong";
  std::cout << rule.without << ": " << join(*off.counterexample) << '\n';
}

INSTANTIATE_TEST_SUITE_P(Rules, EachRule, testing::ValuesIn(rule_switches()),
                         [](const auto& param) { return param.param.name; });

// As printed in the paper, the rules accept a cycle of three live transactions in three dependencies.
TEST(PrintedRules, AcceptACycleOfThree) {
  Rules rules = printed_cut();
  rules.open_is_infinite = false;
  rules.cts_never_falls = false;
  const DependencyLimits limits{.transactions = 3, .slots = 3, .begun = true, .commits = false};
  const SearchResult result = search(DependencyHistory(limits, rules), SearchOrder::kBreadthFirst);
  ASSERT_TRUE(result.counterexample);
  EXPECT_EQ(result.counterexample->size(), 3u) << join(*result.counterexample);
}

}  // namespace
}  // namespace gputm::test
