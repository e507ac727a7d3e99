// The run-time API: errors and that they are taken once, properties, occupancy, memory that is freed and used
// again.
#include <cstring>

#include "check.h"

__global__ void nothing() {}
__global__ void add_one(int* values, size_t pitch, int width) {
  int* const row = reinterpret_cast<int*>(reinterpret_cast<char*>(values) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] += 1;
}

int main() {
  int count = 0, device = -1, version = 0, value = 0;
  CHECK_CUDA(cudaGetDeviceCount(&count));
  CHECK_CUDA(cudaSetDevice(0));
  CHECK_CUDA(cudaGetDevice(&device));
  CHECK_CUDA(cudaRuntimeGetVersion(&version));
  CHECK(count == 1 && device == 0 && version == CUDART_VERSION);
  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(std::strcmp(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal") == 0);
  CHECK(std::strcmp(cudaGetErrorName(cudaErrorInvalidDevice), "cudaErrorInvalidDevice") == 0);

  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK(properties.warpSize == 32 && properties.multiProcessorCount > 0 &&
        properties.maxThreadsPerBlock == 1024);
  CHECK_CUDA(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  CHECK(value == properties.multiProcessorCount);

  nothing<<<1, 2048>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<0, 32>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<1, 32, 1 << 20>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<dim3(2, 3, 4), dim3(4, 2, 2)>>>();
  CHECK_CUDA(cudaGetLastError());

  int blocks = 0, grid = 0, block = 0;
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0));
  CHECK(blocks == 4);
  CHECK_CUDA(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, properties.sharedMemPerBlock));
  CHECK(blocks == 1);
  CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing));
  CHECK(block % 32 == 0 && block > 0 && grid >= properties.multiProcessorCount);
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, nothing));
  CHECK(attributes.sharedSizeBytes == 0 && attributes.maxThreadsPerBlock == 1024);

  void *first, *again, *other;
  size_t before = 0, after = 0, total = 0;
  CHECK_CUDA(cudaMemGetInfo(&before, &total));
  CHECK_CUDA(cudaMalloc(&first, 1000));
  CHECK_CUDA(cudaMemGetInfo(&after, &total));
  CHECK(before - after == 1000 && before <= total);
  CHECK_CUDA(cudaMalloc(&other, 1000));
  CHECK(first != other);
  CHECK_CUDA(cudaFree(first));
  CHECK(cudaFree(first) == cudaErrorInvalidValue);
  CHECK_CUDA(cudaMalloc(&again, 1000));
  CHECK(again == first);
  CHECK_CUDA(cudaFree(nullptr));
  CHECK(cudaMalloc(&other, size_t{1} << 40) == cudaErrorMemoryAllocation);
  char bytes[1000];
  CHECK(cudaMemcpy(again, bytes, 1001, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(bytes, bytes + 1, 10, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nullptr, again, 10, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemset(again, 1, 1001) == cudaErrorInvalidValue);

  const int width = 20, height = 3;
  int host[height][width] = {}, result[height][width], *pitched;
  size_t pitch = 0;
  CHECK_CUDA(cudaMallocPitch(&pitched, &pitch, width * sizeof(int), height));
  CHECK(pitch >= width * sizeof(int));
  host[2][7] = 5;
  const size_t row = width * sizeof(int);
  CHECK_CUDA(cudaMemcpy2D(pitched, pitch, host, row, row, height, cudaMemcpyDefault));
  add_one<<<height, 32>>>(pitched, pitch, width);
  CHECK_CUDA(cudaMemcpy2D(result, row, pitched, pitch, row, height, cudaMemcpyDefault));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) CHECK(result[y][x] == host[y][x] + 1);
  CHECK_CUDA(cudaMemcpy(reinterpret_cast<char*>(pitched) + pitch, pitched, row, cudaMemcpyDeviceToDevice));
  CHECK_CUDA(cudaDeviceReset());
  CHECK_CUDA(cudaMalloc(&first, 1000));
  std::printf("the API is right\n");
}
