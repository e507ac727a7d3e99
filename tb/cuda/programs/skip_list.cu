// Sorted set as a skip list: insertions by compare-and-swap from the lowest level upwards, or as transactions (USE_TM).
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "check.h"

#define LEVELS 6

struct Node {
  int key;
  int height;
  unsigned next[LEVELS];  // index of a node; 0: the head, which ends each list
};

__constant__ int key_limit;

#ifdef USE_TM
__device__ bool insert(Node* nodes, unsigned fresh) {
  return tm::atomic([&] {
    unsigned before[LEVELS];
    unsigned at = 0;
    const int key = nodes[fresh].key;
    for (int level = LEVELS - 1; level >= 0; --level) {
      for (unsigned next = nodes[at].next[level]; next != 0 && nodes[next].key < key; next = nodes[at].next[level]) at = next;
      before[level] = at;
    }
    const unsigned next = nodes[at].next[0];
    if (next != 0 && nodes[next].key == key) return false;
    for (int level = 0; level < nodes[fresh].height; ++level) {
      nodes[fresh].next[level] = nodes[before[level]].next[level];
      nodes[before[level]].next[level] = fresh;
    }
    return true;
  });
}
#else
__device__ unsigned load(const unsigned* p) { return *(const volatile unsigned*)p; }

/// Last node of each level before the key, and the first at or behind it
__device__ void search(Node* nodes, int key, unsigned* before, unsigned* after) {
  unsigned at = 0;
#pragma unroll
  for (int level = LEVELS - 1; level >= 0; level--) {
    unsigned next = load(&nodes[at].next[level]);
    while (next != 0 && nodes[next].key < key) {
      at = next;
      next = load(&nodes[at].next[level]);
    }
    before[level] = at;
    after[level] = next;
  }
}

__device__ bool insert(Node* nodes, unsigned fresh) {
  unsigned before[LEVELS], after[LEVELS];
  Node& node = nodes[fresh];
  do {
    search(nodes, node.key, before, after);
    if (after[0] != 0 && nodes[after[0]].key == node.key) return false;
    node.next[0] = after[0];
    __threadfence();
  } while (atomicCAS(&nodes[before[0]].next[0], after[0], fresh) != after[0]);
  for (int level = 1; level < node.height; ++level) {
    while (true) {
      node.next[level] = after[level];
      __threadfence();
      if (atomicCAS(&nodes[before[level]].next[level], after[level], fresh) == after[level]) break;
      search(nodes, node.key, before, after);
    }
  }
  return true;
}
#endif

__global__ void insert_all(Node* nodes, int count, unsigned long long* inserted) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    if (nodes[i + 1].key < key_limit && insert(nodes, i + 1)) atomicAdd(inserted, 1ULL);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 96, limit = 4 * n;
  std::mt19937 random(9);
  std::uniform_int_distribution<int> keys(0, limit + n);
  std::vector<Node> nodes(n + 1);
  std::set<int> expected;
  for (int i = 1; i <= n; ++i) {
    nodes[i].key = keys(random);
    if (i % 8 == 0) nodes[i].key = nodes[i - 1].key;
    nodes[i].height = 1;
    while (nodes[i].height < LEVELS && random() % 2) ++nodes[i].height;
    if (nodes[i].key < limit) expected.insert(nodes[i].key);
  }
  Node* device;
  unsigned long long* inserted;
  CHECK_CUDA(cudaMemcpyToSymbol(key_limit, &limit, sizeof limit));
  CHECK_CUDA(cudaMalloc(&device, nodes.size() * sizeof(Node)));
  CHECK_CUDA(cudaMalloc(&inserted, sizeof *inserted));
  CHECK_CUDA(cudaMemset(inserted, 0, sizeof *inserted));
  CHECK_CUDA(cudaMemcpy(device, nodes.data(), nodes.size() * sizeof(Node), cudaMemcpyHostToDevice));
  insert_all<<<3, 32>>>(device, n, inserted);
  CHECK_CUDA(cudaGetLastError());
  unsigned long long count = 0;
  CHECK_CUDA(cudaMemcpy(&count, inserted, sizeof count, cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpy(nodes.data(), device, nodes.size() * sizeof(Node), cudaMemcpyDeviceToHost));
  CHECK(count == expected.size());
  std::vector<int> found;
  for (unsigned at = nodes[0].next[0]; at != 0; at = nodes[at].next[0]) found.push_back(nodes[at].key);
  CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
  for (int level = 1; level < LEVELS; ++level) {
    unsigned last = 0, listed = 0;
    for (unsigned at = nodes[0].next[level]; at != 0; at = nodes[at].next[level], ++listed) {
      CHECK(last == 0 || nodes[last].key < nodes[at].key);
      CHECK(nodes[at].height > level);
      last = at;
    }
    CHECK(listed <= found.size());
  }
  std::printf("%zu keys of %d are in the list: right\n", found.size(), n);
}
