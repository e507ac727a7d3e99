// Exchange among the lanes of a mask: lanes come to it together or apart, by different calls, in branches and
// loops, in tiles with masks of their own, and some have ended.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

constexpr unsigned kAll = 0xffffffff;

/// The two halves of the warp come at different times, by different calls; the first half is late by a loop.
__global__ void apart(int* out) {
  const int lane = threadIdx.x;
  int value = 0;
  if (lane < 16) {
    for (int i = 0; i < lane + 3; ++i) value += i;
    out[lane] = __shfl_sync(kAll, 100 + lane, 31 - lane);
  } else {
    out[lane] = __shfl_sync(kAll, 200 + lane, 31 - lane);
  }
  out[32 + lane] = __reduce_add_sync(kAll, lane);
}

/// Only the even lanes; the odd ones do something else meanwhile, and would change a ballot.
__global__ void some(unsigned* out) {
  const unsigned lane = threadIdx.x;
  const unsigned even = 0x55555555;
  if (lane % 2 == 0) {
    out[lane] = __ballot_sync(even, lane < 8);
    if (lane >= 16) out[lane] += 1000 * __popc(__ballot_sync(even & 0xffff0000, 1));
    out[32 + lane] = __any_sync(even, lane == 30) * 100 + __all_sync(even, lane % 2 == 0) * 10 +
                     __any_sync(even, lane % 2 == 1);
    out[64 + lane] = __reduce_max_sync(even, lane * 3) + __reduce_xor_sync(even, lane);
  } else {
    out[lane] = 7;
    __syncwarp(~even);
    out[32 + lane] = __ballot_sync(~even, 1);
    out[64 + lane] = __reduce_min_sync(~even, lane);
  }
}

/// Every lane takes a lane's word that was written before a meeting.
__global__ void meet(int* out) {
  __shared__ int words[32];
  const int lane = threadIdx.x;
  if (lane % 3 == 0) {
    words[lane] = 10 * lane;
    __syncwarp();
  } else if (lane % 3 == 1) {
    int spin = 0;
    while (spin < lane) ++spin;
    words[lane] = 10 * spin;
    __syncwarp();
  } else {
    words[lane] = 10 * lane;
    __syncwarp();
  }
  out[lane] = words[(lane + 1) % 32];
}

/// Lanes leave the loop one after another, by a vote of those that are left; the first ones end.
__global__ void fewer(unsigned* out) {
  const unsigned lane = threadIdx.x;
  if (lane < 3) return;
  unsigned mask = kAll << 3, rounds = 0;
  while (true) {
    ++rounds;
    const bool stays = lane > rounds + 5;
    const unsigned next = __ballot_sync(mask, stays);
    if (!stays) break;
    mask = next;
  }
  out[lane] = rounds;
  __syncwarp();  // with the lanes that have not ended
  out[32 + lane] = __ballot_sync(kAll, lane % 2);
}

__global__ void matches(unsigned* out) {
  const unsigned lane = threadIdx.x;
  const unsigned mask = lane < 20 ? 0x000fffff : 0xfff00000;
  out[lane] = __match_any_sync(mask, lane % 5);
  int same = -1;
  out[32 + lane] = __match_all_sync(mask, lane / 20, &same) + same;
  out[64 + lane] = __match_all_sync(mask, 0.5 * lane, &same) + same;
  out[96 + lane] = __match_any_sync(mask, 0.0 / 0.0);
}

/// A tile of 4 adds up; tiles take different branches.
__global__ void tiles(int* out) {
  const cg::thread_block_tile<4> tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int lane = threadIdx.x;
  int sum = lane;
  if (lane / 4 % 2 == 0) {
    for (int step = 2; step > 0; step /= 2) sum += tile.shfl_xor(sum, step);
    tile.sync();
  } else {
    for (int step = 1; step < 4; step *= 2) sum += tile.shfl_xor(sum, step);
    sum += 1000 * static_cast<int>(tile.ballot(lane % 4 < 2));
  }
  out[lane] = sum;
  out[32 + lane] = -1;
  if (lane % 4 != 1) {
    const cg::coalesced_group group = cg::coalesced_threads();
    out[32 + lane] = group.shfl(lane, group.size() - 1) + static_cast<int>(group.thread_rank()) * 100;
  }
}

template <typename T, typename F>
void run(void (*kernel)(T*), F check) {
  T *device, host[128];
  CHECK_CUDA(cudaMalloc(&device, sizeof host));
  CHECK_CUDA(cudaMemset(device, 0, sizeof host));
  kernel<<<1, 32>>>(device);
  CHECK_CUDA(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(device));
  for (int lane = 0; lane < 32; ++lane) check(host, static_cast<T>(lane));
}

int main() {
  run(apart, [](const int* out, int lane) {
    CHECK(out[lane] == (lane < 16 ? 200 : 100) + 31 - lane);
    CHECK(out[32 + lane] == 31 * 16);
  });
  run(some, [](const unsigned* out, unsigned lane) {
    if (lane % 2 == 0) {
      CHECK(out[lane] == 0x55u + (lane >= 16 ? 8000 : 0));
      CHECK(out[32 + lane] == 110);
      CHECK(out[64 + lane] ==
            90 + (0 ^ 2 ^ 4 ^ 6 ^ 8 ^ 10 ^ 12 ^ 14 ^ 16 ^ 18 ^ 20 ^ 22 ^ 24 ^ 26 ^ 28 ^ 30));
    } else {
      CHECK(out[lane] == 7 && out[32 + lane] == 0xaaaaaaaa && out[64 + lane] == 1);
    }
  });
  run(meet, [](const int* out, int lane) { CHECK(out[lane] == 10 * ((lane + 1) % 32)); });
  run(fewer, [](const unsigned* out, unsigned lane) {
    if (lane < 3) return;
    CHECK(out[lane] == (lane <= 6 ? 1 : lane - 5));
    CHECK(out[32 + lane] == 0xaaaaaaa8);
  });
  run(matches, [](const unsigned* out, unsigned lane) {
    const unsigned mask = lane < 20 ? 0x000fffff : 0xfff00000;
    unsigned same = 0;
    for (unsigned other = 0; other < 32; ++other)
      if (other % 5 == lane % 5) same |= 1u << other;
    CHECK(out[lane] == (same & mask));
    CHECK(out[32 + lane] == mask + 1);
    CHECK(out[64 + lane] == 0);
    CHECK(out[96 + lane] == mask);
  });
  run(tiles, [](const int* out, int lane) {
    const int sum = lane / 4 * 16 + 6;
    CHECK(out[lane] == sum + (lane / 4 % 2 == 0 ? 0 : 3000));
    CHECK(out[32 + lane] == (lane % 4 == 1 ? -1 : 31 + 100 * (lane - (lane + 2) / 4)));
  });
  std::printf("masks are right\n");
}
