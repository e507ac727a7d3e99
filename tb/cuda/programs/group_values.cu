// Values of cooperative groups: reductions and scans of tiles and of lanes that run together, votes, matches,
// ranks in the grid.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <algorithm>
#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

struct Seen {
  long long sum;
  int least, most;
  unsigned all_bits, some_bits, odd_bits, same, voted;
  double with, without;
  int other_sum, other_with, other_without, other_rank, up, down;
  unsigned other_votes;
  unsigned long long rank, threads;
};

__device__ int value_of(unsigned i) { return static_cast<int>(i * 37 % 29) - 11; }

__global__ void use(Seen* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  const cg::grid_group grid = cg::this_grid();
  Seen& seen = out[grid.thread_rank()];
  seen.rank = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  seen.threads = grid.size();
  const int value = value_of(block.thread_rank());
  seen.sum = cg::reduce(tile, 1000000000LL * value, cg::plus<long long>());
  seen.least = cg::reduce(tile, value, cg::less<int>());
  seen.most = cg::reduce(tile, value, cg::greater<int>());
  seen.all_bits = cg::reduce(tile, static_cast<unsigned>(value | 64), cg::bit_and<unsigned>());
  seen.some_bits = cg::reduce(tile, static_cast<unsigned>(value & 63), cg::bit_or<unsigned>());
  seen.odd_bits = cg::reduce(tile, static_cast<unsigned>(value), cg::bit_xor<unsigned>());
  seen.same = tile.match_any(value % 3);
  seen.voted = tile.ballot(value > 0);
  seen.with = cg::inclusive_scan(tile, value / 4.0);
  seen.without = cg::exclusive_scan(tile, value / 4.0, cg::plus<double>());
  if (value % 3 == 0) {  // some lanes of a warp
    const cg::coalesced_group together = cg::coalesced_threads();
    seen.other_rank = static_cast<int>(together.thread_rank());
    seen.other_sum = cg::reduce(together, value, cg::plus<int>());
    seen.other_with = cg::inclusive_scan(together, value, cg::greater<int>());
    seen.other_without = cg::exclusive_scan(together, value);
    seen.other_votes = together.ballot(value > 0);
    seen.up = together.shfl_up(value, 2);
    seen.down = together.shfl_down(value, 1);
  }
}

int host_value(unsigned i) { return static_cast<int>(i * 37 % 29) - 11; }

void check_tile(const std::vector<int>& values, unsigned rank, const Seen& seen) {
  long long sum = 0;
  int least = values[0], most = values[0];
  unsigned all = ~0U, some = 0, odd = 0, same = 0, voted = 0;
  double with = 0, without = 0;
  for (unsigned i = 0; i < values.size(); ++i) {
    const int value = values[i];
    sum += 1000000000LL * value;
    least = std::min(least, value);
    most = std::max(most, value);
    all &= static_cast<unsigned>(value | 64);
    some |= static_cast<unsigned>(value & 63);
    odd ^= static_cast<unsigned>(value);
    same |= static_cast<unsigned>(value % 3 == values[rank] % 3) << i;
    voted |= static_cast<unsigned>(value > 0) << i;
    if (i <= rank) with += value / 4.0;
    if (i < rank) without += value / 4.0;
  }
  CHECK(seen.sum == sum && seen.least == least && seen.most == most);
  CHECK(seen.all_bits == all && seen.some_bits == some && seen.odd_bits == odd);
  CHECK(seen.same == same && seen.voted == voted && seen.with == with && seen.without == without);
}

void check_together(const std::vector<int>& values, unsigned rank, const Seen& seen) {
  int sum = 0, with = values[0], without = 0;
  unsigned votes = 0;
  for (unsigned i = 0; i < values.size(); ++i) {
    sum += values[i];
    if (i <= rank) with = std::max(with, values[i]);
    if (i < rank) without += values[i];
    votes |= static_cast<unsigned>(values[i] > 0) << i;
  }
  CHECK(seen.other_rank == static_cast<int>(rank) && seen.other_sum == sum && seen.other_with == with);
  CHECK(seen.other_without == without && seen.other_votes == votes);
  CHECK(seen.up == values[rank < 2 ? rank : rank - 2] &&
        seen.down == values[std::min<std::size_t>(rank + 1, values.size() - 1)]);
}

int main() {
  constexpr unsigned kBlocks = 3, kThreads = 64;
  std::vector<Seen> seen(kBlocks * kThreads);
  Seen* out;
  CHECK_CUDA(cudaMalloc(&out, seen.size() * sizeof(Seen)));
  use<<<kBlocks, dim3(8, 8)>>>(out);
  CHECK_CUDA(cudaMemcpy(seen.data(), out, seen.size() * sizeof(Seen), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < seen.size(); ++i) {
    CHECK(seen[i].rank == i && seen[i].threads == kBlocks * kThreads);
    const unsigned thread = i % kThreads, first_of_tile = thread / 16 * 16, first_of_warp = thread / 32 * 32;
    std::vector<int> tile, together;
    unsigned rank = 0;
    for (unsigned j = first_of_tile; j < first_of_tile + 16; ++j) tile.push_back(host_value(j));
    for (unsigned j = first_of_warp; j < first_of_warp + 32; ++j) {
      if (host_value(j) % 3 != 0) continue;
      if (j < thread) ++rank;
      together.push_back(host_value(j));
    }
    check_tile(tile, thread % 16, seen[i]);
    if (host_value(thread) % 3 == 0) check_together(together, rank, seen[i]);
  }
  std::printf("values of groups are right\n");
}
