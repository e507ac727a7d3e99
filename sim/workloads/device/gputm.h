// Device side of gputm: thread indices, transactions, atomics and barriers for kernels in C++20.
#pragma once

using u32 = __UINT32_TYPE__;
using i32 = __INT32_TYPE__;
using u64 = __UINT64_TYPE__;

#define GPUTM_CSR(number)                    \
  ({                                         \
    u32 value_;                              \
    asm("csrr %0, " #number : "=r"(value_)); \
    value_;                                  \
  })

/// Marks a function that the host can launch; it takes one pointer to its arguments in device memory.
#define KERNEL extern "C" __attribute__((used, noinline)) void

#define GPUTM_INLINE __attribute__((always_inline)) static inline

GPUTM_INLINE u32 thread_id() { return GPUTM_CSR(0xF14); }        // index within the grid
GPUTM_INLINE u32 block_id() { return GPUTM_CSR(0xCC5); }         // block index within the grid
GPUTM_INLINE u32 thread_in_block() { return GPUTM_CSR(0xCC6); }  // index within the block
GPUTM_INLINE u32 block_size() { return GPUTM_CSR(0xFC4); }       // threads per block
GPUTM_INLINE u32 grid_threads() { return GPUTM_CSR(0xFC5); }     // threads in the grid
GPUTM_INLINE u32 grid_blocks() { return GPUTM_CSR(0xFC6); }      // blocks in the grid

/// Everything from tx_begin() to the tx_commit() that a thread comes to next is one transaction on global
/// memory.
GPUTM_INLINE void tx_begin() { asm volatile(".insn r 0x0b, 0, 0x40, x0, x0, x0" ::: "memory"); }
GPUTM_INLINE void tx_commit() { asm volatile(".insn r 0x0b, 1, 0x40, x0, x0, x0" ::: "memory"); }
/// All threads of the block wait here for each other.
GPUTM_INLINE void barrier() { asm volatile(".insn r 0x0b, 4, 0x00, x0, x0, x0" ::: "memory"); }

GPUTM_INLINE u32 compare_and_swap(u32* address, u32 expected, u32 desired) {
  __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
  return expected;
}
GPUTM_INLINE u32 atomic_exchange(u32* address, u32 value) {
  return __atomic_exchange_n(address, value, __ATOMIC_ACQUIRE);
}
GPUTM_INLINE u32 atomic_add(u32* address, u32 value) {
  return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}
/// Earlier loads and stores of this thread are performed before later stores.
GPUTM_INLINE void fence_release() { asm volatile("fence rw, w" ::: "memory"); }
/// A plain store that the compiler neither drops nor moves; it orders nothing by itself. (GCC turns __atomic
/// stores into atomic exchanges, which occupy the L2's atomic unit.)
GPUTM_INLINE void store_relaxed(u32* address, u32 value) {
  asm volatile("sw %1, %0" : "=m"(*address) : "r"(value) : "memory");
}
/// Releases a lock: earlier stores of this thread are visible first.
GPUTM_INLINE void store_release(u32* address, u32 value) {
  fence_release();
  store_relaxed(address, value);
}
/// Ends the body of a lock loop, so that the release is not moved behind the loop (which deadlocks in
/// lockstep).
GPUTM_INLINE void keep_in_loop(u32& done) { asm volatile("" : "+r"(done)); }
