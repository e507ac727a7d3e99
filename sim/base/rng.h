// Small, fast, seedable random number generator (xoshiro256**, seeded by SplitMix64), the same on every
// platform.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace gputm {

/// Satisfies UniformRandomBitGenerator.
class Rng {
 public:
  using result_type = std::uint64_t;

  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  result_type operator()() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Random number in 0..bound-1, bound in 1..2^32 (bias below 2^-32).
  std::uint32_t below(std::uint64_t bound) {
    return static_cast<std::uint32_t>(((*this)() >> 32) * bound >> 32);
  }
  /// True once in `n` calls on average; n >= 1.
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace gputm
