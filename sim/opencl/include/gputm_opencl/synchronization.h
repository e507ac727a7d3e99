// Barriers and fences. Memory has one order for all work-items, so that flags and scopes change nothing.
#pragma once

__gputm_function void barrier(cl_mem_fence_flags flags) {
  __asm__ volatile(".insn r 0x0b, 4, 0x00, x0, x0, x0" ::: "memory");
}
__gputm_function void mem_fence(cl_mem_fence_flags flags) { __asm__ volatile("fence rw, rw" ::: "memory"); }
__gputm_function void read_mem_fence(cl_mem_fence_flags flags) {
  __asm__ volatile("fence r, rw" ::: "memory");
}
__gputm_function void write_mem_fence(cl_mem_fence_flags flags) {
  __asm__ volatile("fence w, w" ::: "memory");
}

#if __OPENCL_C_VERSION__ >= 200
__gputm_function void work_group_barrier(cl_mem_fence_flags flags) { barrier(flags); }
__gputm_function void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { barrier(flags); }
__gputm_function void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                             memory_scope scope) {
  if (order != memory_order_relaxed) mem_fence(flags);
}
#endif
