// Functions of <cmath> and of CUDA in kernels, against the host's.
#include <cmath>
#include <vector>

#include "check.h"

struct Functions {
  template <typename T>
  __host__ __device__ static void all(T x, T* out) {
    int i = 0;
    out[i++] = std::sqrt(x);
    out[i++] = std::exp(x);
    out[i++] = std::log(x);
    out[i++] = std::sin(x);
    out[i++] = std::cos(x);
    out[i++] = std::tan(x);
    out[i++] = std::pow(x, T(1.5));
    out[i++] = std::atan2(x, T(2));
    out[i++] = std::fabs(-x);
    out[i++] = std::floor(x);
    out[i++] = std::fmod(x, T(0.7));
    out[i++] = std::max(x, T(1));
    out[i++] = std::abs(-x);
    out[i++] = std::isnan(x);
    out[i++] = erf(x);
    out[i++] = tanh(x);
    out[i++] = cbrt(x);
    out[i++] = fma(x, x, x);
    out[i++] = rsqrt(x);
    out[i++] = ceil(x) + round(x) + trunc(x);
  }
};
constexpr int kFunctions = 20;

template <typename T>
__global__ void compute(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) Functions::all(in[i], out + kFunctions * i);
}

__global__ void fast(const float* in, float* out) {
  const float x = in[threadIdx.x];
  out[threadIdx.x] = __expf(x) + __logf(x) + __sinf(x) + __cosf(x) + __powf(x, 2.0f) + __fdividef(x, 3.0f) +
                     rsqrtf(x) + fminf(x, 1.0f) + min(3, 4) + max(2u, 5);
}

template <typename T>
void check(double tolerance) {
  std::vector<T> in, out, expected;
  for (int i = 1; i <= 40; ++i) in.push_back(T(i) * T(0.173));
  out.resize(in.size() * kFunctions);
  expected.resize(out.size());
  for (size_t i = 0; i < in.size(); ++i) Functions::all(in[i], &expected[kFunctions * i]);
  T *device_in, *device_out;
  CHECK_CUDA(cudaMalloc(&device_in, in.size() * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&device_out, out.size() * sizeof(T)));
  CHECK_CUDA(cudaMemcpy(device_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
  compute<<<2, 32>>>(device_in, device_out, static_cast<int>(in.size()));
  CHECK_CUDA(cudaMemcpy(out.data(), device_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < out.size(); ++i)
    CHECK(std::fabs(out[i] - expected[i]) <= tolerance * (1 + std::fabs(expected[i])));
}

int main() {
  check<float>(2e-6);
  check<double>(1e-14);
  float in[32], out[32], *device_in, *device_out;
  for (int i = 0; i < 32; ++i) in[i] = 0.1f * (i + 1);
  CHECK_CUDA(cudaMalloc(&device_in, sizeof in));
  CHECK_CUDA(cudaMalloc(&device_out, sizeof out));
  CHECK_CUDA(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice));
  fast<<<1, 32>>>(device_in, device_out);
  CHECK_CUDA(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) {
    const float x = in[i];
    const float expected = std::exp(x) + std::log(x) + std::sin(x) + std::cos(x) + x * x + x / 3 +
                           1 / std::sqrt(x) + std::fmin(x, 1.0f) + 3 + 5;
    CHECK(std::fabs(out[i] - expected) < 1e-4f * std::fabs(expected));
  }
  std::printf("mathematics is right\n");
}
