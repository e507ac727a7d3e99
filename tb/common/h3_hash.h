// The H3 hash of rtl/common/h3_hash.sv, for models of hashed tables and for tests that need to know which
// words share a row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace gputm {

/// Output bit i is the parity of the key's bits in the i-th mask, which follow from `seed` by xorshift64.
class H3Hash {
 public:
  /// `key_bits`: 1..64; `hash_bits`: 1..32
  H3Hash(unsigned key_bits, unsigned hash_bits, std::uint32_t seed) : hash_bits_(hash_bits) {
    std::uint64_t state = 0x9e3779b97f4a7c15u ^ (std::uint64_t{seed} << 17) ^ seed;
    for (unsigned row = 0; row < hash_bits; ++row) {
      for (int step = 0; step < 8; ++step) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
      }
      masks_[row] = state >> (64 - key_bits);
    }
  }
  std::uint32_t operator()(std::uint64_t key) const {
    std::uint32_t hash = 0;
    for (unsigned row = 0; row < hash_bits_; ++row)
      hash |= static_cast<std::uint32_t>(std::popcount(key & masks_[row]) & 1) << row;
    return hash;
  }

 private:
  unsigned hash_bits_;
  std::array<std::uint64_t, 32> masks_{};
};

inline std::uint32_t h3_hash(std::uint64_t key, unsigned key_bits, unsigned hash_bits, std::uint32_t seed) {
  return H3Hash(key_bits, hash_bits, seed)(key);
}

}  // namespace gputm
