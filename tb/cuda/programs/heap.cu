// new and delete in kernels: lists that one kernel makes and another deletes, more often than the heap would
// hold.
#include "check.h"

struct Node {
  int value;
  Node* next;
  char padding[2000];
};

class Base {
 public:
  __device__ virtual ~Base() {}
  __device__ virtual int value() const = 0;
};
class Derived : public Base {
 public:
  __device__ explicit Derived(int value) : value_(value) {}
  __device__ int value() const override { return value_; }

 private:
  int value_;
};

__global__ void make(Node** lists, int length) {
  Node* list = nullptr;
  for (int i = 0; i < length; ++i) {
    Node* const node = new Node;
    node->value = threadIdx.x + i;
    node->next = list;
    list = node;
  }
  lists[threadIdx.x] = list;
}

__global__ void sum(Node** lists, int* sums) {
  sums[threadIdx.x] = 0;
  for (Node* node = lists[threadIdx.x]; node != nullptr;) {
    sums[threadIdx.x] += node->value;
    Node* const next = node->next;
    delete node;
    node = next;
  }
}


__global__ void others(int* out) {
  Base* const object = new Derived(threadIdx.x);
  int* const zeros = static_cast<int*>(calloc(4, sizeof(int)));
  int* values = new int[3];
  values[2] = 7;
  values = static_cast<int*>(realloc(values, 1000));
  out[threadIdx.x] = object->value() + zeros[3] + values[2];
  delete object;
  free(zeros);
  free(values);
  void* volatile refused = malloc(16 << 20);
  if (threadIdx.x == 0) out[0] += refused == nullptr ? 100 : 0;
}

int main() {
  const int threads = 64, length = 8;
  Node** lists;
  int *sums, host[threads];
  CHECK_CUDA(cudaMalloc(&lists, threads * sizeof(Node*)));
  CHECK_CUDA(cudaMalloc(&sums, threads * sizeof(int)));
  for (int round = 0; round < 8; ++round) {  // 16 MiB
    make<<<1, threads>>>(lists, length);
    sum<<<1, threads>>>(lists, sums);
  }
  CHECK_CUDA(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < threads; ++i) CHECK(host[i] == length * i + length * (length - 1) / 2);
  others<<<1, threads>>>(sums);
  CHECK_CUDA(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 107);
  for (int i = 1; i < threads; ++i) CHECK(host[i] == i + 7);
  std::printf("the heap is right\n");
}
