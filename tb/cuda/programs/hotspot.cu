// Temperature of a chip: steps of a stencil over tiles with halos in shared memory, as thermal simulations
// have it; two streams simulate two chips. Usage: hotspot [side [steps]]
#include <cmath>
#include <vector>

#include "check.h"

#define TILE 16

__constant__ float coefficients[3];  // of the power, of neighbours, of the air

__global__ void heat(const float* __restrict__ power, const float* __restrict__ from, float* __restrict__ to,
                     int side) {
  __shared__ float tile[TILE + 2][TILE + 2];
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  const auto at = [&](int row, int column) {
    row = min(max(row, 0), side - 1);
    column = min(max(column, 0), side - 1);
    return from[row * side + column];
  };
  tile[threadIdx.y + 1][threadIdx.x + 1] = at(y, x);
  if (threadIdx.y == 0) tile[0][threadIdx.x + 1] = at(y - 1, x);
  if (threadIdx.y == TILE - 1) tile[TILE + 1][threadIdx.x + 1] = at(y + 1, x);
  if (threadIdx.x == 0) tile[threadIdx.y + 1][0] = at(y, x - 1);
  if (threadIdx.x == TILE - 1) tile[threadIdx.y + 1][TILE + 1] = at(y, x + 1);
  __syncthreads();
  if (x >= side || y >= side) return;
  const float here = tile[threadIdx.y + 1][threadIdx.x + 1];
  const float around = tile[threadIdx.y][threadIdx.x + 1] + tile[threadIdx.y + 2][threadIdx.x + 1] +
                       tile[threadIdx.y + 1][threadIdx.x] + tile[threadIdx.y + 1][threadIdx.x + 2];
  to[y * side + x] = here + coefficients[0] * power[y * side + x] + coefficients[1] * (around - 4 * here) +
                     coefficients[2] * (80.0f - here);
}

struct Chip {
  std::vector<float> power, start;
  float *device_power, *now, *next, *result;  // result: pinned
  cudaStream_t stream;

  Chip(int side, int seed) : power(side * side), start(side * side) {
    for (int i = 0; i < side * side; ++i) {
      power[i] = static_cast<float>((i * 7 + seed) % 13) / 13;
      start[i] = 320 + static_cast<float>((i * 31 + seed) % 17);
    }
    const size_t bytes = power.size() * sizeof(float);
    CHECK_CUDA(cudaStreamCreate(&stream));
    for (float** buffer : {&device_power, &now, &next}) CHECK_CUDA(cudaMalloc(buffer, bytes));
    CHECK_CUDA(cudaMallocHost(&result, bytes));
    CHECK_CUDA(cudaMemcpyAsync(device_power, power.data(), bytes, cudaMemcpyHostToDevice, stream));
    CHECK_CUDA(cudaMemcpyAsync(now, start.data(), bytes, cudaMemcpyHostToDevice, stream));
  }
  void step(int side) {
    const dim3 grid((side + TILE - 1) / TILE, (side + TILE - 1) / TILE);
    heat<<<grid, dim3(TILE, TILE), 0, stream>>>(device_power, now, next, side);
    std::swap(now, next);
  }
  void finish(int side) {
    CHECK_CUDA(cudaMemcpyAsync(result, now, side * side * sizeof(float), cudaMemcpyDeviceToHost, stream));
  }
};

int main(int argc, char** argv) {
  const int side = argc > 1 ? atoi(argv[1]) : 50, steps = argc > 2 ? atoi(argv[2]) : 4;
  const float host_coefficients[3] = {0.25f, 0.125f, 0.0625f};
  CHECK_CUDA(cudaMemcpyToSymbol(coefficients, host_coefficients, sizeof host_coefficients));
  Chip chips[] = {Chip(side, 1), Chip(side, 5)};
  for (int i = 0; i < steps; ++i)
    for (Chip& chip : chips) chip.step(side);
  for (Chip& chip : chips) chip.finish(side);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (const Chip& chip : chips) {
    std::vector<float> now = chip.start, next = now;
    const auto at = [&](int y, int x) {
      return now[std::min(std::max(y, 0), side - 1) * side + std::min(std::max(x, 0), side - 1)];
    };
    for (int i = 0; i < steps; ++i) {
      for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
          const float around = at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1);
          next[y * side + x] = at(y, x) + 0.25f * chip.power[y * side + x] +
                               0.125f * (around - 4 * at(y, x)) + 0.0625f * (80.0f - at(y, x));
        }
      }
      std::swap(now, next);
    }
    for (int i = 0; i < side * side; ++i)
      CHECK(std::fabs(chip.result[i] - now[i]) < 1e-3f * std::fabs(now[i]));
  }
  printf("%d steps of %d x %d cells: temperatures are right\n", steps, side, side);
  return 0;
}
