// Launches one after another on one GPU: the results on several host threads equal those on one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/config.h"
#include "common/small_machine.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "isa/program.h"

namespace gputm {
namespace {

constexpr unsigned kLaunches = 30;  ///< they end at different steps of what the threads do in turn

/// Values of the words, and of each launch the cycles and all statistics.
struct Seen {
  std::vector<Word> words;
  std::vector<Cycle> cycles;
  std::vector<std::string> statistics;
};

Seen launches(const tm::SystemInfo& system, unsigned threads) {
  MachineConfig machine = testing::small_machine(4);
  machine.partition.count = 4;
  machine = engines::machine_under(system.name, machine);
  gpu::Gpu gpu(machine, engines::make_systems(system.name, machine));
  const isa::Program program = isa::Program::load(LAUNCHES_KERNELS_ELF, isa::Program::Analysis::kKernels);
  const bool transactions =
      system.synchronization == tm::Synchronization::kTransactions && system.serves != tm::Memory::kLocal;
  constexpr unsigned kWords = 64;
  const Address words = gpu.allocate(kWords * sizeof(Word));
  Seen seen;
  for (unsigned n = 0; n < kLaunches; ++n) {
    const bool adds = transactions && n % 4 == 0;
    const gpu::LaunchResult result = gpu.launch(
        program, adds ? "add_in_transactions" : "store_after", {.blocks = 1 + n % 3, .threads = 20},
        {gpu::pointer(words), adds ? 1 : n}, {.threads = threads, .mix_ways = true});
    EXPECT_TRUE(result.history == "pass" || result.history == "off") << result.history;
    seen.cycles.push_back(result.cycles);
    seen.statistics.push_back(result.statistics.to_json().dump());
  }
  seen.words = gpu.download<Word>(words, kWords);
  return seen;
}

class Launches : public ::testing::TestWithParam<std::string> {};

TEST_P(Launches, EndInTheSameCycle) {
  const tm::SystemInfo& system = engines::find_system(GetParam());
  const Seen one = launches(system, 1);
  for (const unsigned threads : {2U, 3U}) {
    const Seen several = launches(system, threads);
    EXPECT_EQ(one.cycles, several.cycles) << threads;
    EXPECT_EQ(one.words, several.words) << threads;
    EXPECT_EQ(one.statistics, several.statistics) << threads;
  }
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
