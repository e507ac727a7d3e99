// Training of a network of two layers by back-propagation: reductions in shared memory and by cooperative
// groups, weights of 16 bits kept beside those of 32. Usage: backprop [inputs [hidden]]
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include <cmath>
#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

__host__ __device__ float squash(float x) { return 1.0f / (1.0f + expf(-x)); }

/// A block a unit of the layer: sum over its inputs of value times weight. weight[unit][input]
__global__ void forward(const float* in, const __half* weight, float* out, int inputs) {
  __shared__ float sums[8];
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  float sum = 0;
  for (int i = threadIdx.x; i < inputs; i += blockDim.x)
    sum += in[i] * __half2float(weight[blockIdx.x * inputs + i]);
  for (int step = 16; step > 0; step /= 2) sum += warp.shfl_down(sum, step);
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();
  if (threadIdx.x == 0) {
    for (unsigned i = 1; i < warp.meta_group_size(); ++i) sum += sums[i];
    out[blockIdx.x] = squash(sum);
  }
}

__global__ void output_error(const float* out, const float* target, float* error, float* total) {
  const int i = threadIdx.x;
  error[i] = out[i] * (1 - out[i]) * (target[i] - out[i]);
  atomicAdd(total, fabsf(target[i] - out[i]));
}

__global__ void hidden_error(const float* error, const __half* weight, const float* hidden, float* result,
                             int outputs) {
  const int unit = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < outputs; ++i) sum += error[i] * __half2float(weight[i * blockDim.x + unit]);
  result[unit] = hidden[unit] * (1 - hidden[unit]) * sum;
}

__global__ void adjust(const float* in, const float* error, float* weight, __half* small, int inputs) {
  for (int i = threadIdx.x; i < inputs; i += blockDim.x) {
    float& w = weight[blockIdx.x * inputs + i];
    w += 0.5f * error[blockIdx.x] * in[i];
    small[blockIdx.x * inputs + i] = __float2half_rn(w);
  }
}

struct Layer {
  int inputs, units;
  std::vector<float> weight;
  float* device;
  __half* small;

  Layer(int in, int out) : inputs(in), units(out), weight(in * out) {
    std::vector<__half> halves;
    for (size_t i = 0; i < weight.size(); ++i) {
      weight[i] = (static_cast<int>(i * 37 % 101) - 50) / 200.0f;
      halves.push_back(__float2half(weight[i]));
    }
    CHECK_CUDA(cudaMalloc(&device, weight.size() * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&small, weight.size() * sizeof(__half)));
    CHECK_CUDA(cudaMemcpy(device, weight.data(), weight.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(small, halves.data(), weight.size() * sizeof(__half), cudaMemcpyHostToDevice));
  }
  float at(int unit, int in) const { return __half2float(__float2half(weight[unit * inputs + in])); }
};

int main(int argc, char** argv) {
  const int inputs = argc > 1 ? atoi(argv[1]) : 100, hidden = argc > 2 ? atoi(argv[2]) : 16, outputs = 4;
  Layer first(inputs, hidden), second(hidden, outputs);
  float *in, *target, *middle, *out, *out_error, *middle_error, *total;
  CHECK_CUDA(cudaMallocManaged(&in, inputs * sizeof(float)));
  CHECK_CUDA(cudaMallocManaged(&target, outputs * sizeof(float)));
  CHECK_CUDA(cudaMallocManaged(&middle, hidden * sizeof(float)));
  CHECK_CUDA(cudaMallocManaged(&out, outputs * sizeof(float)));
  CHECK_CUDA(cudaMallocManaged(&total, sizeof(float)));
  CHECK_CUDA(cudaMalloc(&out_error, outputs * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&middle_error, hidden * sizeof(float)));
  for (int i = 0; i < inputs; ++i) in[i] = (i * 13 % 29) / 29.0f;
  for (int i = 0; i < outputs; ++i) target[i] = i % 2 ? 0.9f : 0.1f;

  float before = 1e30f;
  for (int round = 0; round < 4; ++round) {
    *total = 0;
    forward<<<hidden, 64>>>(in, first.small, middle, inputs);
    forward<<<outputs, 32>>>(middle, second.small, out, hidden);
    output_error<<<1, outputs>>>(out, target, out_error, total);
    hidden_error<<<1, hidden>>>(out_error, second.small, middle, middle_error, outputs);
    adjust<<<outputs, 32>>>(middle, out_error, second.device, second.small, hidden);
    adjust<<<hidden, 64>>>(in, middle_error, first.device, first.small, inputs);
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK(*total < before);
    before = *total;

    // The same on the host
    std::vector<float> host_middle(hidden), host_out(outputs), host_error(outputs), host_middle_error(hidden);
    for (int u = 0; u < hidden; ++u) {
      double sum = 0;
      for (int i = 0; i < inputs; ++i) sum += in[i] * first.at(u, i);
      host_middle[u] = squash(static_cast<float>(sum));
      CHECK(std::fabs(host_middle[u] - middle[u]) < 1e-3f);
    }
    for (int u = 0; u < outputs; ++u) {
      double sum = 0;
      for (int i = 0; i < hidden; ++i) sum += host_middle[i] * second.at(u, i);
      host_out[u] = squash(static_cast<float>(sum));
      host_error[u] = host_out[u] * (1 - host_out[u]) * (target[u] - host_out[u]);
      CHECK(std::fabs(host_out[u] - out[u]) < 1e-3f);
    }
    for (int u = 0; u < hidden; ++u) {
      for (int i = 0; i < outputs; ++i) host_middle_error[u] += host_error[i] * second.at(i, u);
      host_middle_error[u] *= host_middle[u] * (1 - host_middle[u]);
    }
    for (int u = 0; u < outputs; ++u)
      for (int i = 0; i < hidden; ++i) second.weight[u * hidden + i] += 0.5f * host_error[u] * host_middle[i];
    for (int u = 0; u < hidden; ++u)
      for (int i = 0; i < inputs; ++i) first.weight[u * inputs + i] += 0.5f * host_middle_error[u] * in[i];
  }
  printf("error is %.3f after 4 rounds, which is right\n", before);
  return 0;
}
