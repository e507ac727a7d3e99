// Resets in the middle of traffic.
#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

#include "common/clocked.h"
#include "common/seed.h"

namespace gputm::tb {

/// Calls `run` a hundred times for the same model. Most runs are cut in a random cycle of the first
/// `longest`; then the next bench resets the model in the middle of traffic, and finds it as new. Every tenth
/// run goes on to its end. `run(rng, cut)`: resets the model, drives traffic, throws RunCut after `cut`
/// cycles, if that is given, and returns the first error.
template <std::invocable<Rng&, std::optional<std::uint64_t>> Run>
void check_resets_in_traffic(std::uint64_t seed, std::uint64_t longest, Run run) {
  constexpr unsigned kResets = 100, kWhole = 10;
  Rng rng = seeded_rng(seed);
  const auto one = [&](std::optional<std::uint64_t> cut) -> std::optional<std::string> {
    try {
      if (const std::optional<std::string> error = run(rng, cut)) return error;
      if (cut) return "ends before cycle " + std::to_string(*cut) + ": no traffic there";
    } catch (const RunCut&) {
    }
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

/// The same for benches of Clocked<Model>, each of which begins with a reset. `run(rng)`: makes one, and
/// returns its first error.
template <typename Model, std::invocable<Rng&> Run>
void check_resets_in_traffic(std::uint64_t seed, std::uint64_t longest, Run run) {
  if constexpr (requires { Making<Model>::inject_faults(run); }) return Making<Model>::inject_faults(run);
  SharedInstances<Model> shared;
  const auto one = [&](Rng& rng, std::optional<std::uint64_t> cut) -> std::optional<std::string> {
    shared.begin(cut);
    std::optional<RunCut> was_cut;
    try {
      if (const std::optional<std::string> error = run(rng)) return error;
    } catch (const RunCut& run_cut) {
      was_cut = run_cut;
    }
    if (shared.assertion_failed()) return "an assertion of the RTL has failed";
    if (was_cut) throw *was_cut;
    return std::nullopt;
  };
  check_resets_in_traffic(seed, longest, one);
}

}  // namespace gputm::tb
