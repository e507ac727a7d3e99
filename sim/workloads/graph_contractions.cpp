#include "workloads/graph_contractions.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "base/rng.h"
#include "workloads/embedded_kernels.h"

namespace gputm::workloads {
namespace {

using kernels::GraphCutArguments;
using kernels::kRecordBytes;

constexpr std::array<WorkloadKey, 5> graph_contraction_keys(std::uint64_t vertices) {
  return {{
      {"vertices", "vertices", 3, 100'000, vertices, "vertices of the graph"},
      {"edges", "edges", 3, 1'000'000, 3 * vertices, "edges; at least as many as vertices"},
      {"threads", "threads", 1, 100'000, 32, "threads of the grid"},
      {"block", "threads per block", 1, 1024, 32, "size of a block"},
      {"blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"},
  }};
}
constexpr auto kGraphContractionsKeys = graph_contraction_keys(60);
constexpr auto kGraphContractionsLargeKeys = graph_contraction_keys(90);

}  // namespace

WorkloadInfo GraphContractions::info() {
  return {"graphcut",
          "Karger's minimal cut: threads contract edges of a graph",
          kGraphContractionsKeys,
          {},
          make<GraphContractions>};
}

WorkloadInfo GraphContractions::info_large() {
  return {"graphcut2",
          "Karger's minimal cut of a larger graph",
          kGraphContractionsLargeKeys,
          {},
          make<GraphContractions>};
}

/// A ring, so that the graph is connected, and other random edges.
GraphContractions::GraphContractions(Sizes sizes, std::uint32_t seed)
    : Workload(std::move(sizes)), seed_(seed) {
  const Word vertices = size("vertices"), edges = size("edges");
  if (edges < vertices)
    throw ConfigError(fmt::format("workload.edges: {} is below workload.vertices = {}", edges, vertices));
  Rng rng(seed);
  std::vector<std::pair<Word, Word>> graph;
  for (Word vertex = 1; vertex <= vertices; ++vertex) graph.emplace_back(vertex, vertex % vertices + 1);
  while (graph.size() < edges) {
    const Word from = 1 + rng.below(vertices), to = 1 + rng.below(vertices);
    if (from != to) graph.emplace_back(from, to);
  }
  std::ranges::shuffle(graph, rng);
  for (const auto& [from, to] : graph) edges_.insert(edges_.end(), {from, to});
}

std::span<const std::uint8_t> GraphContractions::elf() const { return embedded_graph_cut_kernels(); }

/// Size of the vertices' records, including the one named 0.
std::size_t GraphContractions::bytes() const { return (std::size_t{1} + size("vertices")) * kRecordBytes; }

Launch GraphContractions::setup(gpu::Gpu& gpu) {
  const Word threads = size("threads"), block = size("block");
  const auto contractions = static_cast<Word>(transactions());
  arguments_ = {.vertices = gpu.allocate(bytes()),
                .edges = gpu.upload(std::span<const Word>(edges_)),
                .contracted = gpu.allocate(contractions * sizeof(Word)),
                .vertex_count = size("vertices"),
                .edge_count = size("edges"),
                .contractions = contractions,
                .seed = seed_};
  HostMemory memory(arguments_.vertices, bytes());
  for (Word vertex = 1; vertex <= arguments_.vertex_count; ++vertex)
    memory.write(Graph(arguments_).field(vertex, Graph::kCount), 1);
  memory.upload(gpu);
  const auto words = std::bit_cast<std::array<Word, sizeof(GraphCutArguments) / sizeof(Word)>>(arguments_);
  return {{(threads + block - 1) / block, block, size("blocks_per_core")}, {words.begin(), words.end()}};
}

GraphContractions::Sets GraphContractions::joined(const gpu::Gpu& gpu) const {
  const std::vector<Word> contracted = gpu.download<Word>(arguments_.contracted, arguments_.contractions);
  Sets sets(size("vertices") + 1);
  std::iota(sets.begin(), sets.end(), 0);
  for (std::size_t number = 0; number < contracted.size(); ++number) {
    const Word edge = contracted[number];
    if (edge == 0 || edge > size("edges"))
      throw Error(fmt::format("contraction {} is of edge {}, which is none", number, edge));
    const Word from = sets[edges_[2 * (edge - 1)]], to = sets[edges_[2 * (edge - 1) + 1]];
    if (from == to) throw Error(fmt::format("contraction {} is of edge {}, within a set", number, edge));
    std::ranges::replace(sets, from, to);
  }
  return sets;
}

/// Representative of the vertex's set, or 0 for invalid links.
Word GraphContractions::follow(const HostMemory& memory, Word vertex) const {
  for (Word steps = 0; steps < size("vertices"); ++steps) {
    const Word next = memory.read(Graph(arguments_).field(vertex, Graph::kLink));
    if (next == 0) return vertex;
    if (next > size("vertices")) return 0;
    vertex = next;
  }
  return 0;
}

std::string GraphContractions::check(const gpu::Gpu& gpu) const try {
  const HostMemory memory(gpu, arguments_.vertices, bytes());
  const auto get = [&](Word vertex, Graph::Field field) {
    return memory.read(Graph(arguments_).field(vertex, field));
  };
  const Sets sets = joined(gpu);
  std::map<Word, Word> stands;  // representative per set
  for (Word vertex = 1; vertex < sets.size(); ++vertex) {
    if (get(vertex, Graph::kLock) != 0) return fmt::format("vertex {} is still locked", vertex);
    const Word last = follow(memory, vertex);
    if (last == 0) return fmt::format("links from vertex {} lead nowhere", vertex);
    const Word other = stands.emplace(sets[vertex], last).first->second;
    if (other != last || sets[last] != sets[vertex])
      return fmt::format("vertex {} is in the set of {}, which no contraction made", vertex, last);
  }
  for (const auto& [set, vertex] : stands) {
    const auto members = static_cast<Word>(std::ranges::count(sets, set));
    const Word count = get(vertex, Graph::kCount);
    if (count != members)
      return fmt::format("the set of vertex {} counts {}, not {}", vertex, count, members);
  }
  return "pass";
} catch (const Error& error) {
  return error.what();
}

}  // namespace gputm::workloads
