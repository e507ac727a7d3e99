// log_word_dec: corrects one wrong bit of a log word with its check bits, and refuses two of one part.
#include <gtest/gtest.h>

#include "Vlog_word_dec.h"
#include "Vlog_word_enc.h"
#include "common/seed.h"

namespace gputm::tb::log_word_dec_test {
namespace {

constexpr unsigned kDataBits = 32, kAddrBits = 30, kPartChecks = 7;
constexpr unsigned kWord = kDataBits + kAddrBits, kBits = kWord + 2 * kPartChecks;

/// Whether bit `at` of {check bits, word} is of the address.
bool of_address(unsigned at) { return at < kWord ? at >= kDataBits : at >= kWord + kPartChecks; }

struct Code {
  VerilatedContext context;
  Vlog_word_enc enc{&context};
  Vlog_word_dec dec{&context};
  std::uint64_t word;

  explicit Code(std::uint64_t of) : word(of) {
    enc.word_i = of;
    enc.eval();
  }
  void decode(std::initializer_list<unsigned> wrong) {
    dec.word_i = word;
    dec.check_i = enc.check_o;
    for (const unsigned bit : wrong) {
      if (bit < kWord) {
        dec.word_i = dec.word_i ^ std::uint64_t{1} << bit;
      } else {
        dec.check_i = static_cast<std::uint16_t>(dec.check_i ^ 1u << (bit - kWord));
      }
    }
    dec.eval();
  }
};

TEST(LogWordDec, CorrectsEachBit) {
  Rng rng = seeded_rng(1);
  Code code(rng() >> 2);
  code.decode({});
  EXPECT_EQ(code.dec.word_o, code.word);
  EXPECT_EQ(code.dec.error_o, 0);
  for (unsigned bit = 0; bit < kBits; ++bit) {
    code.decode({bit});
    EXPECT_EQ(code.dec.word_o, code.word) << bit;
    EXPECT_EQ(code.dec.error_o, 1) << bit;
    EXPECT_EQ(code.dec.bad_o, 0) << bit;
  }
}

TEST(LogWordDec, RefusesTwoBitsOfOnePart) {
  Rng rng = seeded_rng(2);
  Code code(rng() >> 2);
  for (unsigned a = 0; a < kBits; ++a) {
    for (unsigned b = a + 1; b < kBits; ++b) {
      code.decode({a, b});
      EXPECT_EQ(code.dec.bad_o, of_address(a) == of_address(b)) << a << " and " << b;
      EXPECT_TRUE(code.dec.bad_o || code.dec.word_o == code.word) << a << " and " << b;
    }
  }
}

}  // namespace
}  // namespace gputm::tb::log_word_dec_test
