// Karger's minimum cut (ISCA 2017 paper, section 6): each thread contracts edges in sequence.
#include "graph_cut.h"

#include "device_memory.h"

using gputm::kernels::DeviceMemory;
using gputm::kernels::GraphCutArguments;
using Graph = gputm::kernels::Graph<DeviceMemory>;

namespace {

/// Vertices in one set stay in one set, so the walk needs no locks. The representatives found must still be
/// representatives when their locks are held.
GPUTM_INLINE bool try_contract(const Graph& graph, u32 place, u32 number) {
  DeviceMemory memory;
  const Graph::Edge edge = graph.find(memory, place);
  const auto word = [&](u32 vertex, Graph::Field field) {
    return reinterpret_cast<u32*>(graph.field(vertex, field));
  };
  const u32 low = edge.a < edge.b ? edge.a : edge.b, high = edge.a < edge.b ? edge.b : edge.a;
  bool done = false;
  if (atomic_exchange(word(low, Graph::kLock), 1) == 0) {
    if (atomic_exchange(word(high, Graph::kLock), 1) == 0) {
      done = *word(low, Graph::kLink) == 0 && *word(high, Graph::kLink) == 0;
      if (done) graph.contract(memory, edge, number);
      store_release(word(high, Graph::kLock), 0);
    }
    store_release(word(low, Graph::kLock), 0);
  }
  return done;
}

/// A call, so that the lock loop keeps its shape (tree_kernels.h).
__attribute__((noinline)) bool call_contract(const GraphCutArguments& arguments, u32 place, u32 number) {
  return try_contract(Graph(arguments), place, number);
}

}  // namespace

KERNEL void graph_cut_tm(const GraphCutArguments* arguments) {
  const GraphCutArguments all = *arguments;
  const Graph graph(all);
  for (u32 number = thread_id(); number < all.contractions; number += grid_threads()) {
    const u32 place = gputm::kernels::first_place(all, number);
    tx_begin();
    DeviceMemory memory;
    graph.contract(memory, graph.find(memory, place), number);
    tx_commit();
  }
}

KERNEL void graph_cut_lock(const GraphCutArguments* arguments) {
  for (u32 number = thread_id(); number < arguments->contractions; number += grid_threads()) {
    const u32 place = gputm::kernels::first_place(*arguments, number);
    critical_begin();
    u32 done = 0;
    while (!done) {
      done = call_contract(*arguments, place, number) ? 1 : 0;
      keep_in_loop(done);
    }
    critical_end();
  }
}
