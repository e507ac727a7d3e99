// The H3 hash of rtl/common/h3_hash.sv, for tests that need to know which words share a row.
#pragma once

#include <bit>
#include <cstdint>

namespace gputm::tb {

/// Output bit i is the parity of the key's bits in the i-th mask, which follow from `seed` by xorshift64.
inline std::uint32_t h3_reference(std::uint64_t key, unsigned key_bits, unsigned hash_bits,
                                  std::uint32_t seed) {
  std::uint64_t state = 0x9e3779b97f4a7c15u ^ (std::uint64_t{seed} << 17) ^ seed;
  std::uint32_t hash = 0;
  for (unsigned row = 0; row < hash_bits; ++row) {
    for (int step = 0; step < 8; ++step) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
    }
    const std::uint64_t mask = state >> (64 - key_bits);
    hash |= static_cast<std::uint32_t>(std::popcount(key & mask) & 1) << row;
  }
  return hash;
}

}  // namespace gputm::tb
