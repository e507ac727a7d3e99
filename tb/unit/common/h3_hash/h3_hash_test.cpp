// h3_hash against its reference, and the properties of its class of hashes.
#include <gtest/gtest.h>

#include <set>

#include "Vh3_hash.h"
#include "common/clocked.h"
#include "common/h3_hash.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

/// Whether the hashes of `keys` random keys equal the reference's.
template <typename Model>
bool is_reference(std::uint64_t keys) {
  Rng rng = seeded_rng(23);
  VerilatedContext context;
  Model dut(&context);
  for (std::uint64_t i = 0; i < keys; ++i) {
    drive(dut.key_i, below(rng, 1u << 30));
    dut.eval();
    if (dut.hash_o != h3_hash(dut.key_i, 30, 8, 3)) return false;
  }
  return true;
}

TEST(H3Hash, IsTheReference) { EXPECT_TRUE(is_reference<Vh3_hash>(10000)); }

TEST(H3Hash, IsLinear) {
  Rng rng = seeded_rng(24);
  VerilatedContext context;
  Vh3_hash dut(&context);
  const auto hash = [&](std::uint64_t key) {
    drive(dut.key_i, key);
    dut.eval();
    return static_cast<unsigned>(dut.hash_o);
  };
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t a = below(rng, 1u << 30), b = below(rng, 1u << 30);
    ASSERT_EQ(hash(a ^ b), hash(a) ^ hash(b));
  }
  std::set<unsigned> values;
  for (std::uint64_t key = 0; key < 4096; ++key) values.insert(hash(key));
  EXPECT_EQ(values.size(), 256u) << "words in a row reach every bucket";
}

}  // namespace
}  // namespace gputm::tb
