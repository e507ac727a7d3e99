// Transposition through a tile in shared memory, with two-dimensional blocks.
#include <vector>

#include "check.h"

#define TILE 32
#define ROWS 8

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int width = 70, height = 50;
  std::vector<float> in(width * height), out(width * height);
  for (size_t i = 0; i < in.size(); ++i) in[i] = i;
  float *a, *b;
  CHECK_CUDA(cudaMalloc(&a, in.size() * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&b, in.size() * sizeof(float)));
  CHECK_CUDA(cudaMemcpy(a, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  const dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), block(TILE, ROWS);
  transpose<<<grid, block>>>(a, b, width, height);
  CHECK_CUDA(cudaMemcpy(out.data(), b, in.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) CHECK(out[x * height + y] == in[y * width + x]);
  std::printf("the transposition is right\n");
}
