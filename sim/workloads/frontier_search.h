// Breadth-first search with the next frontier collected in shared memory first: transactions over both
// memories (docs/unified.md).
#pragma once

#include <vector>

#include "workloads/workload.h"

namespace gputm::workloads {

class FrontierSearch final : public Workload {
 public:
  static WorkloadInfo info();

  FrontierSearch(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}
  std::string_view kernels() const override { return "frontier"; }
  std::span<const std::uint8_t> elf() const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::optional<Launch> next(const gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  /// Minimum: one for each vertex from which others are reached.
  std::uint64_t transactions() const override { return 1; }

 private:
  /// Result of a sequential search: each vertex's level, 0 for unreachable ones.
  std::vector<Word> expected_levels() const;
  Launch launch(std::span<const Word> frontier) const;
  /// Vertices that the last launch has queued. Stores an error, if any, in problem_.
  std::vector<Word> found(const gpu::Gpu& gpu);

  std::uint32_t seed_;
  Word level_ = 2;  ///< level found by the last launch; the first vertex has 1
  Address edges_ = 0, levels_ = 0, locks_ = 0, tails_ = 0, queued_ = 0, bins_ = 0;
  std::vector<Word> expected_;
  std::vector<bool> seen_;  ///< vertices queued so far
  std::string problem_;
};

}  // namespace gputm::workloads
