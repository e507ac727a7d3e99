// cuda::atomic and cuda::atomic_ref: a lock, a stack, counters and messages, in kernels and on the host.
#include <cuda/atomic>

#include <cuda/std/atomic>
#include <vector>

#include "check.h"

constexpr int kBlocks = 4, kThreads = 48, kAll = kBlocks * kThreads, kRounds = 3;

struct Shared {
  cuda::atomic<unsigned, cuda::thread_scope_device> lock{0};
  int guarded = 0;
  cuda::atomic<long long> sum{0};
  cuda::std::atomic<int> least{1 << 20}, most{-1}, bits{0}, odd{0}, all{-1};
  cuda::atomic<double, cuda::thread_scope_device> halves{0.0};
  cuda::atomic<int*> top{nullptr};
  int links[kAll];
  unsigned words[2] = {0, 0};
  cuda::atomic<int, cuda::thread_scope_block> flag{0};
  int message = 0, heard = 0;
};

__global__ void use(Shared* shared) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < kRounds; ++round) {
    for (bool done = false; !done;) {
      unsigned free = 0;
      if (shared->lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire)) {
        shared->guarded = shared->guarded + 1;
        shared->lock.store(0, cuda::memory_order_release);
        done = true;
      }
    }
    shared->sum += 1LL << 32;
    shared->sum.fetch_sub(i, cuda::memory_order_relaxed);
  }
  shared->least.fetch_min(100 + i);
  shared->most.fetch_max(i);
  shared->bits |= 1 << i % 20;
  shared->odd ^= i;
  shared->all.fetch_and(~(1 << i % 7));
  shared->halves.fetch_add(0.5 * i);
  // A stack of links without a lock
  int* old = shared->top.load(cuda::std::memory_order_relaxed);
  do {
    shared->links[i] = old == nullptr ? -1 : static_cast<int>(old - shared->links);
  } while (!shared->top.compare_exchange_weak(old, &shared->links[i], cuda::memory_order_acq_rel));
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> word(shared->words[i % 2]);
  word++;
}

/// The first warp hands a message to the second.
__global__ void tell(Shared* shared) {
  if (threadIdx.x == 0) {
    shared->message = 42;
    shared->flag.store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (shared->flag.load(cuda::memory_order_acquire) == 0) {
    }
    shared->heard = shared->message;
  }
}

int main() {
  Shared* shared;
  CHECK_CUDA(cudaMallocManaged(&shared, sizeof(Shared)));
  new (shared) Shared;
  use<<<kBlocks, kThreads>>>(shared);
  tell<<<1, 64>>>(shared);
  CHECK_CUDA(cudaDeviceSynchronize());
  long long ids = 0;
  int odd = 0;
  for (int i = 0; i < kAll; ++i) {
    ids += i;
    odd ^= i;
  }
  CHECK(shared->guarded == kAll * kRounds && shared->lock == 0);
  CHECK(shared->sum == kRounds * ((static_cast<long long>(kAll) << 32) - ids));
  CHECK(shared->least == 100 && shared->most == kAll - 1 && shared->bits == (1 << 20) - 1);
  CHECK(shared->odd == odd && shared->all == ~127 && shared->halves == ids / 2.0);
  std::vector<bool> seen(kAll);
  int count = 0;
  for (int link = static_cast<int>(shared->top.load() - shared->links); link != -1;
       link = shared->links[link], ++count) {
    CHECK(!seen[link]);
    seen[link] = true;
  }
  CHECK(count == kAll && shared->words[0] == kAll / 2 && shared->words[1] == kAll / 2);
  CHECK(shared->heard == 42);
  cuda::atomic<int> host{5};
  int expected = 4;
  CHECK(!host.compare_exchange_strong(expected, 9) && expected == 5 && host.exchange(7) == 5);
  CHECK(++host == 8 && host-- == 8 && host == 7 && (host += 3) == 10);
  std::printf("atomic objects are right\n");
}
