// Launches on one GPU, one after another and several at a time, as CUDA's streams have them: the results on
// several host threads equal those on one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/config.h"
#include "common/small_machine.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "isa/program.h"

namespace gputm {
namespace {

constexpr unsigned kLaunches = 30;  ///< they end at different steps of what the threads do in turn

constexpr unsigned kNumbers[] = {2, 3};  ///< of host threads

/// Values of the words, cycles of the launches, and all statistics of each run.
struct Seen {
  std::vector<Word> words;
  std::vector<Cycle> cycles;
  std::vector<std::string> statistics;
};

bool has_transactions(const tm::SystemInfo& system) {
  return system.synchronization == tm::Synchronization::kTransactions && system.serves != tm::Memory::kLocal;
}

/// Small machine under a system, with the kernels of one width.
class Machine {
 public:
  Machine(const tm::SystemInfo& system, const char* elf)
      : config_(config(system)),
        gpu_(config_, engines::make_systems(system.name, config_)),
        program_(isa::Program::load(elf, isa::Program::Analysis::kKernels)),
        words_(gpu_.allocate(kWords * sizeof(Word))) {}
  gpu::Gpu& gpu() { return gpu_; }
  const isa::Program& program() const { return program_; }
  Address words() const { return words_; }
  void note(const gpu::LaunchResult& result) {
    EXPECT_TRUE(result.history == "pass" || result.history == "off") << result.history;
    for (const core::LaunchSummary& launch : result.launches) {
      seen_.cycles.push_back(launch.start);
      seen_.cycles.push_back(launch.cycles);
    }
    seen_.statistics.push_back(result.statistics.to_json().dump());
  }
  Seen finish() {
    seen_.words = gpu_.download<Word>(words_, kWords);
    return std::move(seen_);
  }

 private:
  static constexpr unsigned kWords = 128;
  static MachineConfig config(const tm::SystemInfo& system) {
    MachineConfig machine = testing::small_machine(4);
    machine.partition.count = 4;
    return engines::machine_under(system.name, machine);
  }

  MachineConfig config_;
  gpu::Gpu gpu_;
  isa::Program program_;
  Address words_;
  Seen seen_;
};

Seen one_after_another(const tm::SystemInfo& system, unsigned threads) {
  Machine machine(system, LAUNCHES_KERNELS_ELF);
  for (unsigned n = 0; n < kLaunches; ++n) {
    const bool adds = has_transactions(system) && n % 4 == 0;
    machine.note(machine.gpu().launch(
        machine.program(), adds ? "add_in_transactions" : "store_after", {.blocks = 1 + n % 3, .threads = 20},
        {gpu::pointer(machine.words()), adds ? 1 : n}, {.threads = threads, .mix_ways = true}));
  }
  return machine.finish();
}

/// Three at a time, of which the last one waits for the first.
Seen several_at_a_time(const tm::SystemInfo& system, unsigned threads) {
  Machine machine(system, LAUNCHES_RV64_KERNELS_ELF);
  const isa::ParameterType pointer{.bytes = 8, .fields = {}}, number{.bytes = 4, .fields = {}};
  const std::uint64_t words = machine.words();
  const auto grid = [&](const char* kernel, const gpu::LaunchShape& shape, std::uint32_t rounds) {
    const gpu::ObjectArgument arguments[] = {{pointer, std::as_bytes(std::span(&words, 1))},
                                             {number, std::as_bytes(std::span(&rounds, 1))}};
    return machine.gpu().prepare(machine.program(), kernel, shape, arguments);
  };
  for (unsigned n = 0; n < kLaunches / 3; ++n) {
    std::vector<gpu::Grid> grids;
    grids.push_back(has_transactions(system)
                        ? grid("_Z19add_in_transactionsPjj", {.blocks = 2, .threads = 7}, 1)
                        : grid("_Z11store_afterPjj", {.blocks = 2, .threads = 7}, 9));
    grids.push_back(grid("_Z11store_afterPjj", {.blocks = 3, .threads = 20}, 3 * n));
    grids.push_back(grid("_Z11store_afterPjj", {.blocks = 1, .threads = 32}, n));
    grids.back().after = {0};
    machine.note(
        machine.gpu().run(machine.program(), std::move(grids), {.threads = threads, .mix_ways = true}));
  }
  return machine.finish();
}

void expect_equal(const Seen& one, const Seen& several) {
  EXPECT_EQ(one.cycles, several.cycles);
  EXPECT_EQ(one.words, several.words);
  EXPECT_EQ(one.statistics, several.statistics);
}

class Launches : public ::testing::TestWithParam<std::string> {};

TEST_P(Launches, EndInTheSameCycleOneAfterAnother) {
  const tm::SystemInfo& system = engines::find_system(GetParam());
  const Seen one = one_after_another(system, 1);
  for (const unsigned threads : kNumbers) expect_equal(one, one_after_another(system, threads));
}

TEST_P(Launches, EndInTheSameCycleSeveralAtATime) {
  const tm::SystemInfo& system = engines::find_system(GetParam());
  const Seen one = several_at_a_time(system, 1);
  for (const unsigned threads : kNumbers) expect_equal(one, several_at_a_time(system, threads));
}

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  for (const tm::SystemInfo& system : engines::systems()) names.emplace_back(system.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Systems, Launches, ::testing::ValuesIn(system_names()),
                         [](const ::testing::TestParamInfo<std::string>& test) {
                           std::string name = test.param;
                           if (name.back() == '+') name.replace(name.size() - 1, 1, "_improved");
                           return name;
                         });

}  // namespace
}  // namespace gputm
