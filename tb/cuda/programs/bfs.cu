// Breadth-first search by levels, with a flag in a __device__ variable and frontiers by atomicCAS.
#include <queue>
#include <vector>

#include "check.h"

struct Graph {
  const int* first;
  const int* edges;
  int nodes;
};

__device__ bool changed;

__global__ void expand(Graph graph, int* level, int current) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= graph.nodes || level[node] != current) return;
  for (int edge = graph.first[node]; edge < graph.first[node + 1]; ++edge)
    if (atomicCAS(&level[graph.edges[edge]], -1, current + 1) == -1) changed = true;
}

int main() {
  const int nodes = 500, degree = 3;
  std::vector<int> first, edges;
  unsigned random = 7;
  for (int node = 0; node < nodes; ++node) {
    first.push_back(edges.size());
    for (int i = 0; i < degree; ++i) {
      random = random * 1664525 + 1013904223;
      edges.push_back((random >> 8) % (nodes - 20));  // the last nodes are not reached
    }
  }
  first.push_back(edges.size());
  std::vector<int> expected(nodes, -1), level(nodes, -1);
  std::queue<int> queue;
  queue.push(0);
  expected[0] = level[0] = 0;
  while (!queue.empty()) {
    const int node = queue.front();
    queue.pop();
    for (int edge = first[node]; edge < first[node + 1]; ++edge)
      if (expected[edges[edge]] == -1) {
        expected[edges[edge]] = expected[node] + 1;
        queue.push(edges[edge]);
      }
  }
  int *dfirst, *dedges, *dlevel;
  CHECK_CUDA(cudaMalloc(&dfirst, first.size() * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&dedges, edges.size() * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&dlevel, nodes * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(dfirst, first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(dedges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(dlevel, level.data(), nodes * sizeof(int), cudaMemcpyHostToDevice));
  bool again = true;
  for (int current = 0; again; ++current) {
    again = false;
    CHECK_CUDA(cudaMemcpyToSymbol(changed, &again, sizeof again));
    expand<<<(nodes + 63) / 64, 64>>>({dfirst, dedges, nodes}, dlevel, current);
    CHECK_CUDA(cudaMemcpyFromSymbol(&again, changed, sizeof again));
  }
  CHECK_CUDA(cudaMemcpy(level.data(), dlevel, nodes * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(level == expected);
  std::printf("levels are right\n");
}
