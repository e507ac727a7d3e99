// Indices of work-items: a block of the launch is a work-group.
#pragma once

#define __gputm_csr(number)                      \
  ({                                             \
    uint value_;                                 \
    __asm__("csrr %0, " #number : "=r"(value_)); \
    value_;                                      \
  })
#define __gputm_along(dimension, x, y, z, outside) \
  ((dimension) == 0 ? (x) : (dimension) == 1 ? (y) : (dimension) == 2 ? (z) : (outside))

__gputm_function size_t get_local_id(uint dimension) {
  return __gputm_along(dimension, __gputm_csr(0xCC7), __gputm_csr(0xCC8), __gputm_csr(0xCC9), 0);
}
__gputm_function size_t get_group_id(uint dimension) {
  return __gputm_along(dimension, __gputm_csr(0xCCA), __gputm_csr(0xCCB), __gputm_csr(0xCCC), 0);
}
__gputm_function size_t get_local_size(uint dimension) {
  return __gputm_along(dimension, __gputm_csr(0xFC7), __gputm_csr(0xFC8), __gputm_csr(0xFC9), 1);
}
__gputm_function size_t get_num_groups(uint dimension) {
  return __gputm_along(dimension, __gputm_csr(0xFCA), __gputm_csr(0xFCB), __gputm_csr(0xFCC), 1);
}
__gputm_function size_t get_global_offset(uint dimension) {
  return __gputm_along(dimension, __GPUTM_OFFSET_X, __GPUTM_OFFSET_Y, __GPUTM_OFFSET_Z, 0);
}
__gputm_function size_t get_global_size(uint dimension) {
  return (uint)get_num_groups(dimension) * (uint)get_local_size(dimension);
}
__gputm_function size_t get_global_id(uint dimension) {
  return get_global_offset(dimension) +
         ((uint)get_group_id(dimension) * (uint)get_local_size(dimension) + (uint)get_local_id(dimension));
}
__gputm_function size_t get_enqueued_local_size(uint dimension) { return get_local_size(dimension); }
__gputm_function size_t get_global_linear_id(void) {
  const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
               z = get_global_id(2) - get_global_offset(2);
  return (z * get_global_size(1) + y) * get_global_size(0) + x;
}
__gputm_function size_t get_local_linear_id(void) { return __gputm_csr(0xCC6); }
__gputm_function uint get_work_dim(void) {
  return get_global_size(2) > 1 ? 3 : get_global_size(1) > 1 ? 2 : 1;
}
