// Cooperative groups: sums in tiles, and atomics of a warp's active lanes by one of them.
#include <cooperative_groups.h>

#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

template <unsigned kSize>
__device__ int sum(const cg::thread_block_tile<kSize>& tile, int value) {
  for (unsigned distance = tile.size() / 2; distance > 0; distance /= 2)
    value += tile.shfl_down(value, distance);
  return tile.shfl(value, 0);
}

__device__ int add_together(int* counter) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}

__global__ void use(int* out, int* counter) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const auto warp = cg::tiled_partition<32>(block);
  __shared__ int sums[64];
  const int i = block.thread_rank();
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = 0;
  cg::sync(block);
  const int of_tile = sum(tile, i), of_warp = sum(warp, i);
  if (tile.thread_rank() == 3) sums[tile.meta_group_rank()] = of_tile;
  block.sync();
  int* const mine = out + 5 * i;
  mine[0] = sums[i / 8];
  mine[1] = of_warp;
  mine[2] = tile.ballot(i % 3 == 0);
  mine[3] = tile.any(i == 17) * 10 + tile.all(i < 32);
  mine[4] = i % 5 == 0 ? add_together(counter) : -1;
}

int main() {
  const int threads = 64;
  int *out, *counter, count = 0;
  CHECK_CUDA(cudaMalloc(&out, 5 * threads * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&counter, sizeof(int)));
  CHECK_CUDA(cudaMemset(counter, 0, sizeof(int)));
  use<<<1, dim3(16, 4)>>>(out, counter);
  std::vector<int> host(5 * threads), taken(threads);
  CHECK_CUDA(cudaMemcpy(host.data(), out, host.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpy(&count, counter, sizeof count, cudaMemcpyDeviceToHost));
  CHECK(count == 13);
  for (int i = 0; i < threads; ++i) {
    const int tile = i / 8 * 8, warp = i / 32 * 32, *const mine = &host[5 * i];
    int bits = 0;
    for (int j = 0; j < 8; ++j) bits |= ((tile + j) % 3 == 0) << j;
    CHECK(mine[0] == 8 * tile + 28 && mine[1] == 32 * warp + 496 && mine[2] == bits);
    CHECK(mine[3] == (tile == 16) * 10 + (tile < 32));
    CHECK(i % 5 == 0 ? mine[4] >= 0 && mine[4] < count && taken[mine[4]]++ == 0 : mine[4] == -1);
  }
  std::printf("groups are right\n");
}
