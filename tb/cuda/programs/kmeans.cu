// Clusters of points: each thread finds its nearest centre, sums by atomics of float or by transactions;
// rounds until few points move. Points are made by curand in a kernel. Usage: kmeans [points [centres]]
#include <curand_kernel.h>
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <cmath>
#include <vector>

#include "check.h"

constexpr int kFeatures = 4;

struct Centre {
  float at[kFeatures];
};
struct Sums {
  float at[kFeatures];
  int count;
};

__global__ void make_points(float* points, int count, int centres, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  curandStatePhilox4_32_10_t random;
  curand_init(seed, i, 0, &random);
  const float4 noise = curand_normal4(&random);
  const float offsets[kFeatures] = {noise.x, noise.y, noise.z, noise.w};
  for (int f = 0; f < kFeatures; ++f)
    points[f * count + i] = 10.0f * ((i % centres) * (f + 1) % 7) + 0.3f * offsets[f];
}

__host__ __device__ int nearest(const float* point, int stride, const Centre* centres, int count) {
  int best = 0;
  float least = 1e30f;
  for (int c = 0; c < count; ++c) {
    float distance = 0;
    for (int f = 0; f < kFeatures; ++f) {
      const float d = point[f * stride] - centres[c].at[f];
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

__global__ void assign(const float* points, int* membership, const Centre* centres, Sums* sums, int* moved,
                       int count, int centre_count) {
  extern __shared__ Centre near_centres[];
  for (int c = threadIdx.x; c < centre_count; c += blockDim.x) near_centres[c] = centres[c];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool is_point = i < count;
  const int best = is_point ? nearest(points + i, count, near_centres, centre_count) : -1;
  const bool moves = is_point && membership[i] != best;
  const unsigned movers = __ballot_sync(0xffffffffu, moves);
  if (threadIdx.x % warpSize == 0 && movers != 0) atomicAdd(moved, __popc(movers));
  if (!is_point) return;
  membership[i] = best;
#ifdef USE_TM
  tm::atomic([&] {
    for (int f = 0; f < kFeatures; ++f) sums[best].at[f] += points[f * count + i];
    ++sums[best].count;
  });
#else
  for (int f = 0; f < kFeatures; ++f) atomicAdd(&sums[best].at[f], points[f * count + i]);
  atomicAdd(&sums[best].count, 1);
#endif
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 400, centre_count = argc > 2 ? atoi(argv[2]) : 5;
  float* points;
  int *membership, *moved;
  Centre* centres;
  Sums* sums;
  CHECK_CUDA(cudaMallocManaged(&points, kFeatures * count * sizeof(float)));
  CHECK_CUDA(cudaMallocManaged(&membership, count * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&moved, sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&centres, centre_count * sizeof(Centre)));
  CHECK_CUDA(cudaMallocManaged(&sums, centre_count * sizeof(Sums)));
  make_points<<<(count + 127) / 128, 128>>>(points, count, centre_count, 99);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int c = 0; c < centre_count; ++c)
    for (int f = 0; f < kFeatures; ++f) centres[c].at[f] = points[f * count + c];
  for (int i = 0; i < count; ++i) membership[i] = -1;
  int rounds = 0;
  do {
    *moved = 0;
    for (int c = 0; c < centre_count; ++c) sums[c] = {};
    assign<<<(count + 127) / 128, 128, centre_count * sizeof(Centre)>>>(points, membership, centres, sums,
                                                                        moved, count, centre_count);
    CHECK_CUDA(cudaDeviceSynchronize());
    int members = 0;
    for (int c = 0; c < centre_count; ++c) {
      // The sums of this round, in another order
      double expected[kFeatures] = {};
      int in_cluster = 0;
      for (int i = 0; i < count; ++i) {
        if (membership[i] != c) continue;
        ++in_cluster;
        for (int f = 0; f < kFeatures; ++f) expected[f] += points[f * count + i];
      }
      CHECK(sums[c].count == in_cluster);
      for (int f = 0; f < kFeatures; ++f)
        CHECK(std::fabs(sums[c].at[f] - expected[f]) <= 1e-4 * (std::fabs(expected[f]) + in_cluster));
      members += in_cluster;
    }
    CHECK(members == count);
    for (int i = 0; i < count; ++i) CHECK(membership[i] == nearest(points + i, count, centres, centre_count));
    for (int c = 0; c < centre_count; ++c)
      for (int f = 0; f < kFeatures && sums[c].count != 0; ++f)
        centres[c].at[f] = sums[c].at[f] / sums[c].count;
  } while (*moved > 0 && ++rounds < 20);
  // The points were made around so many centres.
  for (int i = 0; i < count; ++i) CHECK(membership[i] == membership[i % centre_count]);
  printf("%d points in %d clusters after %d rounds, which is right\n", count, centre_count, rounds);
  return 0;
}
