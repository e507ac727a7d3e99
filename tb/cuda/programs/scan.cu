// Prefix sums with shuffles within warps and shared memory across them, over several blocks.
#include <vector>

#include "check.h"

__global__ void scan_blocks(const int* in, int* out, int* totals, int n) {
  __shared__ int warp_sums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int value = i < n ? in[i] : 0;
#pragma unroll
  for (int distance = 1; distance < 32; distance <<= 1) {
    const int other = __shfl_up_sync(0xffffffffu, value, distance);
    if (lane >= distance) value += other;
  }
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
    for (int distance = 1; distance < 32; distance <<= 1) {
      const int other = __shfl_up_sync(0xffffffffu, sum, distance);
      if (lane >= distance) sum += other;
    }
    warp_sums[lane] = sum;
  }
  __syncthreads();
  if (warp > 0) value += warp_sums[warp - 1];
  if (i < n) out[i] = value;
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = value;
}

__global__ void add_totals(int* out, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += totals[blockIdx.x - 1];
}

int main() {
  const int n = 1000, threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = (i * 37) % 11 - 4;
  int *a, *b, *totals, *summed, *unused;
  for (int** p : {&a, &b}) CHECK_CUDA(cudaMalloc(p, n * sizeof(int)));
  for (int** p : {&totals, &summed, &unused}) CHECK_CUDA(cudaMalloc(p, threads * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(a, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  scan_blocks<<<blocks, threads>>>(a, b, totals, n);
  scan_blocks<<<1, threads>>>(totals, summed, unused, blocks);
  add_totals<<<blocks, threads>>>(b, summed, n);
  CHECK_CUDA(cudaMemcpy(out.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost));
  int sum = 0;
  for (int i = 0; i < n; ++i) CHECK(out[i] == (sum += in[i]));
  std::printf("the last sum %d is right\n", sum);
}
