// Functions of work-groups and of sub-groups, which are the warps of the machine. All work-items of the group
// call them together.
#pragma once

/// Memory of the work-group for 8 bytes of each work-item (device/work_group_memory.cpp)
local ulong* __gputm_work_group_memory(void);

__gputm_function uint get_sub_group_local_id(void) { return __gputm_csr(0xCC0); }
__gputm_function uint get_max_sub_group_size(void) { return __gputm_csr(0xFC0); }
__gputm_function uint get_sub_group_id(void) { return get_local_linear_id() / get_max_sub_group_size(); }
__gputm_function uint __gputm_work_group_size(void) { return __gputm_csr(0xFC4); }
__gputm_function uint get_num_sub_groups(void) {
  return (__gputm_work_group_size() + get_max_sub_group_size() - 1) / get_max_sub_group_size();
}
__gputm_function uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
__gputm_function uint get_sub_group_size(void) {
  return min(get_max_sub_group_size(),
             __gputm_work_group_size() - get_sub_group_id() * get_max_sub_group_size());
}

// Clang's last passes copy blocks of few instructions, but lanes that are together must reach one instruction
// together: each empty statement counts as one (sim/workloads/device/gputm/warp_exchange.h).
#define __gputm_together \
  __asm__ volatile("");  \
  __asm__ volatile("");  \
  __asm__ volatile("");  \
  __asm__ volatile("");  \
  __asm__ volatile("");  \
  __asm__ volatile("");  \
  __asm__ volatile("");  \
  __asm__ volatile("")
__attribute__((noinline, nomerge)) static size_t __gputm_shuffle_register(size_t bits, uint lane) {
  __asm__ volatile(".insn r 0x0b, 2, 0x01, %0, %1, %2" : "=r"(bits) : "r"(bits), "r"(lane));
  return bits;
}
__gputm_function uint __gputm_shuffle(uint bits, uint lane) {
  __gputm_together;
  return __gputm_shuffle_register(bits, lane);
}
__gputm_function ulong __gputm_shuffle(ulong bits, uint lane) {
  const uint low = __gputm_shuffle((uint)bits, lane);
  return low | (ulong)__gputm_shuffle((uint)(bits >> 32), lane) << 32;
}

__gputm_function void sub_group_barrier(cl_mem_fence_flags flags) { __asm__ volatile("" ::: "memory"); }
__gputm_function void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  sub_group_barrier(flags);
}

#define __gputm_sum(a, b) ((a) + (b))

// An inclusive scan doubles its distance in each round.
#define __gputm_group_function(Type, Bits, name, operation, identity)                                 \
  __gputm_function Type sub_group_scan_inclusive_##name(Type x) {                                     \
    const uint lane = get_sub_group_local_id();                                                       \
    for (uint distance = 1; distance < get_max_sub_group_size(); distance *= 2) {                     \
      const Type below = as_##Type(__gputm_shuffle(as_##Bits(x), lane - min(lane, distance)));        \
      if (lane >= distance) x = operation(below, x);                                                  \
    }                                                                                                 \
    return x;                                                                                         \
  }                                                                                                   \
  __gputm_function Type sub_group_scan_exclusive_##name(Type x) {                                     \
    const uint lane = get_sub_group_local_id();                                                       \
    const Type below = sub_group_broadcast(sub_group_scan_inclusive_##name(x), lane - min(lane, 1u)); \
    return lane == 0 ? identity : below;                                                              \
  }                                                                                                   \
  __gputm_function Type sub_group_reduce_##name(Type x) {                                             \
    return sub_group_broadcast(sub_group_scan_inclusive_##name(x), get_sub_group_size() - 1);         \
  }                                                                                                   \
  __gputm_function Type work_group_scan_inclusive_##name(Type x) {                                    \
    local Type* const values = (local Type*)__gputm_work_group_memory();                              \
    const uint mine = get_local_linear_id(), count = __gputm_work_group_size();                       \
    for (uint distance = 1; distance < count; distance *= 2) {                                        \
      values[mine] = x;                                                                               \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                   \
      if (mine >= distance) x = operation(values[mine - distance], x);                                \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                   \
    }                                                                                                 \
    return x;                                                                                         \
  }                                                                                                   \
  __gputm_function Type work_group_scan_exclusive_##name(Type x) {                                    \
    const uint mine = get_local_linear_id();                                                          \
    const Type below = __gputm_work_item(work_group_scan_inclusive_##name(x), mine - min(mine, 1u));  \
    return mine == 0 ? identity : below;                                                              \
  }                                                                                                   \
  __gputm_function Type work_group_reduce_##name(Type x) {                                            \
    return __gputm_work_item(work_group_scan_inclusive_##name(x), __gputm_work_group_size() - 1);     \
  }

#define __gputm_group_functions(Type, Bits, least, most)                                           \
  __gputm_function Type sub_group_broadcast(Type x, uint lane) {                                   \
    return as_##Type(__gputm_shuffle(as_##Bits(x), lane));                                         \
  }                                                                                                \
  /* Value of the work-item with this linear index */                                              \
  __gputm_function Type __gputm_work_item(Type x, uint index) {                                    \
    local Type* const values = (local Type*)__gputm_work_group_memory();                           \
    values[get_local_linear_id()] = x;                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    x = values[index];                                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    return x;                                                                                      \
  }                                                                                                \
  __gputm_function Type work_group_broadcast(Type x, size_t i) { return __gputm_work_item(x, i); } \
  __gputm_function Type work_group_broadcast(Type x, size_t i, size_t j) {                         \
    return __gputm_work_item(x, j * get_local_size(0) + i);                                        \
  }                                                                                                \
  __gputm_function Type work_group_broadcast(Type x, size_t i, size_t j, size_t k) {               \
    return __gputm_work_item(x, (k * get_local_size(1) + j) * get_local_size(0) + i);              \
  }                                                                                                \
  __gputm_group_function(Type, Bits, add, __gputm_sum, 0);                                         \
  __gputm_group_function(Type, Bits, min, min, most);                                              \
  __gputm_group_function(Type, Bits, max, max, least)

__gputm_group_functions(int, uint, INT_MIN, INT_MAX);
__gputm_group_functions(uint, uint, 0, UINT_MAX);
__gputm_group_functions(long, ulong, LONG_MIN, LONG_MAX);
__gputm_group_functions(ulong, ulong, 0, ULONG_MAX);
__gputm_group_functions(float, uint, -INFINITY, INFINITY);
__gputm_group_functions(double, ulong, -INFINITY, INFINITY);

__gputm_function int sub_group_any(int predicate) { return sub_group_reduce_max((uint)(predicate != 0)); }
__gputm_function int sub_group_all(int predicate) { return sub_group_reduce_min((uint)(predicate != 0)); }
__gputm_function int work_group_any(int predicate) { return work_group_reduce_max((uint)(predicate != 0)); }
__gputm_function int work_group_all(int predicate) { return work_group_reduce_min((uint)(predicate != 0)); }
