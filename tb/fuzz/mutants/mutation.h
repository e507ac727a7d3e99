// Damages files.
#pragma once

#include <cstdint>
#include <vector>

#include "common/seed.h"

namespace gputm::fuzz {

/// The file with some bytes, words or runs of bytes changed, or truncated; more often in the headers at its
/// start than elsewhere.
std::vector<std::uint8_t> mutated(std::vector<std::uint8_t> file, tb::Rng& random);

}  // namespace gputm::fuzz
