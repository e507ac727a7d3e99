// Genetic algorithm in shared memory (GPU-LocalTM paper, section 5.1.3): in each round a thread takes two
// solutions of its block's set, and the worse one takes half of its bits from the other.
#include "lds_genetic.h"

#include <gputm.h>

#include "local_sync.h"

using namespace gputm::kernels;

namespace {

/// Critical section: both solutions are replaced.
GPUTM_INLINE void cross(u32* first, u32* second, u32 bits) {
  const u32 a = *first, b = *second;
  const u32 first_fits = misfit(a) <= misfit(b);
  *first = first_fits ? a : (a & ~bits) | (b & bits);
  *second = first_fits ? (b & ~bits) | (a & bits) : b;
}

template <typename Cross>
GPUTM_INLINE void evolve(const LdsGeneticArguments arguments, Cross cross_over) {
  u32* const solutions = dynamic_shared<u32>();
  const u32 population = arguments.population;
  const u32 thread = thread_in_block();
  for (u32 i = thread; i < population; i += block_size())
    solutions[i] = solution_at_start(arguments.seed, block_id(), i);
  barrier();
  for (u32 round = 0; round < arguments.rounds; ++round) {
    const u32 random = mix(arguments.seed ^ mix(thread_id() + round * grid_threads()));
    const u32 first = scale(random, population);
    const u32 other = scale(mix(random), population - 1);
    const u32 second = other < first ? other : other + 1;
    cross_over(solutions, solutions + population, first, second, random & 255);
  }
  barrier();
  u32* const out = reinterpret_cast<u32*>(arguments.solutions) + block_id() * population;
  for (u32 i = thread; i < population; i += block_size()) out[i] = solutions[i];
}

}  // namespace

KERNEL void lds_genetic_tm(const LdsGeneticArguments* arguments) {
  evolve(*arguments, [](u32* solutions, u32*, u32 first, u32 second, u32 bits) {
    tx_begin();
    cross(&solutions[first], &solutions[second], bits);
    tx_commit();
  });
}

/// One lock per solution; a lane that does not get both releases the first one.
KERNEL void lds_genetic_lock(const LdsGeneticArguments* arguments) {
  evolve(*arguments, [](u32* solutions, u32* locks, u32 first, u32 second, u32 bits) {
    u32* const low = &locks[first < second ? first : second];
    u32* const high = &locks[first < second ? second : first];
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(low, 1) == 0) {
        if (atomic_exchange(high, 1) == 0) {
          cross(&solutions[first], &solutions[second], bits);
          store_release(high, 0);
          done = 1;
        }
        store_release(low, 0);
      }
      keep_in_loop(done);
    }
  });
}

KERNEL void lds_genetic_one_lock(const LdsGeneticArguments* arguments) {
  evolve(*arguments, [](u32* solutions, u32* locks, u32 first, u32 second, u32 bits) {
    in_turn_with(locks, [&] { cross(&solutions[first], &solutions[second], bits); });
  });
}
