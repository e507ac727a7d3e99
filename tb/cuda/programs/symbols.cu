// __constant__ and __device__ variables, copied to and from by their names.
#include <cstring>

#include "check.h"

struct Settings {
  float scale;
  int offsets[3];
};
__constant__ Settings settings;
__constant__ float table[4] = {1, 2, 3, 4};
__device__ int counter = 7;
static __device__ double private_sum;
__device__ int* pointer;

__global__ void use(float* out) {
  const int i = threadIdx.x;
  out[i] = settings.scale * table[i % 4] + settings.offsets[i % 3];
  atomicAdd(&counter, 1);
  atomicAdd(&private_sum, 0.5);
  if (i == 0 && pointer != nullptr) *pointer = 99;
}

int main() {
  const Settings values = {10, {100, 200, 300}};
  CHECK_CUDA(cudaMemcpyToSymbol(settings, &values, sizeof values));
  const float last = 40;
  CHECK_CUDA(cudaMemcpyToSymbol(table, &last, sizeof last, 3 * sizeof(float)));
  float *out, host[32];
  CHECK_CUDA(cudaMalloc(&out, sizeof host));
  use<<<1, 32>>>(out);
  CHECK_CUDA(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  const float expected[4] = {1, 2, 3, 40};
  for (int i = 0; i < 32; ++i) CHECK(host[i] == 10 * expected[i % 4] + (i % 3 + 1) * 100);
  int count = 0;
  double sum = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  CHECK_CUDA(cudaMemcpyFromSymbol(&sum, private_sum, sizeof sum));
  CHECK(count == 7 + 32 && sum == 16);
  int* address;
  size_t bytes = 0;
  CHECK_CUDA(cudaGetSymbolAddress((void**)&address, counter));
  CHECK_CUDA(cudaGetSymbolSize(&bytes, settings));
  CHECK(bytes == sizeof(Settings));
  CHECK_CUDA(cudaMemset(address, 0, sizeof(int)));
  CHECK_CUDA(cudaMemcpyToSymbol(pointer, &address, sizeof address));
  use<<<1, 1>>>(out);
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  CHECK(count == 99 || count == 100);
  CHECK(cudaMemcpyToSymbol(table, &last, sizeof last, 4 * sizeof(float)) == cudaErrorInvalidValue);
  std::printf("symbols are right\n");
}
