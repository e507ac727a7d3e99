// Accesses without order between threads of a block, and of several blocks.
#include "faults.h"

constexpr int kThreads = 128;

#define BARRIER_UNLESS_FAULTY \
  if (!faulty) __syncthreads()

template <bool faulty>
__global__ void reduce(const int* in, int* out) {
  __shared__ int partial[kThreads];
  int t = threadIdx.x;
  partial[t] = in[t];
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half];  // fault: race: unordered accesses
    BARRIER_UNLESS_FAULTY;
  }
  if (t == 0) *out = partial[0];
}

template <bool faulty>
__global__ void shared_histogram(const int* in, int* out) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  if (faulty)
    bins[in[t] % 16]++;  // fault: race: unordered accesses
  else
    atomicAdd(&bins[in[t] % 16], 1);
  __syncthreads();
  if (t < 16) out[t] = bins[t];
}

template <bool faulty>
__global__ void count_even(const int* in, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 2 != 0) return;
  if (faulty)
    *count += 1;  // fault: race: unordered accesses
  else
    atomicAdd(count, 1);
}

template <bool faulty>
__global__ void multiply_tiles(const int* a, const int* b, int* c, int n) {
  __shared__ int left[8][8], top[8][8];
  int x = threadIdx.x, y = threadIdx.y, sum = 0;
  for (int tile = 0; tile < n / 8; ++tile) {
    left[y][x] = a[y * n + tile * 8 + x];
    top[y][x] = b[(tile * 8 + y) * n + x];  // fault: race: unordered accesses
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum += left[y][k] * top[k][x];
    BARRIER_UNLESS_FAULTY;
  }
  c[y * 8 + x] = sum;
}

template <bool faulty>
__global__ void transpose_tile(const int* in, int* out) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  BARRIER_UNLESS_FAULTY;
  out[y * 16 + x] = tile[x][y];  // fault: race: unordered accesses
}

template <bool faulty>
__global__ void scan_in_place(int* data) {
  __shared__ int sums[kThreads];
  int t = threadIdx.x;
  sums[t] = data[t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    int before = t >= step ? sums[t - step] : 0;
    BARRIER_UNLESS_FAULTY;
    sums[t] += before;  // fault: race: unordered accesses
    __syncthreads();
  }
  data[t] = sums[t];
}

template <bool faulty>
__global__ void clear_bins(const int* in, int* out) {
  __shared__ unsigned bins[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  BARRIER_UNLESS_FAULTY;
  atomicAdd(&bins[in[t] % 8], 1u);  // fault: race: plain access beside an atomic
  __syncthreads();
  if (t < 8) out[t] = bins[t];
}

template <bool faulty>
__global__ void early_bins(const int* in, int* out) {
  __shared__ unsigned bins[kThreads];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] * 37 % kThreads], 1u);
  BARRIER_UNLESS_FAULTY;
  out[t] = bins[t];  // fault: race: plain access beside an atomic
}

template <bool faulty>
__global__ void smooth(int* data, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i + 1 >= n) return;
  (faulty ? data : out)[i] = (data[i - 1] + data[i + 1]) / 2;  // fault: race: unordered accesses
}

/// A barrier orders the threads of its block only.
template <bool faulty>
__global__ void shift_blocks(int* data, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  __syncthreads();
  int other = faulty ? (i + blockDim.x) % n : i ^ 1;
  out[i] = data[other];  // fault: race: unordered accesses
}

template <bool faulty>
__global__ void last_block(const int* in, int* partial, unsigned* done, int* sum) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];
  if (!faulty) __threadfence();
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  int all = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    all += partial[block];  // fault: race: unordered accesses
  *sum = all;
}

template <bool faulty>
__global__ void under_lock(int* lock, int* balance) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *balance += 1;  // fault: race: unordered accesses
  if (!faulty) __threadfence();
  atomicExch(lock, 0);
}

template <bool faulty>
__global__ void other_lock(int* locks, int* balance) {
  if (threadIdx.x != 0) return;
  int* lock = &locks[faulty ? blockIdx.x % 2 : 0];
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *balance += 1;  // fault: race: unordered accesses
  __threadfence();
  atomicExch(lock, 0);
}

template <bool faulty>
__global__ void flag(int* data, volatile int* ready, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;
    if (!faulty) __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    *out = *data;  // fault: race: unordered accesses
  }
}

template <bool faulty>
__global__ void winner(int* place, const int* in) {
  int t = threadIdx.x;
  if (faulty ? in[t] > 3 : in[t] == 4) *place = t;  // fault: race: lanes store different values
}

template <bool faulty>
__global__ void broadcast(const int* in, int* out) {
  __shared__ int first;
  if (threadIdx.x == 0) first = in[0];
  BARRIER_UNLESS_FAULTY;
  out[threadIdx.x] = first;  // fault: race: unordered accesses
}

template <bool faulty>
__global__ void mark_bits(unsigned char* bits, const int* in) {
  int t = threadIdx.x;
  if (faulty)
    bits[t % 8] |= 1 << (t / 32);  // fault: race: unordered accesses
  else
    bits[t] |= 1 << (t / 32);
}

/// Threads write neighbouring bytes of a word, which is no race.
template <bool faulty>
__global__ void bytes(unsigned char* out) {
  int t = (threadIdx.x % 32) * 4 + threadIdx.x / 32;
  out[faulty ? t / 2 : t] = threadIdx.x / 32;  // fault: race: unordered accesses
}

template <bool faulty>
__global__ void largest(const int* in, int* most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!faulty) {
    atomicMax(most, in[i]);
  } else if (in[i] > *most) {
    *most = in[i];  // fault: race: unordered accesses
  }
}

struct Node {
  Node* next;
};

template <bool faulty>
__global__ void push(Node* nodes, Node** head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 32 != 0) return;
  if (faulty) {
    nodes[i].next = *head;
    *head = &nodes[i];  // fault: race: unordered accesses
  } else {
    nodes[i].next = reinterpret_cast<Node*>(atomicExch(reinterpret_cast<unsigned long long*>(head),
                                                       reinterpret_cast<unsigned long long>(&nodes[i])));
  }
}

template <bool faulty>
__global__ void ping_pong(const int* in, int* out) {
  __shared__ int buffers[2][kThreads];
  int t = threadIdx.x;
  buffers[0][t] = in[t];
  __syncthreads();
  for (int step = 0; step < 4; ++step) {
    int* from = buffers[step % 2];
    int* to = buffers[faulty ? step % 2 : (step + 1) % 2];
    to[t] = from[(t + 33) % kThreads];  // fault: race: unordered accesses
    __syncthreads();
  }
  out[t] = buffers[0][t];
}

template <bool faulty>
__global__ void reset_counter(int* counter, const int* in) {
  atomicAdd(counter, in[threadIdx.x]);
  if (faulty && threadIdx.x == 96) *counter = 0;  // fault: race: plain access beside an atomic
}

int main(int count, char** arguments) {
  const bool faulty = is_faulty(count, arguments);
  int* in = counting(1024);
  int* out = zeros(1024);
  RUN(reduce, 1, kThreads, in, out);
  RUN(shared_histogram, 1, kThreads, in, out);
  RUN(count_even, 4, 32, in, zeros(1));
  RUN(multiply_tiles, 1, dim3(8, 8), in, in, out, 32);
  RUN(transpose_tile, 1, dim3(16, 16), in, out);
  RUN(scan_in_place, 1, kThreads, counting(kThreads));
  RUN(clear_bins, 1, kThreads, in, out);
  RUN(early_bins, 1, kThreads, in, out);
  RUN(smooth, 4, 32, counting(kThreads), out, kThreads);
  RUN(shift_blocks, 4, 32, zeros(kThreads), out, kThreads);
  RUN(last_block, 8, 32, in, zeros(8), zeros<unsigned>(1), out);
  RUN(under_lock, 4, 32, zeros(1), zeros(1));
  RUN(other_lock, 4, 32, zeros(2), zeros(1));
  RUN(flag, 2, 32, zeros(1), zeros(1), out);
  RUN(winner, 1, 32, zeros(1), in);
  RUN(broadcast, 1, kThreads, in, out);
  RUN(mark_bits, 1, kThreads, zeros<unsigned char>(kThreads), in);
  RUN(bytes, 1, kThreads, zeros<unsigned char>(kThreads));
  RUN(largest, 4, 32, in, zeros(1));
  RUN(push, 4, 32, zeros<Node>(kThreads), zeros<Node*>(1));
  RUN(ping_pong, 1, kThreads, in, out);
  RUN(reset_counter, 1, kThreads, zeros(1), in);
  cudaDeviceSynchronize();
}
