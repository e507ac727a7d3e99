// Prints the table of docs/snapshot/false_verdicts.md: the streams of transactions on the post-dating model,
// with an alternative for each choice that affects the rate of false verdicts. `stream_verdicts SEEDS`.
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "post_dating/model_unit.h"
#include "unit/snapshot/dependency_unit/streams/stream_runner.h"

namespace gputm::test {
namespace {

struct Choice {
  std::string name;
  post_dating::Rules rules;
  bool refused_count = false;
};

std::vector<Choice> choices() {
  post_dating::Rules all;
  all.propagation_depth = 16;
  std::vector<Choice> result{{"as built", all}};
  const auto add = [&](const char* name, auto change) {
    post_dating::Rules rules = all;
    change(rules);
    result.push_back({name, rules});
  };
  result.push_back({"the refused count", all, true});
  add("cut in the middle", [](post_dating::Rules& r) { r.cut = post_dating::Rules::Cut::kMiddle; });
  add("committed ones stay", [](post_dating::Rules& r) { r.commits_rise = false; });
  add("8 raised", [](post_dating::Rules& r) { r.propagation_depth = 8; });
  add("4 successors", [](post_dating::Rules& r) { r.propagation_successors = 4; });
  add("64 successors", [](post_dating::Rules& r) { r.propagation_successors = 64; });
  add("no propagation", [](post_dating::Rules& r) { r.propagation_depth = 0; });
  add("increment 1", [](post_dating::Rules& r) { r.increment = 1; });
  add("increment 100", [](post_dating::Rules& r) { r.increment = 100; });
  add("increment 1000", [](post_dating::Rules& r) { r.increment = 1000; });
  return result;
}

/// Percentage of false verdicts; 0 without verdicts.
double share(const tb::streams::StreamInfo& info, const Choice& choice, unsigned seeds) {
  double sum = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    ModelUnit unit(choice.rules, choice.refused_count);
    const auto stream = info.make(info.sizes);
    const tb::streams::StreamResult result =
        tb::streams::run_stream(*stream, unit, {.sizes = info.sizes, .seed = seed});
    if (result.check != "pass" || result.history != "pass") {
      std::cerr << info.name << ", " << choice.name << ": " << result.check << ", " << result.history << '\n';
      std::exit(1);
    }
    const auto verdicts = static_cast<double>(result.true_loops + result.false_verdicts);
    if (verdicts != 0) sum += 100 * static_cast<double>(result.false_verdicts) / verdicts;
  }
  return sum / seeds;
}

void print(unsigned seeds) {
  const std::vector<Choice> all = choices();
  std::cout << "| stream |";
  for (const Choice& choice : all) std::cout << ' ' << choice.name << " |";
  std::cout << "\n|---|";
  for (std::size_t i = 0; i < all.size(); ++i) std::cout << "--:|";
  std::cout << std::fixed << std::setprecision(1);
  std::vector<double> sums(all.size());
  for (const tb::streams::StreamInfo& info : tb::streams::all_streams()) {
    std::cout << "\n| " << info.name << " |";
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double false_share = share(info, all[i], seeds);
      sums[i] += false_share;
      std::cout << ' ' << false_share << "% |" << std::flush;
    }
  }
  std::cout << "\n| mean |";
  for (const double sum : sums)
    std::cout << ' ' << sum / static_cast<double>(tb::streams::all_streams().size()) << "% |";
  std::cout << '\n';
}

}  // namespace
}  // namespace gputm::test

int main(int argc, char** argv) {
  const std::string seeds = argc == 2 ? argv[1] : "";
  if (seeds.empty() || seeds.size() > 3 || seeds.find_first_not_of("0123456789") != std::string::npos ||
      std::stoi(seeds) == 0) {
    std::cerr << "stream_verdicts: SEEDS must be 1..999\n";
    return 2;
  }
  gputm::test::print(static_cast<unsigned>(std::stoi(seeds)));
}
