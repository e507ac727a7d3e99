// Whole kernels: every lane must get the result that it gets alone, whatever the others do.
#include <set>

#include "core_test_support.h"
#include "random_kernel.h"

namespace gputm {
namespace {

using testing::load;
using testing::message_of;
using testing::small_machine;

std::vector<Word> run(const isa::Program& program, const char* kernel, unsigned warp_width,
                      const std::vector<Word>& seeds) {
  gpu::Gpu gpu(small_machine(1, warp_width), engines::make_system("lock", small_machine(1, warp_width)));
  const auto threads = static_cast<std::uint32_t>(seeds.size());
  const std::uint32_t block = std::min({threads, 64U, 16 * warp_width});  // the machine has 16 warps a core
  const Address in = gpu.upload(std::span(seeds));
  const Address out = gpu.allocate(seeds.size() * sizeof(Word));
  const std::vector<Word> arguments{in, out, gpu.allocate(sizeof(Word))};  // counter, the last argument
  gpu.launch(program, kernel, {.blocks = (threads + block - 1) / block, .threads = block}, arguments);
  return gpu.download<Word>(out, seeds.size());
}

class EveryLaneAlone : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryLaneAlone, GetsTheSameInAWarp) {
  tb::Rng random = tb::seeded_rng(1);
  const isa::Program program = load(CONTROL_KERNELS_ELF);
  std::vector<Word> seeds(512);
  for (Word& word : seeds) word = static_cast<Word>(random());
  const std::vector<Word> alone =
      run(program, GetParam(), 1, std::vector<Word>(seeds.begin(), seeds.begin() + 16));
  const std::vector<Word> warps = run(program, GetParam(), 32, seeds);
  const std::vector<Word> wide = run(program, GetParam(), 64, seeds);
  EXPECT_EQ(warps, wide);
  EXPECT_EQ(alone, std::vector<Word>(warps.begin(), warps.begin() + 16));
  // Each thread in a launch of its own.
  for (unsigned i = 16; i < 48; ++i)
    EXPECT_EQ(run(program, GetParam(), 1, {seeds[i]})[0], warps[i]) << "seed word " << seeds[i];
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryLaneAlone, ::testing::Values("structured", "calls", "unstructured"));

TEST(EveryLaneAlone, RandomKernels) {
  tb::Rng random = tb::seeded_rng(1);
  const std::uint64_t kernels = tb::run_length(150);
  unsigned results = 0;
  for (std::uint64_t i = 0; i < kernels; ++i) {
    tb::RandomKernel kernel(random);
    const isa::Program program = i % 2 == 0 ? kernel.structured() : kernel.unstructured();
    std::vector<Word> seeds(128);
    for (Word& word : seeds) word = tb::interesting_word(random);
    const std::vector<Word> alone = run(program, "kernel", 1, seeds);
    ASSERT_EQ(run(program, "kernel", 32, seeds), alone) << "kernel " << i;
    ASSERT_EQ(run(program, "kernel", 64, seeds), alone) << "kernel " << i;
    results += static_cast<unsigned>(std::set<Word>(alone.begin(), alone.end()).size());
  }
  EXPECT_GT(results, 10 * kernels) << "the threads hardly differ";
}

/// The threads' results and the count of their transactions.
std::vector<Word> run_synchronising(const isa::Program& program, const char* system, unsigned warp_width,
                                    const std::vector<Word>& seeds) {
  MachineConfig config = small_machine(2, warp_width);
  config.run.max_cycles = 50'000'000;
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const auto threads = static_cast<std::uint32_t>(seeds.size());
  const std::uint32_t block = std::min({threads, 64U, 16 * warp_width});
  const Address out = gpu.allocate(seeds.size() * sizeof(Word));
  const Address count = gpu.allocate(sizeof(Word));
  const std::vector<Word> arguments{gpu.upload(std::span(seeds)), out, count};
  const auto result =
      gpu.launch(program, "kernel", {.blocks = (threads + block - 1) / block, .threads = block}, arguments);
  EXPECT_EQ(result.history, "pass");
  std::vector<Word> results = gpu.download<Word>(out, seeds.size());
  results.push_back(gpu.download<Word>(count, 1)[0]);
  return results;
}

/// Lanes begin, commit and wait wherever their own paths lead.
TEST(EveryLaneAlone, RandomKernelsThatSynchronise) {
  tb::Rng random = tb::seeded_rng(2);
  const std::uint64_t kernels = tb::run_length(3);
  std::uint64_t counted = 0;
  for (std::uint64_t i = 0; i < kernels; ++i) {
    tb::RandomKernel kernel(random, true);
    const isa::Program program = i % 2 == 0 ? kernel.structured() : kernel.unstructured();
    std::vector<Word> seeds(128);  // whole blocks at every width
    for (Word& word : seeds) word = tb::interesting_word(random);
    const std::vector<Word> alone = run_synchronising(program, "serial", 1, seeds);
    for (const auto& [system, width] :
         {std::pair{"serial", 32U}, {"ideal", 1U}, {"ideal", 32U}, {"ideal", 64U}}) {
      const std::vector<Word> found = run_synchronising(program, system, width, seeds);
      for (std::size_t k = 0; k < alone.size(); ++k) {
        EXPECT_EQ(found[k], alone[k])
            << "kernel " << i << " under " << system << " at " << width << ", word " << k;
      }
    }
    counted += alone.back();
  }
  EXPECT_GT(counted, 10 * kernels) << "hardly any transactions";
}

TEST(Barrier, OrdersABlocksMemory) {
  gpu::Gpu gpu(small_machine(2), engines::make_system("lock", small_machine(2)));
  const isa::Program program = load(CONTROL_KERNELS_ELF);
  std::vector<Word> in(1024);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = i;
  const std::vector<Word> arguments{gpu.upload(std::span<const Word>(in)),
                                    gpu.allocate(2 * in.size() * sizeof(Word))};
  gpu.launch(program, "reverse", {.blocks = 8, .threads = 128}, arguments);
  const auto out = gpu.download<Word>(arguments[1], in.size());
  for (unsigned i = 0; i < in.size(); ++i) ASSERT_EQ(out[i], i / 128 * 128 + 127 - i % 128);
}

TEST(Barrier, DoesNotWaitForThreadsThatHaveEnded) {
  gpu::Gpu gpu(small_machine(), engines::make_system("lock", small_machine()));
  const isa::Program program = load(CONTROL_KERNELS_ELF);
  const std::vector<Word> arguments{gpu.allocate(4096), gpu.allocate(4096)};
  gpu.launch(program, "barrier_of_some", {.blocks = 1, .threads = 96}, arguments);
  const auto out = gpu.download<Word>(arguments[1], 96);
  for (unsigned i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], i % 2 == 0 ? 0 : 2);
}

std::string error_of(const char* kernel) {
  MachineConfig config = small_machine();
  config.run.max_stuck_cycles = 50'000;
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const isa::Program program = load(CONTROL_KERNELS_ELF);
  const std::vector<Word> arguments{gpu.allocate(4096), gpu.allocate(4096)};
  return message_of([&] { gpu.launch(program, kernel, {.blocks = 1, .threads = 32}, arguments); });
}

TEST(Errors, NameThePlaceAndTheThread) {
  EXPECT_THAT(error_of("bad_address"), ::testing::HasSubstr("0x00000040"));
  EXPECT_THAT(error_of("bad_address"), ::testing::HasSubstr("bad_address+"));
  EXPECT_THAT(error_of("misaligned"), ::testing::HasSubstr("misaligned"));
  const std::string stuck = error_of("hang");
  EXPECT_THAT(stuck, ::testing::HasSubstr("stuck: no thread ended"));
  EXPECT_THAT(stuck, ::testing::HasSubstr("core 0 warp 0"));
}

}  // namespace
}  // namespace gputm
