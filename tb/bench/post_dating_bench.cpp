// The rate of false verdicts of post-dating, and of missed cycles (zero): random dependencies among live
// transactions, and exhaustive searches of the sizes that take seconds.
#include <iostream>
#include <nlohmann/json.hpp>

#include "post_dating/dependency_history.h"
#include "post_dating/item_history.h"
#include "post_dating/random_edges.h"

namespace gputm::test {
namespace {

std::uint64_t missed_by_searches(const post_dating::Rules& rules) {
  const DependencyLimits commits{.transactions = 4, .slots = 4};
  const DependencyLimits reuse{.transactions = 4, .slots = 3, .aborts = true, .repeats = true};
  const ItemLimits items{.transactions = 3, .items = 2, .slots = 3};
  std::uint64_t missed = 0;
  for (const DependencyLimits& limits : {commits, reuse}) {
    missed += search(DependencyHistory(limits, rules), SearchOrder::kBreadthFirst).counterexample.has_value();
  }
  return missed + search(ItemHistory(items, rules), SearchOrder::kBreadthFirst).counterexample.has_value();
}

void measure() {
  post_dating::Rules repaired;
  repaired.cut = post_dating::Rules::Cut::kPrinted;
  const post_dating::Rules near;
  post_dating::Rules push8;
  push8.propagation_depth = 8;

  const RandomEdges what;
  std::uint64_t missed = 0;
  nlohmann::json falsely;
  for (const auto& [name, rules] : {std::pair{"repaired", repaired}, {"near", near}, {"push8", push8}}) {
    const EdgeVerdicts verdicts = judge_random_edges(what, rules);
    falsely[name] = static_cast<double>(verdicts.falsely) / what.runs;
    missed += verdicts.missed + missed_by_searches(rules);
  }
  std::cout << nlohmann::json{{"post_dating_missed_cycles", missed}} << '\n'
            << nlohmann::json{{"post_dating_false_verdicts", falsely}} << '\n';
}

}  // namespace
}  // namespace gputm::test

int main() { gputm::test::measure(); }
