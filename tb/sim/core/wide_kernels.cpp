// RV64 kernels that measure or exercise accesses of 8 bytes and double precision.
#include "gputm.h"

GPUTM_INLINE u64 cycles() {
  u64 value;
  asm volatile("csrr %0, 0xC00" : "=r"(value)::"memory");
  return value;
}

KERNEL void copy_words(const u32* from, u32* to) { to[thread_id()] = from[thread_id()]; }
KERNEL void copy_wide(const u64* from, u64* to) { to[thread_id()] = from[thread_id()]; }

SHARED u64 cells[128];

/// Each lane has the cell at its number times `stride`.
KERNEL void shared_cells(u64* out, u32 stride) {
  volatile u64* const cell = &cells[thread_in_block() * stride];
  *cell = u64{thread_id()} << 33 | 1;
  out[thread_id()] = *cell;
}

/// Values of 8 bytes on the stack, restored when the transaction aborts.
KERNEL void private_wide(u64* out, u64* flag) {
  volatile u64 values[3] = {1, 2, u64{thread_id()} << 40};
  if (tx_try_begin()) {
    values[1] = *flag + 5;
    values[2] = ~u64{0};
    tx_abort();
  }
  out[thread_id()] = values[0] + values[1] + values[2];
}

/// lr.d of a cell, a store to one of its words, sc.d: the results of sc.d.
KERNEL void reserve(u64* cell, u64* out, u32 word) {
  u64 old, failed;
  asm volatile("lr.d %0, (%1)" : "=r"(old) : "r"(cell) : "memory");
  if (word < 2) reinterpret_cast<volatile u32*>(cell)[word] = static_cast<u32>(old);
  asm volatile("fence rw, rw\n\tsc.d %0, %2, (%1)" : "=&r"(failed) : "r"(cell), "r"(old + 1) : "memory");
  out[0] = failed;
}

KERNEL void reserve_shared(u64* out, u32 word) {
  u64* const cell = &cells[3];
  u64 old, failed;
  asm volatile("lr.d %0, (%1)" : "=r"(old) : "r"(cell) : "memory");
  if (word < 2) reinterpret_cast<volatile u32*>(cell)[word] = 0;
  asm volatile("fence rw, rw\n\tsc.d %0, %2, (%1)" : "=&r"(failed) : "r"(cell), "r"(old + 1) : "memory");
  out[0] = failed;
}

#define REPEAT_16(x) x x x x x x x x x x x x x x x x

/// Cycles of 16 dependent additions, and of 8 independent ones.
KERNEL void additions(u64* out) {
  f64 a = 1, b = 1;
  asm volatile("" : "+f"(a), "+f"(b));
  u64 end;
  u64 start = cycles();
  asm volatile(REPEAT_16("fadd.d %0, %0, %0\n") : "+f"(a));
  asm volatile("fmv.x.d %0, %1\n csrr %0, 0xC00" : "=&r"(end) : "f"(a));
  out[0] = end - start;
  start = cycles();
  asm volatile(
      "fadd.d ft0, %0, %0\n fadd.d ft1, %0, %0\n fadd.d ft2, %0, %0\n fadd.d ft3, %0, %0\n"
      "fadd.d ft4, %0, %0\n fadd.d ft5, %0, %0\n fadd.d ft6, %0, %0\n fadd.d ft7, %0, %0\n" ::"f"(b)
      : "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7");
  out[1] = cycles() - start;
}

KERNEL void load_beyond(u64* out, u64 upper) {
  const auto* const at = reinterpret_cast<const volatile u32*>(reinterpret_cast<u64>(out) + (upper << 32));
  if (thread_id() == 2) out[0] = *at;
}

KERNEL void jump_beyond(u64* out, u64 upper) {
  void (*function)() = reinterpret_cast<void (*)()>(reinterpret_cast<u64>(out) + (upper << 32));
  function();
}
