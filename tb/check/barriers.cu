// Barriers that part of a block misses.
#include "faults.h"

template <bool faulty>
__global__ void early_return(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (faulty && t >= n) return;
  tile[t] = t < n ? in[t] : 0;
  __syncthreads();  // fault: sync: barrier that ended threads miss
  if (t < n) out[t] = tile[n - 1 - t];
}

template <bool faulty>
__global__ void in_branch(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (!faulty) __syncthreads();
  if (t < 16) {
    if (faulty) __syncthreads();  // fault: sync: barrier that ended threads miss
    out[t] = tile[t];
  }
}

template <bool faulty>
__global__ void uneven_loop(int* out, int n) {
  int sum = 0;
  const int rounds = faulty ? n - threadIdx.x : n;
  for (int i = 0; i < rounds; ++i) {
    sum += i;
    __syncthreads();  // fault: sync: barrier that ended threads miss
  }
  out[threadIdx.x] = sum;
}

template <bool faulty>
__global__ void two_branches(int* out) {
  int t = threadIdx.x;
  if (faulty ? t % 2 == 0 : true) {
    out[t] = 1;
    __syncthreads();  // fault: sync: threads at different barriers
  } else {
    out[t] = 2;
    __syncthreads();
    out[t] += 1;
  }
}

template <bool faulty>
__global__ void first_warp(const int* in, int* out) {
  __shared__ int first;
  int t = threadIdx.x;
  if (t < 32 || !faulty) {
    if (t == 0) first = in[0];
    __syncthreads();  // fault: sync: threads at different barriers
  }
  out[t] = t;
  __syncthreads();
  if (t == 0) out[0] += first;
}

template <bool faulty>
__global__ void search(const int* in, int* place, int wanted) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  for (int round = 0; round < 4; ++round) {
    int i = round * blockDim.x + threadIdx.x;
    if (in[i] == wanted) {
      *place = i;
      if (faulty) return;
      found = 1;
    }
    __syncthreads();  // fault: sync: barrier that ended threads miss
    if (found) break;
    __syncthreads();
  }
}

int main(int count, char** arguments) {
  const bool faulty = is_faulty(count, arguments);
  int* in = counting(1024);
  int* out = zeros(1024);
  RUN(early_return, 1, 64, in, out, 50);
  RUN(in_branch, 1, 64, in, out);
  RUN(uneven_loop, 1, 64, out, 70);
  RUN(two_branches, 1, 64, out);
  RUN(first_warp, 1, 64, in, out);
  RUN(search, 1, 64, in, out, 100);
  cudaDeviceSynchronize();
}
