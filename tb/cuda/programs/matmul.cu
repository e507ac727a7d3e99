// Tiled matrix product, in a stream, with pinned memory on the host.
#include "check.h"

template <int kTile>
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTile; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  constexpr int n = 48, kTile = 16;
  float *a, *b, *c, *da, *db, *dc;
  for (float** host : {&a, &b, &c}) CHECK_CUDA(cudaMallocHost(host, n * n * sizeof(float)));
  for (float** device : {&da, &db, &dc}) CHECK_CUDA(cudaMalloc(device, n * n * sizeof(float)));
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7 - 3;
    b[i] = i % 5 - 2;
  }
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaMemcpyAsync(da, a, n * n * sizeof(float), cudaMemcpyHostToDevice, stream));
  CHECK_CUDA(cudaMemcpyAsync(db, b, n * n * sizeof(float), cudaMemcpyHostToDevice, stream));
  multiply<kTile><<<dim3(n / kTile, n / kTile), dim3(kTile, kTile), 0, stream>>>(da, db, dc, n);
  CHECK_CUDA(cudaMemcpyAsync(c, dc, n * n * sizeof(float), cudaMemcpyDeviceToHost, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_CUDA(cudaStreamDestroy(stream));
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      CHECK(c[row * n + column] == sum);
    }
  for (float* host : {a, b, c}) CHECK_CUDA(cudaFreeHost(host));
  std::printf("product is right\n");
}
