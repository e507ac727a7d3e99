// Barriers that count, exchange within a warp, votes, atomics of every kind, loads with hints and clocks.
#include <gputm/tm.h>

#include <algorithm>
#include <vector>

#include "check.h"

__global__ void barriers(int* out) {
  const int i = threadIdx.x;
  const int count = __syncthreads_count(i % 3 == 0);
  const int any = __syncthreads_or(i == 77), none = __syncthreads_or(i == 1000);
  const int all = __syncthreads_and(i < 1000), most = __syncthreads_and(i != 5);
  out[i] = count * 10000 + any * 1000 + none * 100 + all * 10 + most;
}

__global__ void votes(unsigned* out) {
  const int i = threadIdx.x;
  const unsigned full = 0xffffffff;
  unsigned* const mine = out + 6 * i;
  mine[0] = __ballot_sync(full, i & 1);
  mine[1] = __any_sync(full, i == 9);
  mine[2] = __all_sync(full, i != 9);
  mine[3] = __match_any_sync(full, i / 8);
  mine[4] = 0;
  if (i < 12) mine[4] = __activemask();
  __syncwarp();
  mine[5] = __popc(__activemask());
}

template <typename T>
__global__ void shuffles(T* out) {
  const int i = threadIdx.x;
  const unsigned full = 0xffffffff;
  const T value = static_cast<T>(100 + i);
  T* const mine = out + 8 * i;
  mine[0] = __shfl_sync(full, value, 5);
  mine[1] = __shfl_sync(full, value, i + 1, 8);
  mine[2] = __shfl_up_sync(full, value, 3);
  mine[3] = __shfl_up_sync(full, value, 3, 8);
  mine[4] = __shfl_down_sync(full, value, 2);
  mine[5] = __shfl_down_sync(full, value, 2, 16);
  mine[6] = __shfl_xor_sync(full, value, 9);
  mine[7] = __shfl_xor_sync(full, value, 1, 4);
}

template <typename T>
void check_shuffles() {
  T* device;
  std::vector<T> out(8 * 32);
  CHECK_CUDA(cudaMalloc(&device, out.size() * sizeof(T)));
  shuffles<<<1, 32>>>(device);
  CHECK_CUDA(cudaMemcpy(out.data(), device, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) {
    const int lanes[8] = {5,
                          i / 8 * 8 + (i + 1) % 8,
                          i < 3 ? i : i - 3,
                          i % 8 < 3 ? i : i - 3,
                          i + 2 < 32 ? i + 2 : i,
                          i % 16 + 2 < 16 ? i + 2 : i,
                          i ^ 9,
                          i ^ 1};
    for (int j = 0; j < 8; ++j) CHECK(out[8 * i + j] == static_cast<T>(100 + lanes[j]));
  }
}

struct Cells {
  int add, sub, exchange, min, max, conjunction, disjunction, difference;
  unsigned increment, decrement, swap;
  unsigned long long sum, least, most, bits, wide_swap;
  long long least_signed, most_signed;
  float real;
  double wide_real;
};

__device__ void change(Cells* cells, int i) {
  atomicAdd(&cells->add, i);
  atomicSub(&cells->sub, i);
  atomicExch(&cells->exchange, 7);
  atomicMin(&cells->min, i - 10);
  atomicMax(&cells->max, i - 10);
  atomicAnd(&cells->conjunction, ~(1 << i % 8));
  atomicOr(&cells->disjunction, 1 << i % 8);
  atomicXor(&cells->difference, i);
  atomicInc(&cells->increment, 9u);
  atomicDec(&cells->decrement, 9u);
  for (unsigned seen = cells->swap, before; (before = atomicCAS(&cells->swap, seen, seen + 2)) != seen;)
    seen = before;
  atomicAdd(&cells->sum, 0x100000001ull);
  atomicMin(&cells->least, 0x500000000ull - i);
  atomicMax(&cells->most, 0x500000000ull + i);
  atomicOr(&cells->bits, 1ull << i);
  atomicMin(&cells->least_signed, -5000000000ll + i);
  atomicMax(&cells->most_signed, -5000000000ll + i);
  for (unsigned long long seen = cells->wide_swap, before;
       (before = atomicCAS(&cells->wide_swap, seen, seen + 0x100000000ull)) != seen;)
    seen = before;
  atomicAdd(&cells->real, 0.5f);
  atomicAdd_block(&cells->wide_real, 0.25);
}

__global__ void atomics(Cells* cells) {
  __shared__ Cells shared;
  if (threadIdx.x == 0) shared = *cells;
  __syncthreads();
  change(&cells[0], threadIdx.x);
  change(&shared, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) cells[1] = shared;
}

void check_cells(const Cells& cells, int n) {
  const int sum = n * (n - 1) / 2;
  CHECK(cells.add == sum && cells.sub == -sum && cells.exchange == 7);
  CHECK(cells.min == -10 && cells.max == n - 11);
  CHECK(cells.conjunction == 0 && cells.disjunction == 255 && cells.difference == 0);
  CHECK(cells.increment == n % 10 && cells.decrement == (10 - n % 10) % 10 && cells.swap == 2 * n);
  CHECK(cells.sum == n * 0x100000001ull && cells.least == 0x500000000ull - (n - 1));
  CHECK(cells.most == 0x500000000ull + (n - 1) && cells.bits == (n == 64 ? ~0ull : (1ull << n) - 1));
  CHECK(cells.least_signed == -5000000000ll && cells.most_signed == -5000000000ll + (n - 1));
  CHECK(cells.wide_swap == n * 0x100000000ull && cells.real == 0.5f * n && cells.wide_real == 0.25 * n);
}

__global__ void others(const int* in, long long* out) {
  const long long begin = clock64();
  const int value = __ldg(in) + __ldcg(in + 1);
  __threadfence();
  __threadfence_block();
  out[0] = value;
  out[1] = clock64() - begin;
  out[2] = __brev(1u) == 0x80000000u && __clz(1) == 31 && __ffs(8) == 4 && __popcll(~0ull) == 64;
  out[3] = __umulhi(0x80000000u, 6) == 3 && __float_as_int(1.0f) == 0x3f800000 && __mul24(3, -4) == -12;
}

int main() {
  std::vector<int> out(96);
  int* ints;
  CHECK_CUDA(cudaMalloc(&ints, 96 * sizeof(int)));
  barriers<<<1, 96>>>(ints);
  CHECK_CUDA(cudaMemcpy(out.data(), ints, 96 * sizeof(int), cudaMemcpyDeviceToHost));
  for (const int value : out) CHECK(value == 32 * 10000 + 1000 + 10);

  unsigned* words;
  std::vector<unsigned> votes_out(6 * 32);
  CHECK_CUDA(cudaMalloc(&words, votes_out.size() * sizeof(unsigned)));
  votes<<<1, 32>>>(words);
  CHECK_CUDA(
      cudaMemcpy(votes_out.data(), words, votes_out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned expected[6] = {0xaaaaaaaa, 1, 0, 0xffu << i / 8 * 8, i < 12 ? 0xfffu : 0, 32};
    CHECK(std::equal(expected, expected + 6, votes_out.begin() + 6 * i));
  }
  check_shuffles<int>();
  check_shuffles<unsigned char>();
  check_shuffles<float>();
  check_shuffles<double>();
  check_shuffles<long long>();

  Cells cells[2] = {};
  cells[0].min = 1000;
  cells[0].max = -1000;
  cells[0].conjunction = 255;
  cells[0].least = ~0ull;
  cells[0].most_signed = -6000000000ll;
  Cells* device_cells;
  CHECK_CUDA(cudaMalloc(&device_cells, sizeof cells));
  CHECK_CUDA(cudaMemcpy(device_cells, cells, sizeof cells, cudaMemcpyHostToDevice));
  atomics<<<1, 64>>>(device_cells);
  CHECK_CUDA(cudaMemcpy(cells, device_cells, sizeof cells, cudaMemcpyDeviceToHost));
  check_cells(cells[0], 64);
  check_cells(cells[1], 64);

  long long *device_longs, longs[4];
  CHECK_CUDA(cudaMalloc(&device_longs, sizeof longs));
  const int two[2] = {40, 2};
  CHECK_CUDA(cudaMemcpy(ints, two, sizeof two, cudaMemcpyHostToDevice));
  others<<<1, 1>>>(ints, device_longs);
  CHECK_CUDA(cudaMemcpy(longs, device_longs, sizeof longs, cudaMemcpyDeviceToHost));
  CHECK(longs[0] == 42 && longs[1] > 400 && longs[2] == 1 && longs[3] == 1);
  std::printf("intrinsics are right\n");
}
