// Accesses beside transactions, which isolate transactions from each other only.
#include <gputm/tm.h>

#include "faults.h"

template <bool faulty>
__global__ void counter(int* count) {
  if (threadIdx.x != 0) return;
  if (faulty && blockIdx.x % 2 == 0)
    *count += 1;  // fault: race: access beside a transaction
  else
    tm::atomic([&] { *count += 1; });
}

template <bool faulty>
__global__ void audit(int* balance, int* sum) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 32 != 0) return;
  if (blockIdx.x != 0) {
    tm::atomic([&] {
      balance[0] -= 1;
      balance[1] += 1;
    });
  } else if (faulty) {
    *sum = balance[0] + balance[1];  // fault: race: access beside a transaction
  } else {
    *sum = tm::atomic([&] { return balance[0] + balance[1]; });
  }
}

template <bool faulty>
__global__ void initialise(int* table) {
  int t = threadIdx.x;
  table[t] = t;  // fault: race: access beside a transaction
  if (!faulty) __syncthreads();
  tm::atomic([&] { table[(t + 40) % 64] += 1; });
}

template <bool faulty>
__global__ void with_atomics(int* count) {
  if (threadIdx.x != 0) return;
  if (faulty && blockIdx.x == 1)
    atomicAdd(count, 1);  // fault: race: access beside a transaction
  else
    tm::atomic([&] { *count += 1; });
}

template <bool faulty>
__global__ void publish(int* data, int* ready, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    if (!faulty) *data = 42;
    tm::atomic([&] { *ready = 1; });
    if (faulty) *data = 42;
  } else {
    while (tm::atomic([&] { return *ready; }) == 0) {
    }
    *out = *data;  // fault: race: unordered accesses
  }
}

int main(int count, char** arguments) {
  const bool faulty = is_faulty(count, arguments);
  RUN(counter, 8, 32, zeros(1));
  RUN(audit, 8, 32, counting(2), zeros(1));
  RUN(initialise, 1, 64, zeros(64));
  RUN(with_atomics, 8, 32, zeros(1));
  RUN(publish, 2, 32, zeros(1), zeros(1), zeros(1));
  cudaDeviceSynchronize();
}
