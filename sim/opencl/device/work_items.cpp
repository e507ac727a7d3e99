// What libclc's functions call, linked into programs that have them: in the kernels themselves these
// functions are inline (include/gputm_opencl).
#include <gputm.h>

gputm_device::Register get_local_id(u32 dimension) {
  const Index3 index = thread_index();
  return dimension == 0 ? index.x : dimension == 1 ? index.y : dimension == 2 ? index.z : 0;
}
gputm_device::Register get_local_size(u32 dimension) {
  const Index3 size = block_extent();
  return dimension == 0 ? size.x : dimension == 1 ? size.y : dimension == 2 ? size.z : 1;
}
void barrier(u32) { barrier(); }
