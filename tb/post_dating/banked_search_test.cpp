// Exhaustive searches of a dependency unit with banks: in no order of lookups, decisions, begins, ends and
// retirements do transactions commit that have no serial order, and each rule of the banks is needed.
#include <gtest/gtest.h>

#include <iostream>

#include "post_dating/banked_history.h"

namespace gputm::test {
namespace {

post_dating::Rules propagating() {
  post_dating::Rules rules;
  rules.propagation_depth = 8;
  return rules;
}

std::size_t states(const BankLimits& limits, const post_dating::Rules& dating) {
  const SearchResult result = search(BankedHistory(limits, dating, {}), SearchOrder::kDepthFirst);
  std::cout << result.states << " states\n";
  EXPECT_FALSE(result.counterexample) << join(*result.counterexample);
  return result.states;
}

TEST(BankedSearch, CommitsHaveASerialOrder) {
  for (const post_dating::Rules& dating : {post_dating::Rules{}, propagating()}) {
    EXPECT_GT(states({.transactions = 3, .items = 2, .slots = 2}, dating), 10000u);
    EXPECT_GT(states({.transactions = 3, .items = 1, .slots = 3}, dating), 10000u);
    EXPECT_GT(states({.transactions = 4, .items = 1, .slots = 2, .banks = 1}, dating), 10000u);
  }
}

void expect_needed(const BankRules& rules, const BankLimits& limits) {
  const SearchResult result =
      search(BankedHistory(limits, propagating(), rules), SearchOrder::kBreadthFirst, 5'000'000);
  ASSERT_TRUE(result.counterexample) << result.states << " states";
  std::cout << join(*result.counterexample) << "\n";
}

TEST(BankedSearch, AnItemHasOneBank) {
  expect_needed({.one_bank = false}, {.transactions = 2, .items = 2, .slots = 2});
}
TEST(BankedSearch, EndsAwaitAnswers) {
  expect_needed({.ends_await = false}, {.transactions = 2, .items = 2, .slots = 2});
}
TEST(BankedSearch, FencesPassEachBank) {
  expect_needed({.fence_in_each = false}, {.transactions = 3, .items = 2, .slots = 2});
}
TEST(BankedSearch, BanksAnswerOnlyWhatIsAlone) {
  expect_needed({.alone_if_alone = false}, {.transactions = 3, .items = 2, .slots = 3});
}

}  // namespace
}  // namespace gputm::test
