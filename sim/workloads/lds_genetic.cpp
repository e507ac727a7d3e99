#include "workloads/lds_genetic.h"

#include <algorithm>
#include <array>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/lds_genetic.h"
#include "workloads/local_locks.h"

namespace gputm::workloads {
namespace {

constexpr std::array<WorkloadKey, 5> kLdsGeneticKeys{{
    {"population", "solutions", 2, 1024, 32, "of a block's set: 2 to 256 are the paper's GA2 to GA256"},
    {"blocks", "blocks", 1, 16'384, 1, "thread blocks of the grid, each with a set of its own"},
    {"threads", "threads per block", 1, 1024, 256, "size of a block"},
    {"rounds", "transactions", 1, 1'000'000, 4, "of a thread"},
    kLocalLocksKey,
}};

}  // namespace

WorkloadInfo LdsGenetic::info() {
  return {"lds-ga",
          "genetic algorithm in shared memory: threads cross two solutions of their block's set",
          kLdsGeneticKeys,
          {},
          make<LdsGenetic>};
}

std::string LdsGenetic::kernel(tm::Synchronization synchronization) const {
  return local_kernel(kernels(), synchronization, size("locks"));
}

std::span<const std::uint8_t> LdsGenetic::elf() const { return embedded_lds_genetic_kernels(); }

std::uint64_t LdsGenetic::transactions() const {
  return std::uint64_t{size("blocks")} * size("threads") * size("rounds");
}

Launch LdsGenetic::setup(gpu::Gpu& gpu) {
  solutions_ = gpu.allocate(std::size_t{size("blocks")} * size("population") * sizeof(Word));
  gpu::LaunchShape shape{size("blocks"), size("threads")};
  shape.shared_bytes = 2 * static_cast<std::uint32_t>(sizeof(Word)) * size("population");
  return {shape, {solutions_, size("population"), size("rounds"), seed_}};
}

/// The order of the crossings is unknown, but each of them keeps two properties: the best solution is never
/// replaced by a worse one, and a bit equal in all solutions stays.
std::string LdsGenetic::check(const gpu::Gpu& gpu) const {
  const std::uint32_t population = size("population");
  const std::vector<Word> all = gpu.download<Word>(solutions_, std::size_t{size("blocks")} * population);
  for (std::uint32_t block = 0; block < size("blocks"); ++block) {
    const std::span<const Word> solutions(&all[std::size_t{block} * population], population);
    std::uint32_t best_before = ~std::uint32_t{0}, best = best_before;
    Word in_some = 0, in_all = ~Word{0};
    for (std::uint32_t i = 0; i < population; ++i) {
      const Word start = kernels::solution_at_start(seed_, block, i);
      best_before = std::min(best_before, kernels::misfit(start));
      best = std::min(best, kernels::misfit(solutions[i]));
      in_some |= start;
      in_all &= start;
    }
    const std::string where = "block " + std::to_string(block) + ": ";
    for (const Word solution : solutions) {
      if ((solution & ~in_some) != 0) return where + "an object is in a bag, and was in none at the start";
      if ((in_all & ~solution) != 0) return where + "an object is in a bag no more that was in all";
    }
    if (best > best_before) return where + "the best solution was lost";
  }
  return "pass";
}

}  // namespace gputm::workloads
