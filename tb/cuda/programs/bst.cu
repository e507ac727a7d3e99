// Binary search tree as a map: insertions, then removals beside lookups. Nodes of removed keys stay in the tree without a value, as trees
// with compare-and-swap have it; with transactions (USE_TM) a removal takes the node out.
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <map>
#include <set>
#include <vector>

#include "check.h"

template <typename Key, typename Value>
struct Node {
  Key key;
  Value value;  // negative: none
  Node* left;
  Node* right;
};

template <typename Key, typename Value>
class Tree {
  using N = Node<Key, Value>;

 public:
  __host__ __device__ explicit Tree(N** root) : root_(root) {}

#ifdef USE_TM
  __device__ bool insert(N* fresh) {
    return tm::atomic([&]() -> bool {
      N** link = root_;
      while (*link != nullptr) {
        N* const node = *link;
        if (node->key == fresh->key) return false;
        link = fresh->key < node->key ? &node->left : &node->right;
      }
      *link = fresh;
      return true;
    });
  }
  __device__ bool remove(const Key& key) {
    bool found = false;
    tm::atomic([&] {
      N** link = root_;
      while (*link != nullptr && (*link)->key != key) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
      N* const node = *link;
      found = node != nullptr;
      if (!found) return;
      if (node->left == nullptr) {
        *link = node->right;
      } else if (node->right == nullptr) {
        *link = node->left;
      } else {
        N** least = &node->right;
        while ((*least)->left != nullptr) least = &(*least)->left;
        N* const next = *least;
        *least = next->right;
        next->left = node->left;
        next->right = node->right;
        *link = next;
      }
    });
    return found;
  }
  __device__ Value lookup(const Key& key) const {
    Value value = -1;
    tm::atomic([&] {
      value = -1;
      for (const N* node = *root_; node != nullptr; node = key < node->key ? node->left : node->right)
        if (node->key == key) {
          value = node->value;
          break;
        }
    });
    return value;
  }
#else
  __device__ bool insert(N* fresh) {
    N** link = root_;
    for (;;) {
      N* node = *const_cast<N* volatile*>(link);
      if (node == nullptr) {
        __threadfence();
        const auto before = atomicCAS(reinterpret_cast<unsigned long long*>(link), 0ull, reinterpret_cast<unsigned long long>(fresh));
        if (before == 0) return true;
        node = reinterpret_cast<N*>(before);
      }
      if (fresh->key == node->key) return false;
      link = fresh->key < node->key ? &node->left : &node->right;
    }
  }
  __device__ bool remove(const Key& key) {
    N* const node = search(key);
    return node != nullptr && atomicExch(&node->value, Value(-1)) >= 0;
  }
  __device__ Value lookup(const Key& key) const {
    const N* const node = search(key);
    return node == nullptr ? Value(-1) : *(const volatile Value*)&node->value;
  }
#endif

 private:
  __device__ N* search(const Key& key) const {
    N* node = *const_cast<N* volatile*>(root_);
    while (node && node->key != key) node = key < node->key ? *const_cast<N* volatile*>(&node->left) : *const_cast<N* volatile*>(&node->right);
    return node;
  }
  N** root_;
};

using Map = Tree<unsigned, int>;
using MapNode = Node<unsigned, int>;

__global__ void insert_all(Map map, MapNode* nodes, int count, int* inserted) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int won = __syncthreads_count(i < count && map.insert(&nodes[i]));
  if (threadIdx.x == 0) atomicAdd(inserted, won);
}

/// Even threads remove their key; odd ones look theirs up, which nobody removes.
__global__ void use(Map map, const unsigned* keys, int count, int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  values[i] = i % 2 == 0 ? map.remove(keys[i]) : map.lookup(keys[i]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 128;
  std::vector<MapNode> nodes(n);
  std::map<unsigned, std::set<int>> expected;
  for (int i = 0; i < n; ++i) {
    nodes[i] = {(unsigned)(i * 2654435761u) % (2 * n), i, nullptr, nullptr};
    expected[nodes[i].key].insert(i);
  }
  std::vector<unsigned> keys;
  for (const auto& [key, values] : expected) keys.push_back(key);
  const int distinct = keys.size();

  MapNode *device_nodes, **root;
  unsigned* device_keys;
  int *inserted, *values;
  CHECK_CUDA(cudaMalloc(&device_nodes, n * sizeof(MapNode)));
  CHECK_CUDA(cudaMalloc(&root, sizeof *root));
  CHECK_CUDA(cudaMalloc(&device_keys, distinct * sizeof(unsigned)));
  CHECK_CUDA(cudaMalloc(&inserted, sizeof(int)));
  CHECK_CUDA(cudaMalloc(&values, distinct * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(device_nodes, nodes.data(), n * sizeof(MapNode), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(device_keys, keys.data(), distinct * sizeof(unsigned), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(root, 0, sizeof *root));
  CHECK_CUDA(cudaMemset(inserted, 0, sizeof(int)));
  const Map map(root);
  insert_all<<<(n + 63) / 64, 64>>>(map, device_nodes, n, inserted);
  CHECK_CUDA(cudaPeekAtLastError());
  int count = 0;
  CHECK_CUDA(cudaMemcpy(&count, inserted, sizeof count, cudaMemcpyDeviceToHost));
  CHECK(count == distinct);
  use<<<(distinct + 63) / 64, 64>>>(map, device_keys, distinct, values);
  CHECK_CUDA(cudaDeviceSynchronize());
  std::vector<int> got(distinct);
  CHECK_CUDA(cudaMemcpy(got.data(), values, distinct * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < distinct; ++i) CHECK(i % 2 == 0 ? got[i] == 1 : expected[keys[i]].count(got[i]) == 1);

  // What is left, in order
  CHECK_CUDA(cudaMemcpy(nodes.data(), device_nodes, n * sizeof(MapNode), cudaMemcpyDeviceToHost));
  MapNode* node;
  CHECK_CUDA(cudaMemcpy(&node, root, sizeof node, cudaMemcpyDeviceToHost));
  std::vector<unsigned> left;
  std::vector<const MapNode*> path;
  auto at = [&](const MapNode* p) { return p == nullptr ? nullptr : &nodes[p - device_nodes]; };
  for (const MapNode* here = at(node); here != nullptr || !path.empty();) {
    for (; here != nullptr; here = at(here->left)) path.push_back(here);
    here = path.back();
    path.pop_back();
    if (here->value >= 0) left.push_back(here->key);
    here = at(here->right);
  }
  CHECK((int)left.size() == distinct / 2);
  for (int i = 0; i < distinct / 2; ++i) CHECK(left[i] == keys[2 * i + 1]);
  std::printf("the tree is right\n");
}
