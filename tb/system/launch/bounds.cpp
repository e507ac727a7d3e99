// Kernels whose last thread accesses a buffer at the given place.
#include <gputm.h>

namespace {

GPUTM_INLINE bool last_thread() { return thread_id() + 1 == grid_threads(); }

}  // namespace

template <typename T>
KERNEL void store(T* p, i32 at) {
  if (last_thread()) static_cast<volatile T*>(p)[at] = 1;
}

template <typename T>
KERNEL void load(T* p, i32 at) {
  if (last_thread()) static_cast<void>(static_cast<volatile T*>(p)[at]);
}

template <typename T>
KERNEL void add(T* p, i32 at) {
  if (last_thread()) atomic_add(p + at, 1);
}

template <typename T>
KERNEL void store_in_transaction(T* p, i32 at) {
  tx_begin();
  if (last_thread()) p[at] = 1;
  tx_commit();
}

template __attribute__((used)) void store(u32*, i32);
template __attribute__((used)) void store(u8*, i32);
template __attribute__((used)) void load(u32*, i32);
template __attribute__((used)) void load(i8*, i32);
template __attribute__((used)) void add(u32*, i32);
template __attribute__((used)) void add(u8*, i32);
template __attribute__((used)) void store_in_transaction(u32*, i32);

/// A word that begins inside of a buffer of bytes and ends outside.
extern "C" KERNEL void straddle(void* p, u32 at) {
  *reinterpret_cast<volatile u32*>(static_cast<u8*>(p) + at) = 1;
}
