// Single-source shortest paths: worklists of Bellman and Ford, with the tree of predecessors. A node's distance and predecessor change
// together: both halves of a 64-bit word for atomicCAS, or two variables of a transaction (USE_TM).
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <climits>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "check.h"

struct Edge {
  int to;
  int weight;
};

struct Graph {
  int nodes;
  const int* __restrict__ first;
  const Edge* __restrict__ edges;
};

struct Label {
  unsigned distance;
  unsigned parent;
};

struct Worklist {
  int* nodes;
  int* size;
  int* queued;  // by node: the round that it was queued for
};

#ifdef USE_TM
__device__ bool relax(Label* label, unsigned distance, unsigned parent) {
  return tm::atomic([&] {
    if (label->distance <= distance) return false;
    label->distance = distance;
    label->parent = parent;
    return true;
  });
}
#else
__device__ bool relax(Label* label, unsigned distance, unsigned parent) {
  const unsigned long long mine = (unsigned long long)parent << 32 | distance;  // as in memory: the low half first
  auto* const word = reinterpret_cast<unsigned long long*>(label);
  unsigned long long seen = *word;
  while (true) {
    if ((unsigned)seen <= distance) return false;
    const unsigned long long before = atomicCAS(word, seen, mine);
    if (before == seen) return true;
    seen = before;
  }
}
#endif

__global__ void expand(Graph graph, Label* labels, const int* nodes, int count, Worklist next, int round) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const int node = nodes[i];
    const unsigned distance = *(volatile unsigned*)&labels[node].distance;
    for (int e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      const Edge edge = graph.edges[e];
      if (relax(&labels[edge.to], distance + edge.weight, node) && atomicExch(&next.queued[edge.to], round) != round)
        next.nodes[atomicAdd(next.size, 1)] = edge.to;
    }
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 256, degree = 4;
  std::vector<int> first(n + 1);
  std::vector<Edge> edges;
  std::srand(3);
  for (int node = 0; node < n; ++node) {
    for (int i = 0; i < degree; ++i) edges.push_back({std::rand() % n, 1 + std::rand() % 100});
    first[node + 1] = edges.size();
  }

  std::vector<unsigned> expected(n, UINT_MAX);
  std::priority_queue<std::pair<unsigned, int>, std::vector<std::pair<unsigned, int>>, std::greater<>> heap;
  heap.emplace(expected[0] = 0, 0);
  while (!heap.empty()) {
    const auto [distance, node] = heap.top();
    heap.pop();
    if (distance != expected[node]) continue;
    for (int e = first[node]; e < first[node + 1]; ++e)
      if (distance + edges[e].weight < expected[edges[e].to]) heap.emplace(expected[edges[e].to] = distance + edges[e].weight, edges[e].to);
  }

  int *d_first, *d_queued, *d_size, *d_nodes[2];
  Edge* d_edges;
  Label* d_labels;
  CHECK_CUDA(cudaMalloc((void**)&d_first, first.size() * sizeof(int)));
  CHECK_CUDA(cudaMalloc((void**)&d_edges, edges.size() * sizeof(Edge)));
  CHECK_CUDA(cudaMalloc((void**)&d_labels, n * sizeof(Label)));
  CHECK_CUDA(cudaMalloc((void**)&d_queued, n * sizeof(int)));
  CHECK_CUDA(cudaMalloc((void**)&d_size, sizeof(int)));
  for (int*& list : d_nodes) CHECK_CUDA(cudaMalloc((void**)&list, n * sizeof(int)));
  std::vector<Label> labels(n, Label{UINT_MAX, UINT_MAX});
  labels[0] = {0, 0};
  CHECK_CUDA(cudaMemcpy(d_first, first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(Edge), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(d_labels, labels.data(), n * sizeof(Label), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(d_queued, 0, n * sizeof(int)));
  CHECK_CUDA(cudaMemset(d_nodes[0], 0, sizeof(int)));
  int count = 1;
  for (int round = 1; count > 0; ++round) {
    CHECK_CUDA(cudaMemset(d_size, 0, sizeof(int)));
    const Worklist next = {d_nodes[round % 2], d_size, d_queued};
    expand<<<(count + 127) / 128, 128>>>({n, d_first, d_edges}, d_labels, d_nodes[(round + 1) % 2], count, next, round);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpy(&count, d_size, sizeof(int), cudaMemcpyDeviceToHost));
  }
  CHECK_CUDA(cudaMemcpy(labels.data(), d_labels, n * sizeof(Label), cudaMemcpyDeviceToHost));
  for (int node = 0; node < n; ++node) {
    CHECK(labels[node].distance == expected[node]);
    if (node == 0 || expected[node] == UINT_MAX) continue;
    bool found = false;  // the edge from the predecessor
    const int parent = labels[node].parent;
    for (int e = first[parent]; e < first[parent + 1]; ++e)
      found |= edges[e].to == node && expected[parent] + edges[e].weight == expected[node];
    CHECK(found);
  }
  std::printf("the distances of %d nodes are right\n", n);
}
