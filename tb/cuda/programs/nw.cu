// Alignment of two sequences by dynamic programming (Needleman and Wunsch): tiles along the antidiagonals, in
// managed memory. Usage: nw [length]
#include <algorithm>
#include <vector>

#include "check.h"

constexpr int kTile = 16, kGap = 3;

__managed__ int substitution[4][4];
__device__ int best_of(int a, int b, int c) { return max(max(a, b), c); }

/// One tile a block; `diagonal`: its number among the antidiagonals of tiles
__global__ void align(const unsigned char* left, const unsigned char* right, int* score, int length,
                      int diagonal, int first) {
  __shared__ int cells[kTile + 1][kTile + 1];
  const int bx = first + blockIdx.x, by = diagonal - bx, t = threadIdx.x;
  const int x0 = bx * kTile, y0 = by * kTile, pitch = length + 1;
  cells[0][t + 1] = score[y0 * pitch + x0 + t + 1];
  cells[t + 1][0] = score[(y0 + t + 1) * pitch + x0];
  if (t == 0) cells[0][0] = score[y0 * pitch + x0];
  __syncthreads();
  for (int step = 0; step < 2 * kTile - 1; ++step) {
    const int x = t, y = step - t;
    if (y >= 0 && y < kTile)
      cells[y + 1][x + 1] = best_of(cells[y][x] + substitution[left[y0 + y]][right[x0 + x]],
                                    cells[y + 1][x] - kGap, cells[y][x + 1] - kGap);
    __syncwarp(0xffff);
  }
  for (int y = 0; y < kTile; ++y) score[(y0 + y + 1) * pitch + x0 + t + 1] = cells[y + 1][t + 1];
}

int main(int argc, char** argv) {
  const int length = (argc > 1 ? atoi(argv[1]) : 96) / kTile * kTile, tiles = length / kTile,
            pitch = length + 1;
  unsigned char *left, *right;
  int* score;
  CHECK_CUDA(cudaMallocManaged(&left, length));
  CHECK_CUDA(cudaMallocManaged(&right, length));
  CHECK_CUDA(cudaMallocManaged(&score, pitch * pitch * sizeof(int)));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) substitution[i][j] = i == j ? 5 : -(i + j) % 4;
  for (int i = 0; i < length; ++i) {
    left[i] = (i * i / 3 + i) % 4;
    right[i] = (i * i / 5 + 2 * i) % 4;
  }
  for (int i = 0; i <= length; ++i) score[i] = score[i * pitch] = -kGap * i;
  CHECK_CUDA(cudaMemPrefetchAsync(score, pitch * pitch * sizeof(int), 0, nullptr));
  for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal) {
    const int first = std::max(0, diagonal - tiles + 1), last = std::min(diagonal, tiles - 1);
    align<<<last - first + 1, kTile>>>(left, right, score, length, diagonal, first);
  }
  CHECK_CUDA(cudaDeviceSynchronize());

  std::vector<int> expected(pitch * pitch);
  for (int i = 0; i <= length; ++i) expected[i] = expected[i * pitch] = -kGap * i;
  for (int y = 1; y <= length; ++y) {
    for (int x = 1; x <= length; ++x) {
      expected[y * pitch + x] =
          std::max({expected[(y - 1) * pitch + x - 1] + substitution[left[y - 1]][right[x - 1]],
                    expected[y * pitch + x - 1] - kGap, expected[(y - 1) * pitch + x] - kGap});
    }
  }
  for (int i = 0; i < pitch * pitch; ++i) CHECK(score[i] == expected[i]);
  printf("alignment of %d letters scores %d, which is right\n", length, score[pitch * pitch - 1]);
  return 0;
}
