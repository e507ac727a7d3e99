// Atomics on global memory, performed at the L2, and on shared memory; and stores that release locks. Each
// returns the value before. 32 bits are one instruction; 8 and 16 bits, and float, a loop of
// compare-and-swap. 64 bits: the machine has none, use a transaction.
#pragma once

#include "device_types.h"

namespace gputm_device {

template <typename T>
struct Same {
  using Type = T;
};
/// A parameter that does not take part in finding out T: atomic_add(&word, 1).
template <typename T>
using Value = typename Same<T>::Type;

template <typename T>
inline constexpr bool kIsSigned = T(-1) < T(0);
template <typename T>
inline constexpr bool kIsFloat = T(1) / T(2) != T(0);

}  // namespace gputm_device

/// The 32-bit word that the bits of T are in, changed by f(T) until no other thread has come between.
template <typename T, typename F>
GPUTM_LIBRARY T atomic_update(T* address, F f) {
  static_assert(sizeof(T) <= 4, "there are no 64-bit atomics; use a transaction");
  const u32 place = reinterpret_cast<u32>(address);
  u32* word = reinterpret_cast<u32*>(place & ~3u);
  const u32 shift = sizeof(T) == 4 ? 0 : (place & 3) * 8;
  const u32 mask = sizeof(T) == 4 ? ~0u : ((1u << (sizeof(T) % 4 * 8)) - 1) << shift;
  u32 seen = *static_cast<volatile u32*>(word);
  for (;;) {
    T old;
    const u32 bits = (seen & mask) >> shift;
    __builtin_memcpy(&old, &bits, sizeof(T));
    const T updated = f(old);
    u32 next = 0;
    __builtin_memcpy(&next, &updated, sizeof(T));
    u32 expected = seen;
    const bool done = __atomic_compare_exchange_n(word, &expected, (seen & ~mask) | next << shift, false,
                                                  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    seen = expected;
    if (done) return old;
  }
}

#define GPUTM_ATOMIC(name, result, one_word)                           \
  template <typename T>                                                \
  GPUTM_LIBRARY T name(T* address, gputm_device::Value<T> value) {     \
    if constexpr (sizeof(T) == 4 && !gputm_device::kIsFloat<T>) {      \
      return one_word;                                                 \
    } else {                                                           \
      return atomic_update(address, [=](T old) { return T(result); }); \
    }                                                                  \
  }

GPUTM_ATOMIC(atomic_add, old + value, __atomic_fetch_add(address, value, __ATOMIC_RELAXED))
GPUTM_ATOMIC(atomic_sub, old - value, __atomic_fetch_sub(address, value, __ATOMIC_RELAXED))
GPUTM_ATOMIC(atomic_and, old& value, __atomic_fetch_and(address, value, __ATOMIC_RELAXED))
GPUTM_ATOMIC(atomic_or, old | value, __atomic_fetch_or(address, value, __ATOMIC_RELAXED))
GPUTM_ATOMIC(atomic_xor, old ^ value, __atomic_fetch_xor(address, value, __ATOMIC_RELAXED))
#undef GPUTM_ATOMIC

template <typename T>
GPUTM_LIBRARY T atomic_min(T* address, gputm_device::Value<T> value) {
  if constexpr (sizeof(T) == 4 && !gputm_device::kIsFloat<T>) {
    T old;
    if constexpr (gputm_device::kIsSigned<T>) {
      asm volatile("amomin.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    } else {
      asm volatile("amominu.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    }
    return old;
  } else {
    return atomic_update(address, [=](T old) { return value < old ? value : old; });
  }
}

template <typename T>
GPUTM_LIBRARY T atomic_max(T* address, gputm_device::Value<T> value) {
  if constexpr (sizeof(T) == 4 && !gputm_device::kIsFloat<T>) {
    T old;
    if constexpr (gputm_device::kIsSigned<T>) {
      asm volatile("amomax.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    } else {
      asm volatile("amomaxu.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    }
    return old;
  } else {
    return atomic_update(address, [=](T old) { return old < value ? value : old; });
  }
}

template <typename T>
GPUTM_LIBRARY T atomic_exchange(T* address, gputm_device::Value<T> value) {
  if constexpr (sizeof(T) == 4 && !gputm_device::kIsFloat<T>) {
    return __atomic_exchange_n(address, value, __ATOMIC_ACQUIRE);
  } else {
    return atomic_update(address, [=](T) { return value; });
  }
}

/// Stores `desired` if the value is `expected`.
template <typename T>
GPUTM_LIBRARY T compare_and_swap(T* address, gputm_device::Value<T> expected,
                                 gputm_device::Value<T> desired) {
  if constexpr (sizeof(T) == 4 && !gputm_device::kIsFloat<T>) {
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    return expected;
  } else {
    return atomic_update(address, [=](T old) { return old == expected ? desired : old; });
  }
}

/// Earlier loads and stores of this thread are performed before later stores.
GPUTM_LIBRARY void fence_release() { asm volatile("fence rw, w" ::: "memory"); }
/// A plain store that the compiler neither drops nor moves; it orders nothing by itself. (GCC turns __atomic
/// stores into atomic exchanges, which occupy the L2's atomic unit.)
GPUTM_LIBRARY void store_relaxed(u32* address, u32 value) {
  asm volatile("sw %1, %0" : "=m"(*address) : "r"(value) : "memory");
}
/// Releases a lock: earlier stores of this thread are visible first.
GPUTM_LIBRARY void store_release(u32* address, u32 value) {
  fence_release();
  store_relaxed(address, value);
}
/// Ends the body of a lock loop, so that the release is not moved behind the loop (which deadlocks in
/// lockstep).
GPUTM_LIBRARY void keep_in_loop(u32& done) { asm volatile("" : "+r"(done)); }
