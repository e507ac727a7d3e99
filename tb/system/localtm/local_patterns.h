// Cost of accesses to shared memory outside of transactions on the RTL local memory, compared with the core's
// own model of shared memory: kernels whose lanes share banks and words in the usual patterns.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/config.h"
#include "base/run_error.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "localtm_script.h"

namespace gputm::tb {

struct LocalPattern {
  const char* name;
  const char* kernel;
  std::uint32_t stride;       ///< words between consecutive threads
  std::uint32_t together;     ///< threads that access the same word
  bool must_keep_up = false;  ///< may take no longer than without the unit
};

inline constexpr std::array kLocalPatterns{LocalPattern{"load_conflict_free", "load_chain", 1, 1, true},
                                           LocalPattern{"load_2_way", "load_chain", 2, 1, true},
                                           LocalPattern{"load_4_way", "load_chain", 4, 1, true},
                                           LocalPattern{"load_32_way", "load_chain", 32, 1, true},
                                           LocalPattern{"load_broadcast", "load_chain", 0, 1, true},
                                           LocalPattern{"load_pairs", "load_chain", 1, 2},
                                           LocalPattern{"load_groups_of_16", "load_chain", 1, 16},
                                           LocalPattern{"store_conflict_free", "store_chain", 1, 1, true},
                                           LocalPattern{"store_2_way", "store_chain", 2, 1, true},
                                           LocalPattern{"store_4_way", "store_chain", 4, 1, true},
                                           LocalPattern{"store_32_way", "store_chain", 32, 1, true},
                                           LocalPattern{"store_broadcast", "store_chain", 0, 1, true},
                                           LocalPattern{"store_pairs", "store_chain", 1, 2}};

/// Cycles of a wavefront that runs a pattern's kernel on the southern_islands with `system`, whose shared
/// memory has the unit's latency. Throws if a thread's result is wrong.
inline Cycle local_pattern_cycles(const LocalPattern& pattern, const std::string& system,
                                  std::uint32_t rounds) {
  constexpr std::uint32_t kLanes = 64;
  Config config = load_config("southern_islands");
  for (const char* setting : {"core.count=1", "partition.count=1", "core.shared_latency=4"})
    apply_setting(config, setting);
  gpu::Gpu gpu(config.machine, engines::make_systems(system, config.machine));
  const isa::Program program = isa::Program::load(LOCALTM_KERNELS_ELF, isa::Program::Analysis::kKernels);
  const Address out = gpu.allocate(kLanes * sizeof(Word));
  gpu::LaunchShape shape{1, kLanes};
  shape.shared_bytes = kPatternWords * sizeof(Word);
  const gpu::LaunchResult result = gpu.launch(program, pattern.kernel, shape,
                                              {pattern.stride, pattern.together, rounds, gpu::pointer(out)});
  const std::vector<Word> words = gpu.download<Word>(out, kLanes);
  const bool stores = std::string_view(pattern.kernel) == "store_chain";
  for (std::uint32_t thread = 0; thread < kLanes; ++thread) {
    const std::uint32_t group = thread / pattern.together;
    const std::uint32_t last = pattern.stride == 0 ? kLanes - 1 : (group + 1) * pattern.together - 1;
    const Word expected = stores ? (rounds == 0 ? thread : last + 16 * rounds) : group * pattern.stride;
    if (words[thread] != expected)
      throw Error(std::string(pattern.name) + " on " + system + ": thread " + std::to_string(thread) +
                  " has found " + std::to_string(words[thread]));
  }
  return result.cycles;
}

/// Cycles of the pattern's accesses under localtm, relative to the core's own shared memory.
inline double local_pattern_ratio(const LocalPattern& pattern) {
  constexpr std::uint32_t kRounds = 20;
  const auto cycles = [&](const char* system) {
    return static_cast<double>(local_pattern_cycles(pattern, system, kRounds) -
                               local_pattern_cycles(pattern, system, 0));
  };
  return cycles("localtm") / cycles("lock");
}

}  // namespace gputm::tb
