// hash_row against its definition, and whether all rows are about equally likely.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "Vhash_row.h"
#include "common/clocked.h"
#include "common/h3_hash.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kKeyBits = 30, kRows = 250, kSeed = 5, kHashBits = 12;

/// The hash as a fraction of one, times the rows.
std::uint32_t row_of(std::uint64_t key) {
  return h3_hash(key, kKeyBits, kHashBits, kSeed) * kRows >> kHashBits;
}

template <typename Model>
bool is_reference(std::uint64_t keys, bool assertions = true) {
  Rng rng = seeded_rng(25);
  VerilatedContext context;
  context.assertOn(assertions);
  Model dut(&context);
  for (std::uint64_t i = 0; i < keys; ++i) {
    drive(dut.key_i, below(rng, std::uint64_t{1} << kKeyBits));
    dut.eval();
    if (dut.row_o != row_of(dut.key_i)) return false;
  }
  write_rtl_coverage(context);
  return true;
}

TEST(HashRow, IsTheHashScaledToTheRows) { EXPECT_TRUE(is_reference<Vhash_row>(run_length(10000))); }

// Rows take 16 or 17 of the 4096 hashes each; words in a row are spread as widely as random ones.
TEST(HashRow, RowsAreAboutEquallyLikely) {
  VerilatedContext context;
  Vhash_row dut(&context);
  std::array<unsigned, kRows> words{};
  for (std::uint32_t key = 0; key < 1u << 16; ++key) {
    dut.key_i = key;
    dut.eval();
    ASSERT_LT(dut.row_o, kRows);
    ++words[dut.row_o];
  }
  const double even = double{1u << 16} / kRows;
  EXPECT_GT(*std::min_element(words.begin(), words.end()), 0.7 * even);
  EXPECT_LT(*std::max_element(words.begin(), words.end()), 1.3 * even);
}

}  // namespace
}  // namespace gputm::tb
