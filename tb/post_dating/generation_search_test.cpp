// Exhaustive searches: in no order of events is a reader taken for that of another transaction with the same
// id, nor do dead ids wait for ever, and each rule is needed.
#include <gtest/gtest.h>

#include <iostream>

#include "post_dating/generations.h"

namespace gputm::test {
namespace {

constexpr GenerationLimits kLimits[] = {
    {.ids = 2, .generations = 2, .rows = 2, .passes = 1},
    {.ids = 2, .generations = 2, .rows = 2, .passes = 2},
    {.ids = 1, .generations = 2, .rows = 4, .passes = 2},
    {.ids = 1, .generations = 2, .rows = 3, .passes = 3},
    {.ids = 1, .generations = 4, .rows = 2, .passes = 1},
    {.ids = 1, .generations = 4, .rows = 2, .passes = 2},
};

TEST(GenerationSearch, NoReaderIsTakenForAnother) {
  for (const GenerationLimits& limits : kLimits) {
    const SearchResult result = search(Generations(limits, {}), SearchOrder::kDepthFirst);
    std::cout << result.states << " states\n";
    EXPECT_GT(result.states, 1000u);
    EXPECT_FALSE(result.counterexample) << join(*result.counterexample);
  }
}

/// Whether some search goes wrong.
bool is_needed(const GenerationRules& rules) {
  for (const GenerationLimits& limits : kLimits) {
    const SearchResult result = search(Generations(limits, rules), SearchOrder::kBreadthFirst);
    if (!result.counterexample) continue;
    std::cout << join(*result.counterexample) << "\n";
    return true;
  }
  return false;
}

TEST(GenerationSearch, EachRuleIsNeeded) {
  EXPECT_TRUE(is_needed({.clean_only = false}));
  EXPECT_TRUE(is_needed({.whole_rounds = false}));
  EXPECT_TRUE(is_needed({.sampled_before = false}));
  EXPECT_TRUE(is_needed({.moves_without_dead = false}));
  EXPECT_TRUE(is_needed({.fenced = false}));
}

}  // namespace
}  // namespace gputm::test
