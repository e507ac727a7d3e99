// Clusters of a stream of points: chunks by streams, the gain of opening a centre by each point of the chunk,
// its cheapest assignment kept with atomicMin on 64 bits or by a transaction. Usage: streamcluster [chunk
// [chunks]]
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include <vector>

#include "check.h"

constexpr int kDimensions = 3, kStreams = 3;

struct Point {
  int at[kDimensions];
};

/// The cheapest centre of all, by cost and index
struct Best {
  unsigned long long key;
};

__host__ __device__ int distance(const Point& a, const Point& b) {
  int sum = 0;
  for (int d = 0; d < kDimensions; ++d) sum += (a.at[d] - b.at[d]) * (a.at[d] - b.at[d]);
  return sum;
}

/// Cost of the chunk with this thread's point as the one centre.
__global__ void open_centres(const Point* points, int count, Best* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Point mine = points[i];
  unsigned long long cost = 0;
  for (int j = 0; j < count; ++j) cost += distance(mine, points[j]);
  const unsigned long long key = cost << 20 | i;
#ifdef USE_TM
  tm::atomic([&] {
    if (key < best->key) best->key = key;
  });
#else
  atomicMin(&best->key, key);
#endif
}

/// Radius of the chunk's cluster
__global__ void reach(const Point* points, int count, const Best* best, int* radius) {
  const Point centre = points[best->key & 0xfffff];
  int far = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) far = max(far, distance(centre, points[i]));
  const unsigned warps = __activemask();
  far = __reduce_max_sync(warps, far);
  if (threadIdx.x % warpSize == 0) atomicMax(radius, far);
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 90, chunks = argc > 2 ? atoi(argv[2]) : 6;
  std::vector<Point> points(count * chunks);
  unsigned state = 3;
  for (Point& point : points)
    for (int& x : point.at) x = static_cast<int>((state = state * 1103515245u + 12345u) >> 16) % 1000;
  Point* buffers[kStreams];
  Best* best;
  int* radius;
  cudaStream_t streams[kStreams];
  CHECK_CUDA(cudaHostAlloc(&best, chunks * sizeof(Best), cudaHostAllocMapped));
  CHECK_CUDA(cudaHostAlloc(&radius, chunks * sizeof(int), cudaHostAllocMapped));
  for (int s = 0; s < kStreams; ++s) {
    CHECK_CUDA(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    CHECK_CUDA(cudaMalloc(&buffers[s], count * sizeof(Point)));
  }
  cudaEvent_t done;
  CHECK_CUDA(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  for (int c = 0; c < chunks; ++c) {
    const cudaStream_t stream = streams[c % kStreams];
    Point* const buffer = buffers[c % kStreams];
    best[c].key = ~0ULL;
    radius[c] = 0;
    CHECK_CUDA(
        cudaMemcpyAsync(buffer, &points[c * count], count * sizeof(Point), cudaMemcpyHostToDevice, stream));
    open_centres<<<(count + 31) / 32, 32, 0, stream>>>(buffer, count, best + c);
    reach<<<1, 64, 0, stream>>>(buffer, count, best + c, radius + c);
    if (c == chunks - 1) CHECK_CUDA(cudaEventRecord(done, stream));
  }
  CHECK_CUDA(cudaEventSynchronize(done));
  CHECK_CUDA(cudaDeviceSynchronize());

  for (int c = 0; c < chunks; ++c) {
    const Point* const chunk = &points[c * count];
    unsigned long long least = ~0ULL;
    for (int i = 0; i < count; ++i) {
      unsigned long long cost = 0;
      for (int j = 0; j < count; ++j) cost += distance(chunk[i], chunk[j]);
      least = std::min(least, cost << 20 | i);
    }
    int far = 0;
    for (int i = 0; i < count; ++i) far = std::max(far, distance(chunk[least & 0xfffff], chunk[i]));
    CHECK(best[c].key == least && radius[c] == far);
  }
  printf("centres of %d chunks are right\n", chunks);
  return 0;
}
