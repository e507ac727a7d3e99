// Functions of kernels that CUDA has beside C's: barriers, fences, atomics, exchange within a warp, clocks.
#pragma once

#ifdef __CUDA_ARCH__
#pragma clang force_cuda_host_device begin
#include "gputm/atomics.h"
#include "gputm/barrier.h"
#pragma clang force_cuda_host_device end
#define GPUTM_BODY(...) \
  { __VA_ARGS__ }
#else
#define GPUTM_BODY(...) ;
#endif
#define GPUTM_DEVICE static __device__ GPUTM_FORCEINLINE

#ifdef __CUDA_ARCH__
GPUTM_DEVICE void __syncthreads() { barrier(); }
#else
extern "C" __device__ void __syncthreads();  // a builtin of clang's
#endif
GPUTM_DEVICE void __threadfence() GPUTM_BODY(asm volatile("fence rw, rw" ::: "memory"););
GPUTM_DEVICE void __threadfence_block() GPUTM_BODY(__threadfence(););
GPUTM_DEVICE void __threadfence_system() GPUTM_BODY(__threadfence(););
[[noreturn]] GPUTM_DEVICE void __trap() GPUTM_BODY(__builtin_trap(););
GPUTM_DEVICE void __nanosleep(unsigned) GPUTM_BODY();

GPUTM_DEVICE long long clock64() GPUTM_BODY(long long cycle; asm volatile("csrr %0, 0xC00"
                                                                          : "=r"(cycle));
                                            return cycle;);
GPUTM_DEVICE long clock() GPUTM_BODY(return clock64(););

/// Barriers that return a count of the block's threads with a true predicate, or whether all or any have
/// one.
__device__ __attribute__((noinline)) inline int __syncthreads_count(int predicate)
    GPUTM_BODY(__shared__ int count; __syncthreads();
               if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) count = 0; __syncthreads();
               if (predicate != 0) atomic_add(&count, 1); __syncthreads(); return count;);
GPUTM_DEVICE int __syncthreads_or(int predicate) GPUTM_BODY(return __syncthreads_count(predicate) != 0;);
GPUTM_DEVICE int __syncthreads_and(int predicate)
    GPUTM_BODY(return __syncthreads_count(predicate == 0) == 0;);

// Atomics. Those of a block or of the system are the same.
#define GPUTM_ATOMIC(name, T, ...)                                          \
  GPUTM_DEVICE T name(T* address, T value) GPUTM_BODY(__VA_ARGS__);         \
  GPUTM_DEVICE T name##_block(T* address, T value) GPUTM_BODY(__VA_ARGS__); \
  GPUTM_DEVICE T name##_system(T* address, T value) GPUTM_BODY(__VA_ARGS__)
GPUTM_ATOMIC(atomicAdd, int, return atomic_add(address, value););
GPUTM_ATOMIC(atomicAdd, unsigned, return atomic_add(address, value););
GPUTM_ATOMIC(atomicAdd, unsigned long long, return atomic_add(address, value););
GPUTM_ATOMIC(atomicAdd, float, return atomic_add(address, value););
GPUTM_ATOMIC(atomicAdd, double, return atomic_add(address, value););
GPUTM_ATOMIC(atomicSub, int, return atomic_sub(address, value););
GPUTM_ATOMIC(atomicSub, unsigned, return atomic_sub(address, value););
GPUTM_ATOMIC(atomicExch, int, return atomic_exchange(address, value););
GPUTM_ATOMIC(atomicExch, unsigned, return atomic_exchange(address, value););
GPUTM_ATOMIC(atomicExch, unsigned long long, return atomic_exchange(address, value););
GPUTM_ATOMIC(atomicExch, float, return atomic_exchange(address, value););
GPUTM_ATOMIC(atomicMin, int, return atomic_min(address, value););
GPUTM_ATOMIC(atomicMin, unsigned, return atomic_min(address, value););
GPUTM_ATOMIC(atomicMin, long long, return atomic_min(address, value););
GPUTM_ATOMIC(atomicMin, unsigned long long, return atomic_min(address, value););
GPUTM_ATOMIC(atomicMax, int, return atomic_max(address, value););
GPUTM_ATOMIC(atomicMax, unsigned, return atomic_max(address, value););
GPUTM_ATOMIC(atomicMax, long long, return atomic_max(address, value););
GPUTM_ATOMIC(atomicMax, unsigned long long, return atomic_max(address, value););
GPUTM_ATOMIC(atomicAnd, int, return atomic_and(address, value););
GPUTM_ATOMIC(atomicAnd, unsigned, return atomic_and(address, value););
GPUTM_ATOMIC(atomicAnd, unsigned long long, return atomic_and(address, value););
GPUTM_ATOMIC(atomicOr, int, return atomic_or(address, value););
GPUTM_ATOMIC(atomicOr, unsigned, return atomic_or(address, value););
GPUTM_ATOMIC(atomicOr, unsigned long long, return atomic_or(address, value););
GPUTM_ATOMIC(atomicXor, int, return atomic_xor(address, value););
GPUTM_ATOMIC(atomicXor, unsigned, return atomic_xor(address, value););
GPUTM_ATOMIC(atomicXor, unsigned long long, return atomic_xor(address, value););
GPUTM_ATOMIC(atomicInc, unsigned,
             return atomic_update(address, [value](unsigned old) { return old >= value ? 0U : old + 1; }););
GPUTM_ATOMIC(atomicDec, unsigned, return atomic_update(address, [value](unsigned old) {
               return old == 0 || old > value ? value : old - 1;
             }););
#undef GPUTM_ATOMIC
#define GPUTM_CAS(suffix, T)                                          \
  GPUTM_DEVICE T atomicCAS##suffix(T* address, T expected, T desired) \
      GPUTM_BODY(return compare_and_swap(address, expected, desired);)
#define GPUTM_CAS_SCOPES(T) \
  GPUTM_CAS(, T);           \
  GPUTM_CAS(_block, T);     \
  GPUTM_CAS(_system, T)
GPUTM_CAS_SCOPES(int);
GPUTM_CAS_SCOPES(unsigned);
GPUTM_CAS_SCOPES(unsigned long long);
GPUTM_CAS_SCOPES(unsigned short);
#undef GPUTM_CAS_SCOPES
#undef GPUTM_CAS

/// Loads with hints to caches are plain loads.
#define GPUTM_LOAD(name) \
  template <typename T>  \
  GPUTM_DEVICE T name(const T* address) GPUTM_BODY(return *address;)
GPUTM_LOAD(__ldg);
GPUTM_LOAD(__ldca);
GPUTM_LOAD(__ldcg);
GPUTM_LOAD(__ldcs);
GPUTM_LOAD(__ldcv);
#undef GPUTM_LOAD
