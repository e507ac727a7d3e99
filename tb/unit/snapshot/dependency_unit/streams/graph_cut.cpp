// Karger's randomized minimum cut (ISCA 2017, section 6, GraphCut): edges are contracted until two vertices
// are left. A contracted vertex is a set of vertices of the graph with a common label, linked from its
// label's record.
#include <algorithm>

#include "layout.h"

namespace gputm::tb::streams {
namespace {

constexpr Address kVertices = 0x1000;
enum VertexField : unsigned { kLabel, kNextVertex, kCount };  // kCount: vertices of the set with this label

class GraphCut final : public Stream {
 public:
  explicit GraphCut(const StreamSizes& sizes) : sizes_(sizes) {}

  StreamMemory setup(Rng& rng) override {
    // A ring, so that the graph is connected, and twice as many random edges.
    for (Word vertex = 1; vertex <= sizes_.size; ++vertex) {
      edges_.push_back({vertex, vertex % sizes_.size + 1});
      for (int i = 0; i < 2; ++i) edges_.push_back({vertex, 1 + rng.below(sizes_.size)});
    }
    std::ranges::shuffle(edges_, rng);
    StreamMemory memory;
    for (Word vertex = 1; vertex <= sizes_.size; ++vertex) {
      memory[field_of(kVertices, vertex, kLabel)] = vertex;
      memory[field_of(kVertices, vertex, kCount)] = 1;
    }
    return memory;
  }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    const unsigned number = thread * sizes_.transactions + index;
    if (number + 2 >= sizes_.size) return;  // all contractions have been assigned
    std::size_t place = number * edges_.size() / sizes_.size;
    for (std::size_t i = 0; i < edges_.size(); ++i, ++place) {
      const auto [from, to] = edges_[place % edges_.size()];
      const Word a = view.read(field_of(kVertices, from, kLabel));
      const Word b = view.read(field_of(kVertices, to, kLabel));
      if (a != b) return contract(view, a, b);
    }
  }

  std::string check(StreamMemory& memory) override {
    const std::size_t contractions =
        std::min<std::size_t>(sizes_.threads * sizes_.transactions, sizes_.size - 2);
    std::size_t sets = 0, members = 0;
    for (Word vertex = 1; vertex <= sizes_.size; ++vertex) {
      if (memory[field_of(kVertices, vertex, kLabel)] != vertex) continue;
      ++sets;
      members += memory[field_of(kVertices, vertex, kCount)];
    }
    if (members != sizes_.size) return "vertices were lost";
    return sets == sizes_.size - contractions ? "pass" : std::to_string(sets) + " vertices are left";
  }

 private:
  struct Edge {
    Word from = 0, to = 0;
  };

  /// The smaller set gets the label of the larger one and joins its list after the label's own record.
  static void contract(StreamView& view, Word a, Word b) {
    const Word count_a = view.read(field_of(kVertices, a, kCount));
    const Word count_b = view.read(field_of(kVertices, b, kCount));
    const Word large = count_a < count_b ? b : a;
    const Word small = large == a ? b : a;
    Word last = small;
    for (Word vertex = small; vertex != 0; vertex = view.read(field_of(kVertices, vertex, kNextVertex))) {
      view.write(field_of(kVertices, vertex, kLabel), large);
      last = vertex;
    }
    view.write(field_of(kVertices, last, kNextVertex), view.read(field_of(kVertices, large, kNextVertex)));
    view.write(field_of(kVertices, large, kNextVertex), small);
    view.write(field_of(kVertices, large, kCount), count_a + count_b);
  }

  StreamSizes sizes_;
  std::vector<Edge> edges_;
};

}  // namespace

std::unique_ptr<Stream> make_graph_cut(const StreamSizes& sizes) { return std::make_unique<GraphCut>(sizes); }

}  // namespace gputm::tb::streams
