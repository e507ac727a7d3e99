// The RAM wrappers beside an array, and the hash function beside its reference.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>

#include "Vh3.h"
#include "Vram_1r1w.h"
#include "Vram_1r1w_fwd.h"
#include "Vram_no_forwarding.h"
#include "common/clocked.h"
#include "common/h3_reference.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kDepth = 6;

/// Whether every read of a written row returned what `array` had, or has just got, and stayed until the next
/// read.
template <typename Model>
bool run_ram(std::uint64_t cycles, bool may_collide, Rng& rng) {
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  std::array<std::optional<std::uint64_t>, kDepth> array;
  std::optional<std::uint64_t> expected;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    dut.write_i = one_in(rng, 2);
    drive(dut.waddr_i, below(rng, kDepth));
    dut.wdata_i = rng() & 0xffffffffffu;
    drive(dut.raddr_i, one_in(rng, 2) ? dut.waddr_i : below(rng, kDepth));
    dut.read_i = !one_in(rng, 3) && (may_collide || !dut.write_i || dut.raddr_i != dut.waddr_i);
    clocked.settle();
    clocked.step();
    if (dut.write_i) array[dut.waddr_i] = dut.wdata_i;
    if (dut.read_i) expected = array[dut.raddr_i];
    clocked.settle();
    if (expected && dut.rdata_o != *expected) return false;
    if (clocked.assertion_failed()) return false;
  }
  return true;
}

TEST(Ram1r1w, KeepsWhatIsWritten) {
  Rng rng = seeded_rng(22);
  EXPECT_TRUE(run_ram<Vram_1r1w>(run_length(100000), false, rng));
}

TEST(Ram1r1w, RefusesCollisions) {
  Rng rng = seeded_rng(22);
  EXPECT_FALSE(run_ram<Vram_1r1w>(1000, true, rng)) << "the assertion reports them";
}

TEST(Ram1r1wFwd, ForwardsWhatIsBeingWritten) {
  Rng rng = seeded_rng(22);
  EXPECT_TRUE(run_ram<Vram_1r1w_fwd>(run_length(100000), true, rng));
}

TEST(Ram1r1wFwd, NoForwardingIsCaught) {
  Rng rng = seeded_rng(22);
  EXPECT_FALSE(run_ram<Vram_no_forwarding>(1000, true, rng));
}

TEST(H3Hash, IsTheReference) {
  Rng rng = seeded_rng(23);
  VerilatedContext context;
  Vh3 dut(&context);
  for (int i = 0; i < 10000; ++i) {
    drive(dut.key_i, below(rng, 1u << 30));
    dut.eval();
    ASSERT_EQ(dut.hash_o, h3_reference(dut.key_i, 30, 8, 3));
  }
}

TEST(H3Hash, IsLinear) {
  Rng rng = seeded_rng(24);
  VerilatedContext context;
  Vh3 dut(&context);
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
