// Every atomic of the device library on every type: threads contend for one value per operation, in global or
// shared memory, and store the returned values.
#include <gputm.h>

namespace {

constexpr u32 kOperations = 9, kForFloats = 6;

template <typename T>
GPUTM_INLINE T apply(volatile T* cell, T value, T start, u32 operation) {
  if constexpr (T(1) / T(2) == T(0)) {
    if (operation == 6) return atomic_and(cell, value);
    if (operation == 7) return atomic_or(cell, value);
    if (operation == 8) return atomic_xor(cell, value);
  }
  if (operation == 0) return atomic_add(cell, value);
  if (operation == 1) return atomic_sub(cell, value);
  if (operation == 2) return atomic_min(cell, value);
  if (operation == 3) return atomic_max(cell, value);
  if (operation == 4) return atomic_exchange(cell, value);
  return compare_and_swap(cell, start, value);
}

/// `values` and `olds`: by thread and operation. `cells` have the initial values, those in shared memory once
/// per block.
template <typename T>
GPUTM_INLINE void contend(T* cells, const T* values, T* olds, T* tile) {
  const bool shared = tile != nullptr;
  const u32 operations = T(1) / T(2) == T(0) ? kOperations : kForFloats;
  T* const mine = cells + (shared ? kOperations * block_id() : 0);
  T start[kOperations];
  for (u32 i = 0; i < operations; ++i) start[i] = cells[kOperations * grid_blocks() + i];
  if (shared && thread_in_block() < operations) tile[thread_in_block()] = mine[thread_in_block()];
  barrier();
  for (u32 i = 0; i < operations; ++i) {
    const u32 place = kOperations * thread_id() + i;
    olds[place] = apply(shared ? &tile[i] : &mine[i], values[place], start[i], i);
  }
  barrier();
  if (shared && thread_in_block() < operations) mine[thread_in_block()] = tile[thread_in_block()];
}

}  // namespace

#define FOR_TYPE(type)                                                     \
  KERNEL void global_##type(type* cells, const type* values, type* olds) { \
    contend(cells, values, olds, static_cast<type*>(nullptr));             \
  }                                                                        \
  KERNEL void shared_##type(type* cells, const type* values, type* olds) { \
    SHARED type tile[kOperations];                                         \
    contend(cells, values, olds, tile);                                    \
  }
FOR_TYPE(u8)
FOR_TYPE(i8)
FOR_TYPE(u16)
FOR_TYPE(i16)
FOR_TYPE(u32)
FOR_TYPE(i32)
FOR_TYPE(f32)
FOR_TYPE(u64)
FOR_TYPE(i64)
FOR_TYPE(f64)

// Overhead of a float addition, compared with an integer one.
KERNEL void add_integers(u32* cell) { atomic_add(cell, 1); }
KERNEL void add_floats(f32* cell) { atomic_add(cell, 1.0f); }
KERNEL void add_bytes(u8* cell) { atomic_add(cell, 1); }
KERNEL void add_doubles(f64* cell) { atomic_add(cell, 1.0); }

/// Pointers and structures are exchanged and compared, too, and user-defined functions take any type.
struct Pair {
  u16 low, high;
};
KERNEL void others(Pair* pair, u32** pointer, u32* words, u64* wide) {
  atomic_update(pair, [](Pair old) {
    return Pair{static_cast<u16>(old.low + 1), static_cast<u16>(old.high - 1)};
  });
  atomic_update(wide, [](u64 old) { return old * 3; });
  if (compare_and_swap(pointer, nullptr, words + thread_id()) == nullptr) words[0] = thread_id() + 1;
}
KERNEL void in_transaction(f32* cell) {
  tx_begin();
  atomic_add(cell, 1.0f);
  tx_commit();
}
KERNEL void misaligned(u32* words) { atomic_add(reinterpret_cast<u64*>(words + 1), u64{1}); }
