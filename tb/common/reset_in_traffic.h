// Resets in the middle of traffic.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

#include "common/clocked.h"
#include "common/seed.h"

namespace gputm::tb {

/// Runs a bench a hundred times on the same model. Most runs are cut in a random cycle of the first
/// `longest`; then the next bench resets the model in the middle of traffic, and finds it as new. Every tenth
/// run goes on to its end. `run`: makes a bench of Clocked<Model>, which begins with a reset, and returns the
/// first error.
template <typename Model, typename Run>
void check_resets_in_traffic(std::uint64_t seed, std::uint64_t longest, Run run) {
  constexpr unsigned kResets = 100, kWhole = 10;
  Rng rng = seeded_rng(seed);
  SharedInstances<Model> shared;
  const auto one = [&](std::optional<std::uint64_t> cut) -> std::optional<std::string> {
    shared.begin(cut);
    try {
      if (const std::optional<std::string> error = run(rng)) return error;
      if (cut) return "ends before cycle " + std::to_string(*cut) + ": no traffic there";
    } catch (const RunCut&) {
    }
    if (shared.assertion_failed()) return "an assertion of the RTL has failed";
    return std::nullopt;
  };
  for (unsigned reset = 1; reset <= kResets; ++reset) {
    const std::uint64_t cut = below(rng, longest);
    ASSERT_EQ(one(cut), std::nullopt) << "cut in cycle " << cut << " after " << reset - 1 << " resets";
    if (reset % kWhole == 0) {
      ASSERT_EQ(one(std::nullopt), std::nullopt) << "after " << reset << " resets, the last in cycle " << cut;
    }
  }
}

}  // namespace gputm::tb
