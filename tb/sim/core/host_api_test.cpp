// The contract of gpu.h with host programs, beside the results of kernels: refusals, and the state of a GPU
// after errors.
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "base/config.h"
#include "core_test_support.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;
using testing::load;
using testing::message_of;
using testing::small_machine;

std::vector<std::uint8_t> elf_bytes() {
  std::ifstream file(HOST_KERNELS_ELF, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

isa::Program parse(const std::vector<std::uint8_t>& elf) {
  return isa::Program::parse(elf, "patched.elf", isa::Program::Analysis::kKernels);
}

/// The file with another value of `magic_word`: the same program and end, but other data.
std::vector<std::uint8_t> with_magic(Word value) {
  std::vector<std::uint8_t> elf = elf_bytes();
  constexpr Word kMagic = 0x600dda7a;
  const auto* first = reinterpret_cast<const std::uint8_t*>(&kMagic);
  const auto found = std::search(elf.begin(), elf.end(), first, first + sizeof(kMagic));
  EXPECT_NE(found, elf.end());
  std::memcpy(&*found, &value, sizeof(value));
  return elf;
}

Word magic_of(gpu::Gpu& gpu, const isa::Program& program) {
  const std::vector<Word> arguments{gpu.allocate(4)};
  gpu.launch(program, "magic", {.blocks = 1, .threads = 1}, arguments);
  return gpu.download<Word>(arguments[0], 1)[0];
}

TEST(HostApi, EachProgramRunsOnItsOwnData) {
  gpu::Gpu gpu(small_machine(), engines::make_system("lock", small_machine()));
  std::optional<isa::Program> program;  // all at one address, and all of one size
  for (const Word value : {7U, 11U, 13U}) {
    program.emplace(parse(with_magic(value)));
    EXPECT_EQ(magic_of(gpu, *program), value);
  }
}

TEST(HostApi, RefusesProgramsOutsideTheirPlace) {
  for (const Address wrong : {0x1000'0000U, 0x7fff'f000U, 0xA000'0000U, 0xE000'0000U}) {
    std::vector<std::uint8_t> elf = elf_bytes();
    std::uint32_t headers = 0;
    std::memcpy(&headers, &elf[28], sizeof(headers));  // e_phoff
    std::uint16_t count = 0;
    std::memcpy(&count, &elf[44], sizeof(count));  // e_phnum
    for (unsigned i = 0; i < count; ++i) {
      std::uint8_t* const header = &elf[headers + i * 32];
      Address address = 0;
      std::memcpy(&address, header + 8, sizeof(address));  // p_vaddr
      address = address - 0x8000'0000 + wrong;
      std::memcpy(header + 8, &address, sizeof(address));
    }
    gpu::Gpu gpu(small_machine(), engines::make_system("lock", small_machine()));
    const isa::Program program = parse(elf);
    EXPECT_THAT(message_of([&] { gpu.launch(program, "magic", {.threads = 1}, {gpu::pointer(0)}); }),
                HasSubstr("patched.elf: occupies 0x"));
  }
}

/// On one thread, and on two, with the second one at work when it happens.
TEST(HostApi, AFailedRunEndsTheGpu) {
  for (const unsigned threads : {1u, 2u}) {
    gpu::Gpu gpu(small_machine(), engines::make_system(threads == 1 ? "ideal" : "kilo", small_machine()));
    const Address out = gpu.upload(std::span<const Word>(std::vector<Word>{0, 42}));
    const std::vector<Word> arguments{out};
    {
      const isa::Program program = load(HOST_KERNELS_ELF);
      EXPECT_THROW(
          gpu.launch(program, "bad_store", {.blocks = 8, .threads = 64}, arguments, {.threads = threads}),
          RunError);
    }
    const isa::Program program = load(HOST_KERNELS_ELF);
    EXPECT_THAT(message_of([&] { gpu.launch(program, "magic", {.threads = 1}, arguments); }),
                HasSubstr("last run failed"));
    EXPECT_EQ(gpu.download<Word>(out, 2)[1], 42U) << "memory can be looked at";
  }
}

TEST(HostApi, AnExceptionFromTheProgressCallEndsTheGpuToo) {
  gpu::Gpu gpu(small_machine(), engines::make_system("lock", small_machine()));
  const isa::Program program = load(HOST_KERNELS_ELF);
  const std::vector<Word> arguments{gpu.allocate(512 * 4)};
  struct Enough {};
  const gpu::LaunchOptions options{.progress = [](Cycle, std::uint64_t) { throw Enough{}; }};
  EXPECT_THROW(gpu.launch(program, "staggered", {.threads = 512}, arguments, options), Enough);
  EXPECT_THAT(message_of([&] { gpu.launch(program, "magic", {.threads = 1}, arguments); }),
              HasSubstr("last run failed"));
}

TEST(HostApi, ARefusedLaunchHarmsNothing) {
  gpu::Gpu gpu(small_machine(), engines::make_system("lock", small_machine()));
  const isa::Program program = load(HOST_KERNELS_ELF);
  const auto launch = [&](const char* kernel, gpu::LaunchShape shape) {
    return message_of([&] { gpu.launch(program, kernel, shape, {}); });
  };
  EXPECT_THAT(launch("nothing", {.threads = 1}), HasSubstr("no kernel 'nothing'"));
  EXPECT_THAT(launch("magic", {.threads = 0}), HasSubstr("threads per block: 0"));
  EXPECT_THAT(launch("magic", {.threads = 513}), HasSubstr("threads per block: 513 is outside 1..512"));
  EXPECT_THAT(launch("magic", {.blocks = 0, .threads = 1}), HasSubstr("0 is outside 1..4294967295"));
  EXPECT_THAT(launch("magic", {.blocks = 1U << 23, .threads = 512}), HasSubstr("is outside 1..8388607"))
      << "2^32 threads: their ids would wrap";
  EXPECT_EQ(magic_of(gpu, program), 0x600dda7aU);
}

TEST(HostApi, ProgressIsOfTheLaunch) {
  gpu::Gpu gpu(small_machine(), engines::make_system("lock", small_machine()));
  const isa::Program program = load(HOST_KERNELS_ELF);
  constexpr std::uint32_t kThreads = 512;
  const std::vector<Word> arguments{gpu.allocate(kThreads * 4)};
  for (int launch = 0; launch < 2; ++launch) {
    std::vector<std::pair<Cycle, std::uint64_t>> calls;
    const gpu::LaunchOptions options{
        .progress = [&](Cycle cycles, std::uint64_t ended) { calls.emplace_back(cycles, ended); }};
    const auto result = gpu.launch(program, "staggered", {.threads = kThreads}, arguments, options);
    ASSERT_GE(calls.size(), 3U);
    EXPECT_LE(calls.front().first, 4096U) << "cycles of this launch";
    EXPECT_EQ(calls.front().second, 0U) << "no thread has ended, though all have written";
    EXPECT_LE(calls.back().first, result.cycles);
    EXPECT_GT(calls.back().second, 0U);
    EXPECT_LT(calls.back().second, kThreads);
    EXPECT_TRUE(std::is_sorted(calls.begin(), calls.end()));
  }
}

TEST(HostApi, RefusesImpossibleMachines) {
  const auto error = [](const std::function<void(MachineConfig&)>& change) {
    return message_of([&] {
      MachineConfig config = small_machine();
      auto system = engines::make_system("lock", config);
      change(config);
      gpu::Gpu gpu(config, std::move(system));
    });
  };
  EXPECT_EQ(error([](MachineConfig& c) { c.core.warp_width = 128; }),
            "core.warp_width: 128 is outside 1..64, a power of two");
  EXPECT_EQ(error([](MachineConfig& c) { c.core.warp_width = 33; }),
            "core.warp_width: 33 is outside 1..64, a power of two");
  EXPECT_EQ(error([](MachineConfig& c) { c.core.simd_width = 0; }),
            "core.simd_width: 0 is outside 1..64, a power of two");
  EXPECT_EQ(error([](MachineConfig& c) { c.core.max_warps = 65; }), "core.max_warps: 65 is outside 1..64");
  EXPECT_EQ(error([](MachineConfig& c) { c.core.simd_width = 64; }),
            "core.simd_width: 64 is above core.warp_width = 32");
  EXPECT_THAT(error([](MachineConfig& c) {
                c.memory.min_latency = 10'000;
                c.clock.interconnect_mhz = 2 * c.clock.core_mhz;
              }),
              HasSubstr("memory.min_latency: 20000 interconnect cycles, above 10000 ("));
  // Every key, on both sides of its range.
  for (const ConfigKey& key : config_keys()) {
    for (const std::uint64_t value : {key.min - 1, key.max + 1}) {
      MachineConfig config = small_machine();
      key.set(config, value);
      if (key.get(config) != value) continue;  // values that the member cannot hold
      EXPECT_THAT(error([&](MachineConfig& c) { key.set(c, value); }),
                  HasSubstr(std::string(key.name) + ": "));
    }
  }
}

}  // namespace
}  // namespace gputm
