// RV64 kernels: coalescing and banks of accesses of 8 bytes, private memory, reservations, double precision.
#include <algorithm>
#include <numeric>

#include "core_test_support.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;
using testing::load;
using testing::message_of;
using testing::small_machine;

constexpr unsigned kLanes = 32;

/// A GPU, and a buffer for 64-bit results.
class WideKernels : public ::testing::Test {
 protected:
  explicit WideKernels(const MachineConfig& config = small_machine())
      : gpu_(config, engines::make_system("ideal", config)) {}

  gpu::LaunchResult call(const char* kernel, std::vector<gpu::Argument> more = {},
                         unsigned threads = kLanes) {
    std::vector<gpu::Argument> arguments{gpu::pointer(out_)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return gpu_.call(program_, kernel, {.blocks = 1, .threads = threads}, arguments);
  }
  std::vector<std::uint64_t> results(std::size_t count) { return gpu_.download<std::uint64_t>(out_, count); }

  isa::Program program_ = load(WIDE_KERNELS_ELF);
  gpu::Gpu gpu_;
  Address out_ = gpu_.allocate(1024 * sizeof(std::uint64_t));
};

std::uint64_t counter(const gpu::LaunchResult& result, std::string_view name) {
  return result.statistics.value(name);
}

TEST_F(WideKernels, ConsecutiveAccessesOf8BytesTakeTwiceTheLinesOfWords) {
  std::vector<std::uint64_t> values(kLanes);
  std::iota(values.begin(), values.end(), 0x1'0000'0001);
  const Address from = gpu_.upload(std::as_bytes(std::span(values)));
  const auto copy = [&](const char* kernel) {
    return counter(gpu_.call(program_, kernel, {.blocks = 1, .threads = kLanes},
                             std::vector<gpu::Argument>{gpu::pointer(from), gpu::pointer(out_)}),
                   "core.global_segments");
  };
  EXPECT_EQ(copy("copy_words"), 2u);
  EXPECT_EQ(copy("copy_wide"), 4u);
  EXPECT_EQ(results(kLanes), values);
}

TEST_F(WideKernels, WordsOfALaneAreInTwoBanks) {
  const auto conflicts = [&](unsigned stride) {
    const gpu::LaunchResult result = call("shared_cells", {std::uint32_t{stride}});
    for (std::uint64_t lane = 0; lane < kLanes; ++lane) EXPECT_EQ(results(kLanes)[lane], lane << 33 | 1);
    return counter(result, "core.shared_conflict_cycles");
  };
  // A store and a load: 64 words in 16 banks, or with stride 4 in four of every 8 banks.
  EXPECT_EQ(conflicts(1), 2u * (64 / 16 - 1));
  EXPECT_EQ(conflicts(4), 2u * (64 / 4 - 1));
}

TEST_F(WideKernels, PrivateMemoryIsUndoneByWords) {
  call("private_wide", {gpu::pointer(out_)});
  const std::vector<std::uint64_t> sums = results(kLanes);
  for (std::uint64_t lane = 0; lane < kLanes; ++lane) EXPECT_EQ(sums[lane], (lane << 40) + 3);
}

TEST_F(WideKernels, AStoreToEitherWordEndsAReservation) {
  const Address cell = gpu_.allocate(8);
  for (const std::uint32_t word : {0U, 1U, 2U}) {
    gpu_.call(program_, "reserve", {.blocks = 1, .threads = 1},
              std::vector<gpu::Argument>{gpu::pointer(cell), gpu::pointer(out_), word});
    EXPECT_EQ(results(1)[0], word < 2 ? 1u : 0u) << word;
    call("reserve_shared", {word}, 1);
    EXPECT_EQ(results(1)[0], word < 2 ? 1u : 0u) << word;
  }
  EXPECT_EQ(gpu_.download<std::uint64_t>(cell, 1)[0], 1u);
}

TEST_F(WideKernels, AddressesBeyond32BitsAreErrorsOfTheirLanes) {
  const std::string error = message_of([&] { call("load_beyond", {std::uint64_t{1}}); });
  EXPECT_THAT(error, HasSubstr("4-byte access to 0x11"));
  EXPECT_THAT(error, HasSubstr("beyond the device's 32-bit addresses"));
  EXPECT_THAT(error, HasSubstr("thread 2"));
}

TEST_F(WideKernels, JumpsBeyond32BitsAreErrors) {
  EXPECT_THAT(message_of([&] { call("jump_beyond", {std::uint64_t{1}}); }),
              HasSubstr("jump beyond the device's 32-bit addresses"));
}

MachineConfig with_doubles(unsigned latency, unsigned lanes) {
  MachineConfig config = small_machine();
  config.core.double_latency = latency;
  config.core.double_lanes = lanes;
  return config;
}

class SlowDoubles : public WideKernels {
 protected:
  SlowDoubles() : WideKernels(with_doubles(40, 4)) {}
};
TEST_F(SlowDoubles, LatencyAndLanesBoundTheirTime) {
  call("additions");
  const std::vector<std::uint64_t> measured = results(2);
  // 16 dependent ones take their latency each; 8 independent ones occupy 4 lanes for 8 cycles each.
  EXPECT_NEAR(static_cast<double>(measured[0]), 17 * 40, 8);
  EXPECT_NEAR(static_cast<double>(measured[1]), 8 * 32 / 4, 8);
}

}  // namespace
}  // namespace gputm
