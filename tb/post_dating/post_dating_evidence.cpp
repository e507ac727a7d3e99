// Prints the results in docs/snapshot/post_dating, as one JSON object: the smallest counterexample without
// each rule, and the rate of false verdicts for each bound of propagation.
#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "post_dating/random_edges.h"
#include "post_dating/rule_switches.h"

namespace gputm::test {
namespace {

nlohmann::json counterexamples() {
  nlohmann::json all = nlohmann::json::array();
  for (const RuleSwitch& rule : rule_switches()) {
    nlohmann::json steps = nlohmann::json::array();
    const SearchResult off = rule.search_off();
    for (const SearchResult::Step& step : off.counterexample.value()) {
      steps.push_back({{"event", step.event}, {"timestamps", step.timestamps}});
    }
    all.push_back({{"rule", rule.name}, {"without", rule.without}, {"steps", steps}});
  }
  return all;
}

double false_verdicts(const post_dating::Rules& rules) {
  const RandomEdges what;
  return static_cast<double>(judge_random_edges(what, rules).falsely) / what.runs;
}

/// Table entries per entry of a live transaction: 32 transactions in flight, each of 16 accesses except one
/// in `rare`, which has `longer` times as many; blocks rarely shared.
nlohmann::json retention(unsigned rare, unsigned longer) {
  constexpr unsigned kSlots = 32;
  constexpr unsigned kAccesses = 16;
  tb::Rng rng(1);
  post_dating::DependencyTracker tracker(kSlots, {});
  std::array<unsigned, kSlots> left{};
  std::uint64_t retained = 0;
  std::uint64_t live = 0;
  std::size_t most = 0;
  for (unsigned step = 0; step < 100000; ++step) {
    const auto slot = static_cast<unsigned>(tb::below(rng, kSlots));
    if (!tracker.live(slot)) {
      tracker.begin(slot);
      left[slot] = kAccesses * (tb::one_in(rng, rare) ? longer : 1);
    } else if (left[slot] == 0) {
      tracker.commit(slot);
    } else {
      --left[slot];
      if (tracker.read(slot, static_cast<post_dating::Block>(tb::below(rng, 1U << 30))) !=
          post_dating::Access::kDone) {
        tracker.abort(slot);
      }
    }
    if (step < 10000) continue;  // until it is steady
    retained += tracker.retained_entries();
    live += tracker.entries() - tracker.retained_entries();
    most = std::max(most, tracker.entries());
  }
  return {{"rare", rare},
          {"longer", longer},
          {"retained", static_cast<double>(retained) / static_cast<double>(live)},
          {"most", static_cast<double>(most) / (kSlots * kAccesses)}};
}

nlohmann::json prices() {
  nlohmann::json result;
  post_dating::Rules printed;
  printed.cut = post_dating::Rules::Cut::kPrinted;
  result["printed_cut"] = false_verdicts(printed);
  for (const post_dating::Timestamp increment : {1, 4, 10, 64, 1024}) {
    nlohmann::json row{{"increment", increment}};
    for (const auto& [name, cut] :
         {std::pair{"near", post_dating::Rules::Cut::kNear}, {"middle", post_dating::Rules::Cut::kMiddle}}) {
      post_dating::Rules plain;
      plain.cut = cut;
      plain.increment = increment;
      post_dating::Rules push = plain;
      push.propagation_depth = 16;
      row[name] = false_verdicts(plain);
      row[std::string(name) + "_push"] = false_verdicts(push);
    }
    result["increments"].push_back(row);
  }
  for (const unsigned bound : {1U, 2U, 4U, 6U, 8U, 12U, 16U, 64U}) {
    for (const unsigned successors : {1U, 2U, 4U, 8U, 16U, 64U}) {
      const double price = false_verdicts({.propagation_depth = bound, .propagation_successors = successors});
      result["bounds"].push_back({{"transactions", bound}, {"successors", successors}, {"false", price}});
    }
  }
  return result;
}

nlohmann::json retentions() {
  nlohmann::json result;
  for (const unsigned longer : {1U, 2U, 4U, 16U, 64U}) result.push_back(retention(32, longer));
  return result;
}

/// Snapshots of two readable versions, with each of their rules switched off.
nlohmann::json versions() {
  post_dating::Rules forgotten;
  forgotten.versions_retain = false;
  post_dating::Rules few;
  few.last_timestamp = 15;
  post_dating::Rules unflushed = few;
  unflushed.flush_ends_versions = false;
  post_dating::Rules push;
  push.propagation_depth = 16;
  post_dating::Rules late;
  late.sequence_as_published = false;
  nlohmann::json result;
  const auto add = [&](const char* rules, const char* what, const SearchResult& found) {
    result.push_back({{"rules", rules}, {"what", what}, {"states", found.states}, {"bad", found.bad}});
  };
  const auto of_dependencies = [&](const char* name, const post_dating::Rules& rules) {
    for (const unsigned count : {3U, 4U}) {
      const DependencyLimits limits{.transactions = count, .slots = count, .versions = 2};
      add(name, count == 3 ? "dependencies of 3 transactions" : "dependencies of 4 transactions",
          search(DependencyHistory(limits, rules), SearchOrder::kDepthFirst, SIZE_MAX, SearchUntil::kEnd));
    }
  };
  const auto of_items = [&](const char* name, const post_dating::Rules& rules) {
    const ItemLimits limits{.transactions = 3, .items = 2, .slots = 3, .readable = 2};
    add(name, "reads and writes of 3 transactions, 2 items",
        search(ItemHistory(limits, rules), SearchOrder::kDepthFirst, SIZE_MAX, SearchUntil::kEnd));
  };
  of_dependencies("all", {});
  of_items("all", {});
  of_dependencies("all, with propagation", push);
  of_items("all, with propagation", push);
  of_dependencies("only live snapshots retain", forgotten);
  of_items("only live snapshots retain", forgotten);
  of_items("a snapshot counts as one of its start", late);
  of_dependencies("all, timestamps up to 15", few);
  of_items("all, timestamps up to 15", few);
  of_dependencies("the same, older versions outlive a flush", unflushed);
  of_items("the same, older versions outlive a flush", unflushed);
  return result;
}

}  // namespace
}  // namespace gputm::test

int main() {
  std::cout << nlohmann::json{{"counterexamples", gputm::test::counterexamples()},
                              {"price", gputm::test::prices()},
                              {"retention", gputm::test::retentions()},
                              {"versions", gputm::test::versions()}}
            << '\n';
}
