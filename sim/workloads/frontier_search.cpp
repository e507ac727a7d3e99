#include "workloads/frontier_search.h"

#include <algorithm>
#include <array>
#include <bit>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/frontier.h"

namespace gputm::workloads {
namespace {

constexpr std::array<WorkloadKey, 6> kFrontierSearchKeys{{
    {"vertices", "vertices", 2, 1U << 20, 16'384,
     "of the graph, each with four edges to others drawn at random"},
    {"bins", "bins", 1, 512, 128, "of a block in shared memory; a power of two"},
    {"queues", "queues", 1, 4096, 256, "in global memory; a power of two"},
    {"blocks", "blocks", 1, 16'384, 32, "thread blocks of the grid"},
    {"threads", "threads per block", 1, 1024, 128, "size of a block"},
    {"in_global", "", 0, 1, 0,
     "1: bins are in global memory, too, as transactions on global memory alone need it"},
}};

constexpr std::array<std::string_view, 5> kFrontierSearchComparison{"in_global=1", "vertices=512",
                                                                    "queues=16", "blocks=4", "threads=64"};

}  // namespace

WorkloadInfo FrontierSearch::info() {
  return {"frontier",
          "breadth-first search: vertices gather in bins in shared memory, full ones move to queues in "
          "global memory",
          kFrontierSearchKeys, kFrontierSearchComparison,
          [](Sizes sizes, std::uint32_t seed) -> std::unique_ptr<Workload> {
            for (const char* key : {"bins", "queues"}) {
              if (!std::has_single_bit(sizes[key])) {
                throw ConfigError("workload." + std::string(key) + ": " + std::to_string(sizes[key]) +
                                  " is no power of two");
              }
            }
            return std::make_unique<FrontierSearch>(std::move(sizes), seed);
          }};
}

std::span<const std::uint8_t> FrontierSearch::elf() const { return embedded_frontier_kernels(); }

std::vector<Word> FrontierSearch::expected_levels() const {
  std::vector<Word> levels(size("vertices"));
  std::vector<std::uint32_t> open{0};
  levels[0] = 1;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (std::uint32_t k = 0; k < kernels::kNeighbours; ++k) {
      const std::uint32_t to = kernels::neighbour(seed_, open[i], k, size("vertices"));
      if (levels[to] != 0) continue;
      levels[to] = levels[open[i]] + 1;
      open.push_back(to);
    }
  }
  return levels;
}

Launch FrontierSearch::setup(gpu::Gpu& gpu) {
  const std::uint32_t vertices = size("vertices"), queues = size("queues");
  expected_ = expected_levels();
  seen_.assign(vertices, false);
  seen_[0] = true;
  std::vector<Word> edges;
  for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
    for (std::uint32_t k = 0; k < kernels::kNeighbours; ++k)
      edges.push_back(kernels::neighbour(seed_, vertex, k, vertices));
  }
  edges_ = gpu.upload(std::span<const Word>(edges));
  std::vector<Word> levels(vertices);
  levels[0] = 1;
  levels_ = gpu.upload(std::span<const Word>(levels));
  locks_ = gpu.allocate(std::size_t{vertices + queues} * sizeof(Word));
  // The launch after the deepest level finds nothing more; after an error, there are tails for a launch
  // beyond it.
  const Word deepest = *std::ranges::max_element(expected_);
  tails_ = gpu.allocate(std::size_t{deepest + 2} * queues * sizeof(Word));
  queued_ = gpu.allocate(std::size_t{queues} * vertices * sizeof(Word));
  if (size("in_global") != 0)
    bins_ = gpu.allocate(std::size_t{size("blocks")} * kernels::bin_words(size("bins")) * sizeof(Word));
  return launch(std::array<Word, 1>{0});
}

Launch FrontierSearch::launch(std::span<const Word> frontier) const {
  const std::uint32_t queues = size("queues");
  gpu::LaunchShape shape{size("blocks"), size("threads")};
  if (bins_ == 0)
    shape.shared_bytes = static_cast<std::uint32_t>(sizeof(Word)) * kernels::bin_words(size("bins"));
  std::vector<Word> arguments{edges_,
                              levels_,
                              locks_,
                              static_cast<Word>(frontier.size()),
                              tails_ + static_cast<Address>((level_ - 2) * queues * sizeof(Word)),
                              queued_,
                              size("vertices"),
                              queues,
                              size("bins"),
                              level_,
                              bins_};
  arguments.insert(arguments.end(), frontier.begin(), frontier.end());
  return {shape, std::move(arguments)};
}

std::vector<Word> FrontierSearch::found(const gpu::Gpu& gpu) {
  const std::uint32_t vertices = size("vertices"), queues = size("queues");
  std::vector<Word> all;
  const std::vector<Word> tails =
      gpu.download<Word>(tails_ + static_cast<Address>((level_ - 2) * queues * sizeof(Word)), queues);
  for (std::uint32_t queue = 0; queue < queues; ++queue) {
    if (tails[queue] > vertices) {
      problem_ = "queue " + std::to_string(queue) + " has more than all vertices";
      return {};
    }
    const std::vector<Word> here = gpu.download<Word>(
        queued_ + static_cast<Address>(std::size_t{queue} * vertices * sizeof(Word)), tails[queue]);
    all.insert(all.end(), here.begin(), here.end());
  }
  for (const Word vertex : all) {
    const std::string which = "level " + std::to_string(level_) + ": vertex " + std::to_string(vertex);
    if (vertex >= vertices)
      problem_ = which + " does not exist, but is in a queue";
    else if (seen_[vertex])
      problem_ = which + " is in a queue again";
    else if (expected_[vertex] != level_)
      problem_ = which + " is of level " + std::to_string(expected_[vertex]);
    else
      seen_[vertex] = true;
    if (!problem_.empty()) return {};
  }
  return all;
}

std::optional<Launch> FrontierSearch::next(const gpu::Gpu& gpu) {
  const std::vector<Word> frontier = found(gpu);
  if (frontier.empty()) return std::nullopt;
  ++level_;
  return launch(frontier);
}

std::string FrontierSearch::check(const gpu::Gpu& gpu) const {
  if (!problem_.empty()) return problem_;
  const std::vector<Word> levels = gpu.download<Word>(levels_, size("vertices"));
  for (std::uint32_t vertex = 0; vertex < size("vertices"); ++vertex) {
    const std::string which = "vertex " + std::to_string(vertex);
    if (levels[vertex] != expected_[vertex]) {
      return which + " has level " + std::to_string(levels[vertex]) + ", not " +
             std::to_string(expected_[vertex]);
    }
    if (seen_[vertex] != (expected_[vertex] != 0)) return which + " was in no queue";
  }
  return "pass";
}

}  // namespace gputm::workloads
