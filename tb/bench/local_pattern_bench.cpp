// Shared memory outside of transactions: cycles on the RTL local memory over those of the core's own model,
// for make bench.
#include <iostream>
#include <nlohmann/json.hpp>

#include "system/localtm/local_patterns.h"

int main() {
  try {
    nlohmann::json ratios;
    for (const gputm::tb::LocalPattern& pattern : gputm::tb::kLocalPatterns)
      ratios[pattern.name] = gputm::tb::local_pattern_ratio(pattern);
    std::cout << nlohmann::json{{"lds_plain_over_model", ratios}}.dump() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "local_pattern_bench: " << error.what() << '\n';
    return 1;
  }
}
