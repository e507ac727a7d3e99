// Atomics on global memory, performed at the L2, and on shared memory; and stores that release locks. Each
// atomic returns the old value. Values have 8, 16, 32 or 64 bits; 64-bit values are aligned to 8 bytes. f32
// and f64 have atomic_add, _sub, _min, _max, _exchange and compare_and_swap. Floating-point sums are rounded
// to nearest, ties to even.
#pragma once

#include "device_types.h"

/// Plain load that the compiler neither drops nor moves, of a word that others may change meanwhile; it
/// orders nothing by itself. `gputm --check race` knows it by its name.
template <typename T>
GPUTM_LIBRARY T load_relaxed(const T* address) {
  using Any [[gnu::may_alias]] = const volatile T;
  return *reinterpret_cast<Any*>(address);
}

namespace gputm_device {

template <typename T>
struct Bare {
  using Type = T;
};
template <typename T>
struct Bare<volatile T> {
  using Type = T;
};
/// Value type of a variable of type T. As a parameter type, it is excluded from the deduction of T:
/// atomic_add(&word, 1).
template <typename T>
using Value = typename Bare<T>::Type;

template <typename T>
inline constexpr bool kIsFloat = false;
template <>
inline constexpr bool kIsFloat<f32> = true;
template <>
inline constexpr bool kIsFloat<f64> = true;
template <typename T>
inline constexpr bool kIsInteger = false;
#define GPUTM_INTEGER(type) \
  template <>               \
  inline constexpr bool kIsInteger<type> = true;
GPUTM_INTEGER(char)
GPUTM_INTEGER(signed char)
GPUTM_INTEGER(unsigned char)
GPUTM_INTEGER(short)
GPUTM_INTEGER(unsigned short)
GPUTM_INTEGER(int)
GPUTM_INTEGER(unsigned)
GPUTM_INTEGER(long)
GPUTM_INTEGER(unsigned long)
GPUTM_INTEGER(long long)
GPUTM_INTEGER(unsigned long long)
#undef GPUTM_INTEGER
/// Integers with instructions in RISC-V's A extension
template <typename T>
inline constexpr bool kIsWord = kIsInteger<T> && sizeof(T) == 4;
template <typename T>
inline constexpr bool kIsInA = kIsWord<T> || (kIsInteger<T> && sizeof(T) == sizeof(Register));
/// Whether values of T are in pairs of registers.
template <typename T>
inline constexpr bool kIsInPairs = sizeof(T) > sizeof(Register);
/// Code of the size in an instruction
template <typename T>
inline constexpr int kSizeCode = sizeof(T) == 8 ? 3 : sizeof(T) / 2;
template <typename T>
inline constexpr bool kIsSigned = T(-1) < T(0);

/// funct7 of custom-1
enum Function : u32 {
  kAdd = 0,
  kSwap = 1,
  kXor = 2,
  kAnd = 3,
  kOr = 4,
  kMin = 5,
  kMax = 6,
  kMinu = 7,
  kMaxu = 8,
  kCompareAndSwap = 9,
  kFadd = 10,
  kFmin = 11,
  kFmax = 12
};
template <typename T>
inline constexpr Function kAddOf = kIsFloat<T> ? kFadd : kAdd;
template <typename T>
constexpr Function min_of() {
  if constexpr (kIsFloat<T>) return kFmin;
  return kIsSigned<T> ? kMin : kMinu;
}
template <typename T>
constexpr Function max_of() {
  if constexpr (kIsFloat<T>) return kFmax;
  return kIsSigned<T> ? kMax : kMaxu;
}

template <typename T>
GPUTM_LIBRARY u64 bits_of(const T& value) {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "atomics are for values of 1, 2, 4 and 8 bytes; use a transaction");
  u64 bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <typename T>
GPUTM_LIBRARY T from_bits(u64 bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

/// Bits of the present value at an address; RV32 takes two loads for 64 bits.
template <typename T>
GPUTM_LIBRARY u64 bits_at(T* address) {
  if constexpr (sizeof(T) == 1) return load_relaxed(reinterpret_cast<const u8*>(address));
  if constexpr (sizeof(T) == 2) return load_relaxed(reinterpret_cast<const u16*>(address));
  if constexpr (sizeof(T) == 4) return load_relaxed(reinterpret_cast<const u32*>(address));
  return load_relaxed(reinterpret_cast<const u64*>(address));
}

/// Instruction of custom-1 (docs/reference/isa.md). RV32's 64-bit values are in register pairs;
/// compare-and-swap has the desired value after the expected one.
template <Function function, typename T>
GPUTM_LIBRARY Value<T> custom_atomic(T* address, Value<T> value) {
  const u64 bits = bits_of(value);
  if constexpr (kIsInPairs<T>) {
    register u32 low asm("a2") = static_cast<u32>(bits);
    register u32 high asm("a3") = static_cast<u32>(bits >> 32);
    asm volatile(".insn r 0x2b, 3, %3, %0, %2, %0"
                 : "+r"(low), "+r"(high)
                 : "r"(address), "i"(function)
                 : "memory");
    return from_bits<Value<T>>(low | static_cast<u64>(high) << 32);
  } else {
    Register old;
    asm volatile(".insn r 0x2b, %3, %4, %0, %1, %2"
                 : "=r"(old)
                 : "r"(address), "r"(static_cast<Register>(bits)), "i"(kSizeCode<T>), "i"(function)
                 : "memory");
    return from_bits<Value<T>>(old);
  }
}

template <typename T>
GPUTM_LIBRARY Value<T> custom_compare_and_swap(T* address, Value<T> expected, Value<T> desired) {
  const u64 before = bits_of(expected), after = bits_of(desired);
  register Register a asm("a2") = static_cast<Register>(before);
  if constexpr (kIsInPairs<T>) {
    register Register b asm("a3") = static_cast<u32>(before >> 32);
    register Register c asm("a4") = static_cast<u32>(after);
    register Register d asm("a5") = static_cast<u32>(after >> 32);
    asm volatile(".insn r 0x2b, 3, 9, %0, %4, %0"
                 : "+r"(a), "+r"(b)
                 : "r"(c), "r"(d), "r"(address)
                 : "memory");
    return from_bits<Value<T>>(a | static_cast<u64>(b) << 32);
  } else {
    register Register b asm("a3") = static_cast<Register>(after);
    asm volatile(".insn r 0x2b, %3, 9, %0, %2, %0"
                 : "+r"(a)
                 : "r"(b), "r"(address), "i"(kSizeCode<T>)
                 : "memory");
    return from_bits<Value<T>>(a);
  }
}

}  // namespace gputm_device

#define GPUTM_ATOMIC(name, function, in_a)                                              \
  template <typename T>                                                                 \
  GPUTM_LIBRARY gputm_device::Value<T> name(T* address, gputm_device::Value<T> value) { \
    using Type = gputm_device::Value<T>;                                                \
    if constexpr (gputm_device::kIsInA<Type>) {                                         \
      return in_a;                                                                      \
    } else {                                                                            \
      static_assert(gputm_device::kIsInteger<Type>, #name " is for integers");          \
      return gputm_device::custom_atomic<function>(address, value);                     \
    }                                                                                   \
  }

GPUTM_ATOMIC(atomic_and, gputm_device::kAnd, __atomic_fetch_and(address, value, __ATOMIC_RELAXED))
GPUTM_ATOMIC(atomic_or, gputm_device::kOr, __atomic_fetch_or(address, value, __ATOMIC_RELAXED))
GPUTM_ATOMIC(atomic_xor, gputm_device::kXor, __atomic_fetch_xor(address, value, __ATOMIC_RELAXED))
#undef GPUTM_ATOMIC

template <typename T>
GPUTM_LIBRARY gputm_device::Value<T> atomic_add(T* address, gputm_device::Value<T> value) {
  using Type = gputm_device::Value<T>;
  if constexpr (gputm_device::kIsInA<Type>) {
    return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
  } else {
    return gputm_device::custom_atomic<gputm_device::kAddOf<Type>>(address, value);
  }
}

template <typename T>
GPUTM_LIBRARY gputm_device::Value<T> atomic_sub(T* address, gputm_device::Value<T> value) {
  using Type = gputm_device::Value<T>;
  if constexpr (gputm_device::kIsInA<Type>) {
    return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);
  } else {
    return gputm_device::custom_atomic<gputm_device::kAddOf<Type>>(address, static_cast<Type>(-value));
  }
}

template <typename T>
GPUTM_LIBRARY gputm_device::Value<T> atomic_min(T* address, gputm_device::Value<T> value) {
  using Type = gputm_device::Value<T>;
  if constexpr (gputm_device::kIsWord<Type>) {
    Type old;
    if constexpr (gputm_device::kIsSigned<Type>) {
      asm volatile("amomin.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    } else {
      asm volatile("amominu.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    }
    return old;
  } else {
    return gputm_device::custom_atomic<gputm_device::min_of<Type>()>(address, value);
  }
}

template <typename T>
GPUTM_LIBRARY gputm_device::Value<T> atomic_max(T* address, gputm_device::Value<T> value) {
  using Type = gputm_device::Value<T>;
  if constexpr (gputm_device::kIsWord<Type>) {
    Type old;
    if constexpr (gputm_device::kIsSigned<Type>) {
      asm volatile("amomax.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    } else {
      asm volatile("amomaxu.w %0, %2, %1" : "=r"(old), "+A"(*address) : "r"(value) : "memory");
    }
    return old;
  } else {
    return gputm_device::custom_atomic<gputm_device::max_of<Type>()>(address, value);
  }
}

/// For numbers, pointers, and any other type of 1, 2, 4 or 8 bytes.
template <typename T>
GPUTM_LIBRARY gputm_device::Value<T> atomic_exchange(T* address, gputm_device::Value<T> value) {
  if constexpr (gputm_device::kIsInA<gputm_device::Value<T>>) {
    return __atomic_exchange_n(address, value, __ATOMIC_ACQUIRE);
  } else {
    return gputm_device::custom_atomic<gputm_device::kSwap>(address, value);
  }
}

/// Stores `desired` if the value equals `expected`, bit for bit. For the same types as atomic_exchange.
template <typename T>
GPUTM_LIBRARY gputm_device::Value<T> compare_and_swap(T* address, gputm_device::Value<T> expected,
                                                      gputm_device::Value<T> desired) {
  if constexpr (gputm_device::kIsInA<gputm_device::Value<T>>) {
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    return expected;
  } else {
    return gputm_device::custom_compare_and_swap(address, expected, desired);
  }
}

/// Any other operation: sets the value to f(value), by a loop of compare-and-swap.
template <typename T, typename F>
GPUTM_LIBRARY gputm_device::Value<T> atomic_update(T* address, F f) {
  using Type = gputm_device::Value<T>;
  Type seen = gputm_device::from_bits<Type>(gputm_device::bits_at(address));
  for (;;) {
    const Type old = compare_and_swap(address, seen, Type(f(seen)));
    if (gputm_device::bits_of(old) == gputm_device::bits_of(seen)) return old;
    seen = old;
  }
}

/// Orders earlier loads and stores of this thread before later stores.
GPUTM_LIBRARY void fence_release() { asm volatile("fence rw, w" ::: "memory"); }
/// Plain store that the compiler neither drops nor moves; it orders nothing by itself. (GCC turns __atomic
/// stores into atomic exchanges, which occupy the L2's atomic unit.) `gputm --check race` knows it by its
/// name.
GPUTM_LIBRARY void store_relaxed(volatile u32* address, u32 value) {
  asm volatile("sw %1, %0" : "=m"(*address) : "r"(value) : "memory");
}
/// Releases a lock: earlier stores of this thread become visible first.
GPUTM_LIBRARY void store_release(volatile u32* address, u32 value) {
  fence_release();
  store_relaxed(address, value);
}
/// Ends the body of a lock loop, so that the compiler does not move the release after the loop (which
/// deadlocks in lockstep).
GPUTM_LIBRARY void keep_in_loop(u32& done) { asm volatile("" : "+r"(done)); }
