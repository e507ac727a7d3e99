// Karger's randomized minimum cut (ISCA 2017 paper, section 6): edges are contracted until two vertices are
// left. A contracted vertex is a set of vertices of the graph: all but one of them link to another vertex of
// their set, and the links lead to the set's representative.
#pragma once

#include "random.h"
#include "records.h"

namespace gputm::kernels {

struct GraphCutArguments {
  uint32_t vertices;    ///< records from 1
  uint32_t edges;       ///< device address of two words per edge, its vertices, in random order
  uint32_t contracted;  ///< device address of a word per contraction: number of the edge, from 1
  uint32_t vertex_count;
  uint32_t edge_count;
  uint32_t contractions;
  uint32_t seed;
};

template <typename View>
class Graph {
 public:
  enum Field : uint32_t {
    kLink,   ///< 0: the vertex is the representative of its set
    kCount,  ///< for a representative: number of vertices in the set
    kLock,   ///< lock of both, 0: free; only for the lock version
  };

  constexpr explicit Graph(const GraphCutArguments& at) : at_(at) {}

  constexpr uint32_t field(uint32_t vertex, Field of) const { return field_of(at_.vertices, vertex, of); }
  constexpr uint32_t contracted(uint32_t number) const { return word_of(at_.contracted, number); }

  /// Edge between two sets, given by their representatives
  struct Edge {
    uint32_t place, a, b;
  };
  /// First such edge from a place on. One exists, since the graph is connected and has at least three sets.
  Edge find(View& view, uint32_t place) const {
    Edge edge{place, 0, 0};
    while (edge.a == edge.b) {
      edge.a = set_of(view, view.read(word_of(at_.edges, 2 * place)));
      edge.b = set_of(view, view.read(word_of(at_.edges, 2 * place + 1)));
      edge.place = place;
      place = place + 1 == at_.edge_count ? 0 : place + 1;
    }
    return edge;
  }

  /// Contraction `number`: merges the smaller set into the larger one.
  void contract(View& view, const Edge& edge, uint32_t number) const {
    const uint32_t count_a = view.read(field(edge.a, kCount)), count_b = view.read(field(edge.b, kCount));
    const uint32_t large = count_a < count_b ? edge.b : edge.a;
    const uint32_t small = count_a < count_b ? edge.a : edge.b;
    view.write(field(small, kLink), large);
    view.write(field(large, kCount), count_a + count_b);
    view.write(contracted(number), edge.place + 1);
  }

 private:
  uint32_t set_of(View& view, uint32_t vertex) const {
    for (uint32_t next = view.read(field(vertex, kLink)); next != 0; next = view.read(field(vertex, kLink)))
      vertex = next;
    return vertex;
  }

  GraphCutArguments at_;
};

/// Place at which a contraction starts its search for an edge.
constexpr uint32_t first_place(const GraphCutArguments& arguments, uint32_t number) {
  return scale(mix(arguments.seed + number), arguments.edge_count);
}

}  // namespace gputm::kernels
