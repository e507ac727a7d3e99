// Sums with static and dynamic __shared__ memory, by shuffles, and in double precision.
#include <numeric>
#include <vector>

#include "check.h"

constexpr int kThreads = 128;

__global__ void sum_static(const int* in, int* out, int n) {
  __shared__ int part[kThreads];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

template <typename T>
__global__ void sum_dynamic(const T* in, T* out, int n) {
  extern __shared__ double storage[];
  T* part = reinterpret_cast<T*>(storage);
  const unsigned thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  part[thread] = i < n ? in[i] : T(0);
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (thread < half) part[thread] += part[thread + half];
    __syncthreads();
  }
  if (thread == 0) atomicAdd(out, part[0]);
}

__inline__ __device__ int warp_sum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void sum_shuffles(const int* in, int* out, int n) {
  __shared__ int warps[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = warp_sum(i < n ? in[i] : 0);
  if (lane == 0) warps[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / warpSize ? warps[lane] : 0;
  if (warp == 0) value = warp_sum(value);
  if (threadIdx.x == 0) atomicAdd(out, value);
}

template <typename T, typename Launch>
T on_device(const std::vector<T>& values, Launch launch) {
  T *in, *out, result = 0;
  CHECK_CUDA(cudaMalloc(&in, values.size() * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&out, sizeof(T)));
  CHECK_CUDA(cudaMemcpy(in, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(out, 0, sizeof(T)));
  launch(in, out, static_cast<int>(values.size()));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaMemcpy(&result, out, sizeof(T), cudaMemcpyDeviceToHost));
  cudaFree(in);
  cudaFree(out);
  return result;
}

int main() {
  std::vector<int> ints(1000);
  std::iota(ints.begin(), ints.end(), -100);
  const int expected = std::accumulate(ints.begin(), ints.end(), 0);
  CHECK(on_device(ints, [](int* in, int* out, int n) { sum_static<<<4, kThreads>>>(in, out, n); }) ==
        expected);
  CHECK(on_device(ints, [](int* in, int* out, int n) {
          sum_dynamic<<<8, kThreads, kThreads * sizeof(int)>>>(in, out, n);
        }) == expected);
  CHECK(on_device(ints, [](int* in, int* out, int n) { sum_shuffles<<<8, kThreads>>>(in, out, n); }) ==
        expected);
  const std::vector<double> doubles(ints.begin(), ints.end());
  CHECK(on_device(doubles, [](double* in, double* out, int n) {
          sum_dynamic<<<8, kThreads, kThreads * sizeof(double)>>>(in, out, n);
        }) == expected);
  std::printf("the sum %d is right\n", expected);
}
