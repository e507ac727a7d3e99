#include "workloads/lds_k_means.h"

#include <array>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/lds_k_means.h"
#include "workloads/local_locks.h"

namespace gputm::workloads {
namespace {

constexpr std::array<WorkloadKey, 5> kLdsKMeansKeys{{
    {"centres", "centres", 1, kernels::kMostCentres, 32, "2 to 256 are the paper's KM2 to KM256"},
    {"blocks", "blocks", 1, 16'384, 1, "thread blocks of the grid, each with sums of its own"},
    {"threads", "threads per block", 1, 1024, 256, "size of a block"},
    {"rounds", "points", 1, 1'000'000, 4, "of a thread, one after the other"},
    kLocalLocksKey,
}};

}  // namespace

WorkloadInfo LdsKMeans::info() {
  return {"lds-km",
          "k-means in shared memory: threads add their points to the sums of the nearest centre",
          kLdsKMeansKeys,
          {},
          make<LdsKMeans>};
}

std::string LdsKMeans::kernel(tm::Synchronization synchronization) const {
  return local_kernel(kernels(), synchronization, size("locks"));
}

std::span<const std::uint8_t> LdsKMeans::elf() const { return embedded_lds_k_means_kernels(); }

std::uint64_t LdsKMeans::transactions() const {
  return std::uint64_t{size("blocks")} * size("threads") * size("rounds");
}

Launch LdsKMeans::setup(gpu::Gpu& gpu) {
  const std::uint32_t words = kernels::sum_words(size("centres"));
  sums_ = gpu.allocate(std::size_t{size("blocks")} * words * sizeof(Word));
  gpu::LaunchShape shape{size("blocks"), size("threads")};
  shape.shared_bytes = static_cast<std::uint32_t>(sizeof(Word)) * (words + size("centres"));
  return {shape, {sums_, size("centres"), size("rounds"), seed_}};
}

std::uint32_t LdsKMeans::nearest(std::uint32_t point) const {
  std::uint32_t best = 0, best_distance = ~std::uint32_t{0};
  for (std::uint32_t centre = 0; centre < size("centres"); ++centre) {
    std::uint32_t distance = 0;
    for (std::uint32_t d = 0; d < kernels::kDimensions; ++d) {
      const std::uint32_t delta =
          kernels::centre_coordinate(seed_, centre, d) - kernels::point_coordinate(seed_, point, d);
      distance += delta * delta;
    }
    if (distance >= best_distance) continue;
    best = centre;
    best_distance = distance;
  }
  return best;
}

std::string LdsKMeans::check(const gpu::Gpu& gpu) const {
  const std::uint32_t words = kernels::sum_words(size("centres"));
  const std::uint32_t grid = size("blocks") * size("threads");
  std::vector<Word> expected(std::size_t{size("blocks")} * words);
  for (std::uint32_t point = 0; point < grid * size("rounds"); ++point) {
    const std::uint32_t block = point % grid / size("threads");
    const std::uint32_t centre = nearest(point);
    for (std::uint32_t d = 0; d < kernels::kDimensions; ++d) {
      expected[std::size_t{block} * words + kernels::sum_word(centre, d)] +=
          kernels::point_coordinate(seed_, point, d);
    }
  }
  const std::vector<Word> sums = gpu.download<Word>(sums_, expected.size());
  for (std::size_t word = 0; word < sums.size(); ++word) {
    if (sums[word] == expected[word]) continue;
    return "block " + std::to_string(word / words) + ": word " + std::to_string(word % words) +
           " of the sums is " + std::to_string(sums[word]) + ", not " + std::to_string(expected[word]);
  }
  return "pass";
}

}  // namespace gputm::workloads
