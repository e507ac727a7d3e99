// Memory allocator as Kernighan and Ritchie have it: a free list in the order of addresses, first fit, neighbours merged. One spin lock, or
// transactions (USE_TM). Each thread allocates, fills, checks and frees blocks.
#ifdef USE_TM
#include <gputm/tm.h>
#endif

#include "check.h"

/// Head of a block; sizes are in heads.
union Header {
  struct {
    Header* next;
    unsigned size;
  } s;
  double align[2];
};

struct Heap {
  Header base;  // of size 0, always in the list
  Header* units;
  unsigned count;
  int lock;
};

__device__ Header* take(Heap* heap, unsigned units) {
  Header* before = &heap->base;
  for (Header* p = before->s.next; p != &heap->base; before = p, p = p->s.next) {
    if (p->s.size < units) continue;
    if (p->s.size == units) {
      before->s.next = p->s.next;
    } else {
      p->s.size -= units;
      p += p->s.size;
      p->s.size = units;
    }
    return p;
  }
  return nullptr;
}

__device__ void give(Heap* heap, Header* block) {
  Header* before = &heap->base;
  while (before->s.next != &heap->base && before->s.next < block) before = before->s.next;
  Header* const after = before->s.next;
  if (block + block->s.size == after) {
    block->s.size += after->s.size;
    block->s.next = after->s.next;
  } else {
    block->s.next = after;
  }
  if (before != &heap->base && before + before->s.size == block) {
    before->s.size += block->s.size;
    before->s.next = block->s.next;
  } else {
    before->s.next = block;
  }
}

template <typename F>
__device__ void exclusively(Heap* heap, F f) {
#ifdef USE_TM
  tm::atomic(f);
#else
  while (atomicCAS(&heap->lock, 0, 1) != 0) {
  }
  __threadfence();
  f();
  __threadfence();
  atomicExch(&heap->lock, 0);
#endif
}

__device__ void* heap_malloc(Heap* heap, size_t bytes) {
  const unsigned units = (bytes + sizeof(Header) - 1) / sizeof(Header) + 1;
  Header* block = nullptr;
  exclusively(heap, [&] { block = take(heap, units); });
  return block == nullptr ? nullptr : block + 1;
}

__device__ void heap_free(Heap* heap, void* p) {
  if (p == nullptr) return;
  exclusively(heap, [=] { give(heap, static_cast<Header*>(p) - 1); });
}

__global__ void churn(Heap* heap, int rounds, unsigned* errors, unsigned* failed) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned* last = nullptr;
  unsigned last_words = 0, random = id * 747796405u + 2891336453u;
  for (int round = 0; round < rounds; ++round) {
    random = random * 1664525u + 1013904223u;
    const unsigned words = 1 + (random >> 16) % 24;
    unsigned* const mine = (unsigned*)heap_malloc(heap, words * sizeof(unsigned));
    if (mine == nullptr) atomicAdd(failed, 1u);
    else for (unsigned i = 0; i < words; ++i) mine[i] = id << 16 | round << 8 | i;
    if (last) {
      for (unsigned i = 0; i < last_words; ++i)
        if (last[i] != (id << 16 | (round - 1) << 8 | i)) atomicAdd(errors, 1u);
      heap_free(heap, last);
    }
    last = mine;
    last_words = words;
  }
  heap_free(heap, last);
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 64, rounds = argc > 2 ? atoi(argv[2]) : 2;
  const unsigned units = threads * 16;
  Heap* heap;
  Heap host = {};
  unsigned *counts, result[2];
  CHECK_CUDA(cudaMalloc(&heap, sizeof(Heap)));
  CHECK_CUDA(cudaMalloc(&host.units, units * sizeof(Header)));
  CHECK_CUDA(cudaMalloc(&counts, sizeof result));
  CHECK_CUDA(cudaMemset(counts, 0, sizeof result));
  host.count = units;
  host.base.s.next = host.units;
  Header all = {};
  all.s.next = &heap->base;
  all.s.size = units;
  CHECK_CUDA(cudaMemcpy(host.units, &all, sizeof all, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(heap, &host, sizeof host, cudaMemcpyHostToDevice));
  churn<<<threads / 32, 32>>>(heap, rounds, &counts[0], &counts[1]);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaMemcpy(result, counts, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result[0] == 0);
  CHECK(result[1] == 0);
  // All is one block again.
  CHECK_CUDA(cudaMemcpy(&host, heap, sizeof host, cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpy(&all, host.units, sizeof all, cudaMemcpyDeviceToHost));
  CHECK(host.base.s.next == host.units);
  CHECK(all.s.next == &heap->base && all.s.size == units);
  std::printf("the heap is right\n");
}
