// Chained hash table, filled under a lock for each bucket or by transactions (USE_TM).
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <ctime>
#include <vector>

#include "check.h"

struct Node {
  unsigned key;
  unsigned count;
  Node* next;
};
struct Table {
  Node** buckets;
  int* locks;
  unsigned size;
  Node* nodes;
};

/// Adds the key, or counts it if it is there.
__global__ void insert(Table table, const unsigned* keys, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = keys[i];
  Node** const bucket = &table.buckets[key % table.size];
  Node* const mine = &table.nodes[i];
  mine->key = key;
  const auto add = [&] {
    Node* node = *bucket;
    while (node != nullptr && node->key != key) node = node->next;
    if (node != nullptr) {
      ++node->count;
    } else {
      mine->count = 1;
      mine->next = *bucket;
      *bucket = mine;
    }
  };
#ifdef USE_TM
  tm::atomic(add);
#else
  int* const lock = &table.locks[key % table.size];
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      add();
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
#endif
}

int main() {
  const int n = 256;
  const unsigned buckets = 16;
  std::vector<unsigned> keys(n), expected(1000);
  for (int i = 0; i < n; ++i) ++expected[keys[i] = (i * 7919) % 97];
  Table table;
  table.size = buckets;
  unsigned* device_keys;
  CHECK_CUDA(cudaMalloc(&table.buckets, buckets * sizeof(Node*)));
  CHECK_CUDA(cudaMemset(table.buckets, 0, buckets * sizeof(Node*)));
  CHECK_CUDA(cudaMalloc(&table.locks, buckets * sizeof(int)));
  CHECK_CUDA(cudaMemset(table.locks, 0, buckets * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&table.nodes, n * sizeof(Node)));
  CHECK_CUDA(cudaMalloc(&device_keys, n * sizeof(unsigned)));
  CHECK_CUDA(cudaMemcpy(device_keys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  insert<<<n / 64, 64>>>(table, device_keys, n);
  CHECK_CUDA(cudaDeviceSynchronize());
  std::vector<Node*> heads(buckets);
  std::vector<Node> nodes(n);
  CHECK_CUDA(cudaMemcpy(heads.data(), table.buckets, buckets * sizeof(Node*), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpy(nodes.data(), table.nodes, n * sizeof(Node), cudaMemcpyDeviceToHost));
  std::vector<unsigned> found(1000);
  for (unsigned bucket = 0; bucket < buckets; ++bucket)
    for (const Node* node = heads[bucket]; node != nullptr; node = nodes[node - table.nodes].next) {
      const Node& copy = nodes[node - table.nodes];
      CHECK(copy.key % buckets == bucket && found[copy.key] == 0);
      found[copy.key] = copy.count;
    }
  CHECK(found == expected);
  std::time_t now = 0;
  const std::tm* const utc = std::gmtime(&now);  // C's struct tm is beside tm::atomic
  CHECK(utc->tm_year == 70);
  std::printf("the table is right\n");
}
