// log_word_enc: address and value have check bits of their own, which are linear in them and different from
// zero for each bit.
#include <gtest/gtest.h>

#include <bit>

#include "Vlog_word_enc.h"
#include "Vlog_word_enc_parity.h"
#include "common/seed.h"

namespace gputm::tb::log_word_enc_test {
namespace {

constexpr unsigned kAddrBits = 30, kDataBits = 32, kDataChecks = 7;

template <typename Model>
std::uint32_t checks(std::uint64_t word) {
  static VerilatedContext context;
  static Model model(&context);
  model.word_i = word;
  model.eval();
  return model.check_o;
}

TEST(LogWordEnc, EachBitHasThreeCheckBitsOfItsPart) {
  EXPECT_EQ(checks<Vlog_word_enc>(0), 0u);
  for (unsigned bit = 0; bit < kDataBits + kAddrBits; ++bit) {
    const std::uint32_t check = checks<Vlog_word_enc>(std::uint64_t{1} << bit);
    const std::uint32_t part = bit < kDataBits ? check & 0x7f : check >> kDataChecks;
    EXPECT_EQ(std::popcount(check), 3) << bit;
    EXPECT_EQ(std::popcount(part), 3) << bit;
  }
}

TEST(LogWordEnc, ChecksOfASumAreTheSum) {
  Rng rng = seeded_rng(1);
  for (unsigned i = 0; i < 1000; ++i) {
    const std::uint64_t a = rng() >> 2, b = rng() >> 2;
    EXPECT_EQ(checks<Vlog_word_enc>(a ^ b), checks<Vlog_word_enc>(a) ^ checks<Vlog_word_enc>(b));
    EXPECT_EQ(checks<Vlog_word_enc_parity>(a),
              (std::popcount(a & 0xffffffffu) & 1) | (std::popcount(a >> kDataBits) & 1) << kDataChecks);
  }
}

}  // namespace
}  // namespace gputm::tb::log_word_enc_test
