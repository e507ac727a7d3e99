// The decoder at seven widths: every error of one bit is corrected, every error of two is detected.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "common/seed.h"
#include "unit/common/common/code_bench.h"

namespace gputm::tb {
namespace {

template <typename T>
class SecdedDec : public ::testing::Test {};
TYPED_TEST_SUITE(SecdedDec, Codes);

/// A column of the check matrix has three ones, that of a check bit one (docs/protection.md).
template <typename Code>
unsigned ones_of_syndrome(const Code& code) {
  return static_cast<unsigned>(std::popcount(std::uint64_t{code.dec.syndrome_o}));
}

TYPED_TEST(SecdedDec, CorrectsEveryErrorOfOneBit) {
  Rng rng = seeded_rng(31);
  TypeParam code;
  for (unsigned round = 0; round < 4; ++round) {
    Bits data(TypeParam::kWidth);
    if (round != 0) {
      for (unsigned i = 0; i < TypeParam::kWidth; ++i) data[i] = one_in(rng, 2);
    }
    Bits word = code.encode(data);
    EXPECT_EQ(code.decode(word), data);
    EXPECT_EQ(code.dec.error_o, 0);
    EXPECT_EQ(code.dec.uncorrectable_o, 0);
    EXPECT_EQ(code.dec.syndrome_o, 0);
    for (std::size_t bit = 0; bit < word.size(); ++bit) {
      word[bit] = !word[bit];
      EXPECT_EQ(code.decode(word), data) << "bit " << bit;
      EXPECT_EQ(code.dec.error_o, 1) << "bit " << bit;
      EXPECT_EQ(code.dec.uncorrectable_o, 0) << "bit " << bit;
      EXPECT_EQ(ones_of_syndrome(code), bit < TypeParam::kWidth ? 3u : 1u) << "bit " << bit;
      word[bit] = !word[bit];
    }
  }
}

TYPED_TEST(SecdedDec, DetectsEveryErrorOfTwoBits) {
  Rng rng = seeded_rng(32);
  TypeParam code;
  Bits data(TypeParam::kWidth);
  for (unsigned i = 0; i < TypeParam::kWidth; ++i) data[i] = one_in(rng, 2);
  Bits word = code.encode(data);
  for (std::size_t first = 0; first < word.size(); ++first) {
    for (std::size_t second = first + 1; second < word.size(); ++second) {
      word[first] = !word[first];
      word[second] = !word[second];
      code.decode(word);
      EXPECT_EQ(code.dec.error_o, 1) << first << " and " << second;
      EXPECT_EQ(code.dec.uncorrectable_o, 1) << first << " and " << second;
      EXPECT_NE(code.dec.syndrome_o, 0) << first << " and " << second;
      EXPECT_EQ(ones_of_syndrome(code) % 2, 0u) << first << " and " << second;
      word[first] = !word[first];
      word[second] = !word[second];
    }
  }
}

}  // namespace
}  // namespace gputm::tb
