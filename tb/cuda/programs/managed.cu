// Memory that host and kernels see at one address: cudaMallocManaged, __managed__ variables, and memory of
// the host; hints, and what the calls refuse.
#include <cstring>

#include "check.h"

struct Node {
  int value;
  Node* next;
};

__managed__ int total = 5;
__managed__ double table[4] = {1, 2, 3, 4};
__managed__ int unset[3];

/// Sums a list that the host has built, and doubles its values.
__global__ void walk(Node* first) {
  int sum = 0;
  for (Node* node = first; node != nullptr; node = node->next) {
    sum += node->value;
    node->value *= 2;
  }
  total += sum;
  for (double& entry : table) entry *= 10;
  unset[2] = unset[1] + 1;
}

__global__ void add_one(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) ++values[i];
}

void check_lists() {
  constexpr int kNodes = 100;
  Node* nodes;
  CHECK_CUDA(cudaMallocManaged(&nodes, kNodes * sizeof(Node)));
  for (int i = 0; i < kNodes; ++i) nodes[i] = {i, i + 1 < kNodes ? &nodes[i + 1] : nullptr};
  unset[1] = 41;
  walk<<<1, 1>>>(nodes);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK(total == 5 + kNodes * (kNodes - 1) / 2 && table[0] == 10 && table[3] == 40 && unset[2] == 42);
  for (int i = 0; i < kNodes; ++i) CHECK(nodes[i].value == 2 * i);
  total = -1;
  walk<<<1, 1>>>(nullptr);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK(total == -1 && table[1] == 200);

  // By copies of symbols, which are not lost at the next launch.
  const int seven = 7;
  int seen = 0;
  CHECK_CUDA(cudaMemcpyToSymbol(total, &seven, sizeof total));
  CHECK(total == 7);
  walk<<<1, 1>>>(nodes);
  CHECK_CUDA(cudaMemcpyFromSymbol(&seen, total, sizeof total));
  CHECK(seen == 7 + kNodes * (kNodes - 1) && total == seen);
  CHECK_CUDA(cudaFree(nodes));
}

void check_blocks() {
  constexpr int kCount = 5000;
  int *managed, *again, *pinned, *mapped, *plain, *on_device, host[4] = {};
  CHECK_CUDA(cudaMallocManaged(&managed, kCount * sizeof(int)));
  CHECK_CUDA(cudaMallocHost(&pinned, kCount * sizeof(int)));
  CHECK_CUDA(cudaHostAlloc(&mapped, kCount * sizeof(int), cudaHostAllocMapped));
  CHECK_CUDA(cudaHostGetDevicePointer(&on_device, mapped));
  CHECK_CUDA(cudaMalloc(&plain, kCount * sizeof(int)));
  for (int i = 0; i < kCount; ++i) managed[i] = pinned[i] = mapped[i] = i;
  CHECK_CUDA(cudaMemAdvise(managed, kCount * sizeof(int), cudaMemAdviseSetPreferredLocation, 0));
  CHECK_CUDA(cudaMemPrefetchAsync(managed, kCount * sizeof(int), 0));
  for (int* values : {managed, pinned, on_device}) {
    add_one<<<(kCount + 255) / 256, 256>>>(values, kCount);
    CHECK_CUDA(cudaGetLastError());
  }
  CHECK_CUDA(cudaMemPrefetchAsync(managed, kCount * sizeof(int), cudaCpuDeviceId));
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) CHECK(managed[i] == i + 1 && pinned[i] == i + 1 && mapped[i] == i + 1);

  // Copies between all of them, with the direction named or not.
  CHECK_CUDA(cudaMemcpy(plain, managed, kCount * sizeof(int), cudaMemcpyDefault));
  CHECK_CUDA(cudaMemcpy(managed, pinned + 1, 16, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(host, managed, 16, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 2 && host[3] == 5);
  CHECK_CUDA(cudaMemcpy(mapped, plain + 10, 16, cudaMemcpyDeviceToHost));
  CHECK(mapped[0] == 11);
  CHECK_CUDA(cudaMemset(managed, 0xff, 8));
  CHECK(managed[1] == -1 && managed[2] == 4);

  cudaPointerAttributes attributes;
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, managed + 3));
  CHECK(attributes.type == cudaMemoryTypeManaged && attributes.hostPointer == managed + 3);
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, plain));
  CHECK(attributes.type == cudaMemoryTypeDevice && attributes.hostPointer == nullptr);
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, pinned));
  CHECK(attributes.type == cudaMemoryTypeHost && attributes.devicePointer == pinned);
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, host));
  CHECK(attributes.type == cudaMemoryTypeUnregistered);

  CHECK_CUDA(cudaHostRegister(host, sizeof host, cudaHostRegisterDefault));
  CHECK(cudaHostRegister(host + 1, 4, cudaHostRegisterDefault) == cudaErrorHostMemoryAlreadyRegistered);
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, host));
  CHECK(attributes.type == cudaMemoryTypeHost);
  CHECK_CUDA(cudaHostUnregister(host));
  CHECK(cudaHostUnregister(host) == cudaErrorHostMemoryNotRegistered);

  CHECK(cudaMemPrefetchAsync(plain, 4, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 4 * kCount + 1, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 4, 1) == cudaErrorInvalidDevice);
  CHECK(cudaMemAdvise(managed, 4, static_cast<cudaMemoryAdvise>(7), 0) == cudaErrorInvalidValue);
  CHECK(cudaMallocManaged(&again, 0) == cudaErrorInvalidValue);
  CHECK(cudaMallocManaged(&again, 4, 99) == cudaErrorInvalidValue);
  CHECK(cudaHostGetDevicePointer(&again, plain) == cudaErrorInvalidValue);
  CHECK(cudaFree(pinned) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(managed) == cudaErrorInvalidValue);
  CHECK_CUDA(cudaFree(managed));
  CHECK(cudaFree(managed) == cudaErrorInvalidValue);
  CHECK_CUDA(cudaMallocManaged(&again, kCount * sizeof(int)));
  CHECK(again == managed);
  CHECK_CUDA(cudaFreeHost(pinned));
  CHECK_CUDA(cudaFreeHost(mapped));
  CHECK_CUDA(cudaFree(again));
  CHECK_CUDA(cudaFree(plain));
}

int main() {
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK(properties.managedMemory == 1 && properties.canMapHostMemory == 1);
  check_lists();
  check_blocks();
  std::printf("managed memory is right\n");
}
