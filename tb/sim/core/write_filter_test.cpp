// The write-set filter: no false negatives, and the cost of false positives.
#include "tm/write_filter.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "core_test_support.h"

namespace gputm {
namespace {

TEST(WriteFilter, NeverMissesAWord) {
  Rng rng(7);
  for (const unsigned bits : {1U, 8U, 64U, 1000U}) {
    tm::WriteFilter filter(32, bits);
    for (unsigned i = 0; i < 200; ++i) {
      const unsigned lane = rng.below(32);
      const Address word = rng.below(1U << 30) * 4;
      filter.insert(lane, word);
      EXPECT_TRUE(filter.hits(lane, word)) << bits << " bits";
    }
  }
}

TEST(WriteFilter, KeepsLanesApartAndForgets) {
  tm::WriteFilter filter(32, 64);
  filter.insert(3, 0x1000);
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(filter.hits(lane, 0x1000), lane == 3);
  filter.clear();
  EXPECT_FALSE(filter.hits(3, 0x1000));
}

TEST(WriteFilter, MistakesMakeWarpsSearchTheirLog) {
  const auto walks = [](unsigned bits) {
    MachineConfig config = testing::small_machine(2);
    config.systems["kilo.write_filter_bits"] = std::to_string(bits);
    gpu::Gpu gpu(config, engines::make_system("kilo", config));
    const isa::Program program = testing::load(TRANSACTION_KERNELS_ELF);
    const Address words = gpu.allocate(256 * sizeof(Word));
    const Address out = gpu.allocate(256 * sizeof(Word));
    const std::vector<Word> arguments{words, 256, 2, out};
    const gpu::LaunchResult result =
        gpu.launch(program, "private_state", {.blocks = 4, .threads = 64}, arguments);
    EXPECT_EQ(result.history, "pass") << bits << " bits";
    return result.statistics.value("tx.write_log_walks");
  };
  const std::uint64_t exact = walks(0);
  EXPECT_GT(exact, 0u) << "the kernel reads its own writes";
  const std::uint64_t one_bit = walks(1);
  EXPECT_GT(one_bit, 2 * exact) << "with one bit every load behind a store searches";
  EXPECT_LT(walks(1024), one_bit) << "few words in many bits seldom meet";
}

}  // namespace
}  // namespace gputm
