// Connected components by union-find with path halving: links by atomicCAS, or each union a transaction (USE_TM).
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "check.h"

#ifdef USE_TM
__device__ int find(int* parent, int x) {
  while (parent[x] != x) {
    parent[x] = parent[parent[x]];
    x = parent[x];
  }
  return x;
}

__device__ bool unite(int* parent, int a, int b) {
  return tm::atomic([=]() -> bool {
    const int u = find(parent, a), v = find(parent, b);
    if (u == v) return false;
    parent[max(u, v)] = min(u, v);
    return true;
  });
}
#else
__device__ int find(int* parent, int x) {
  volatile int* const p = parent;
  while (true) {
    const int up = p[x];
    if (up == x) return x;
    const int upper = p[up];
    if (upper != up) atomicCAS(&parent[x], up, upper);
    x = up;
  }
}

__device__ bool unite(int* parent, int a, int b) {
  for (;;) {
    a = find(parent, a);
    b = find(parent, b);
    if (a == b) return false;
    if (a < b) {
      const int t = a;
      a = b;
      b = t;
    }
    if (atomicCAS(&parent[a], a, b) == a) return true;
  }
}
#endif

__global__ void components(int* parent, const int2* edges, int count, int* unions) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && unite(parent, edges[i].x, edges[i].y)) atomicAdd(unions, 1);
}

__global__ void flatten(int* parent, int nodes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nodes) return;
  int root = i;
  while (parent[root] != root) root = parent[root];
  __syncthreads();
  parent[i] = root;
}

int main(int argc, char* argv[]) {
  const int nodes = argc >= 2 ? atoi(argv[1]) : 256;
  const int count = nodes * 3 / 4;
  std::mt19937 random(42);
  std::vector<int2> edges(count);
  for (auto& edge : edges) edge = make_int2(random() % nodes, random() % nodes);
  std::vector<int> expected(nodes);
  std::iota(expected.begin(), expected.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const int2& e : edges) {
      const int least = std::min(expected[e.x], expected[e.y]);
      changed |= expected[e.x] != least || expected[e.y] != least;
      expected[e.x] = expected[e.y] = least;
    }
  }
  int trees = 0;
  for (int i = 0; i < nodes; ++i) trees += expected[i] == i;

  int *parent, *unions;
  int2* device_edges;
  CHECK_CUDA(cudaMalloc(&parent, nodes * sizeof *parent));
  CHECK_CUDA(cudaMalloc(&unions, sizeof *unions));
  CHECK_CUDA(cudaMalloc(&device_edges, count * sizeof(int2)));
  std::vector<int> labels(nodes);
  std::iota(labels.begin(), labels.end(), 0);
  CHECK_CUDA(cudaMemcpy(parent, labels.data(), nodes * sizeof(int), cudaMemcpyDefault));
  CHECK_CUDA(cudaMemcpy(device_edges, edges.data(), count * sizeof(int2), cudaMemcpyDefault));
  CHECK_CUDA(cudaMemset(unions, 0, sizeof(int)));
  components<<<(count + 63) / 64, 64>>>(parent, device_edges, count, unions);
  flatten<<<(nodes + 63) / 64, 64>>>(parent, nodes);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
  int made = 0;
  CHECK_CUDA(cudaMemcpy(labels.data(), parent, nodes * sizeof(int), cudaMemcpyDefault));
  CHECK_CUDA(cudaMemcpy(&made, unions, sizeof made, cudaMemcpyDefault));
  CHECK(made == nodes - trees);
  CHECK(labels == expected);  // the smaller root wins, so a root is its component's least node
  std::printf("%d components are right\n", trees);
  cudaFree(parent);
  cudaFree(unions);
  cudaFree(device_edges);
  return 0;
}
