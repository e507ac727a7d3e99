// Histogram with atomics on shared and on global memory; on global memory by transactions instead (USE_TM).
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <vector>

#include "check.h"

constexpr int kBins = 64;

__global__ void histogram(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned local[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i] % kBins], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) {
#ifdef USE_TM
    tm::atomic([&] { bins[i] += local[i]; });
#else
    atomicAdd(&bins[i], local[i]);
#endif
  }
}

int main() {
  std::vector<unsigned char> data(5000);
  std::vector<unsigned> expected(kBins), bins(kBins);
  unsigned random = 1;
  for (auto& value : data) {
    random = random * 1664525 + 1013904223;
    value = random >> 24;
    ++expected[value % kBins];
  }
  unsigned char* device;
  unsigned* counts;
  CHECK_CUDA(cudaMalloc(&device, data.size()));
  CHECK_CUDA(cudaMalloc(&counts, kBins * sizeof(unsigned)));
  CHECK_CUDA(cudaMemcpy(device, data.data(), data.size(), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(counts, 0, kBins * sizeof(unsigned)));
  histogram<<<6, 96>>>(device, counts, data.size());
  CHECK_CUDA(cudaMemcpy(bins.data(), counts, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(bins == expected);
  std::printf("%d bins are right\n", kBins);
}
