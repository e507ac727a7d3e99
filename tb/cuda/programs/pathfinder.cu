// Cheapest path down a grid, row by row: blocks with ghost zones do several rows a launch; neighbours come by
// shuffles of the warp. Usage: pathfinder [columns [rows]]
#include <algorithm>
#include <vector>

#include "check.h"

constexpr int kRows = 4;  // of a launch
constexpr int kWidth = 32 - 2 * kRows;

/// A warp has 32 columns, of which the outer ones are computed for the inner ones alone.
__global__ void descend(const int* wall, const int* from, int* to, int columns, int row, int rows) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
  const int column = warp * kWidth + lane - kRows;
  const bool inside = column >= 0 && column < columns;
  int cost = inside ? from[column] : 1 << 30;
  for (int i = 0; i < rows; ++i) {
    int left = __shfl_up_sync(0xffffffffu, cost, 1), right = __shfl_down_sync(0xffffffffu, cost, 1);
    if (lane == 0) left = cost;
    if (lane == 31) right = cost;
    if (inside) cost = min(cost, min(left, right)) + wall[(row + i) * columns + column];
  }
  if (inside && lane >= kRows && lane < 32 - kRows) to[column] = cost;
}

int main(int argc, char** argv) {
  const int columns = argc > 1 ? atoi(argv[1]) : 700, rows = argc > 2 ? atoi(argv[2]) : 13;
  std::vector<int> wall(columns * rows), expected(columns), result(columns);
  unsigned state = 17;
  for (int& cell : wall) cell = static_cast<int>((state = state * 1664525u + 1013904223u) >> 24) % 10;
  int *device_wall, *costs[2];
  CHECK_CUDA(cudaMalloc(&device_wall, wall.size() * sizeof(int)));
  for (int*& buffer : costs) CHECK_CUDA(cudaMalloc(&buffer, columns * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(device_wall, wall.data(), wall.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(costs[0], device_wall, columns * sizeof(int), cudaMemcpyDeviceToDevice));
  const int warps = (columns + kWidth - 1) / kWidth, block = 128;
  int now = 0;
  for (int row = 1; row < rows; row += kRows, now = 1 - now) {
    descend<<<(warps * 32 + block - 1) / block, block>>>(device_wall, costs[now], costs[1 - now], columns,
                                                         row, std::min(kRows, rows - row));
  }
  CHECK_CUDA(cudaMemcpy(result.data(), costs[now], columns * sizeof(int), cudaMemcpyDeviceToHost));

  std::copy_n(wall.begin(), columns, expected.begin());
  for (int row = 1; row < rows; ++row) {
    const std::vector<int> above = expected;
    for (int i = 0; i < columns; ++i) {
      const int least = std::min({above[i], above[std::max(i - 1, 0)], above[std::min(i + 1, columns - 1)]});
      expected[i] = least + wall[row * columns + i];
    }
  }
  CHECK(result == expected);
  printf("cheapest of %d paths costs %d, which is right\n", columns,
         *std::min_element(result.begin(), result.end()));
  return 0;
}
