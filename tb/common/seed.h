// The seed of a randomised test: printed, and replayed from the environment.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace gputm::tb {

using Rng = std::mt19937_64;

/// A generator seeded by GPUTM_SEED if that is set, else by `seed`. Prints the seed.
inline Rng seeded_rng(std::uint64_t seed) {
  if (const char* text = std::getenv("GPUTM_SEED")) seed = std::stoull(text, nullptr, 0);
  std::cout << "replay with GPUTM_SEED=" << seed << std::endl;
  return Rng(seed);
}

/// `steps` times GPUTM_LONG, the factor of long runs.
inline std::uint64_t run_length(std::uint64_t steps) {
  const char* text = std::getenv("GPUTM_LONG");
  return text ? steps * std::stoull(text) : steps;
}

/// Uniform in 0..bound-1.
inline std::uint64_t below(Rng& rng, std::uint64_t bound) { return rng() % bound; }

/// True once in `period` calls on average.
inline bool one_in(Rng& rng, std::uint64_t period) { return below(rng, period) == 0; }

}  // namespace gputm::tb
