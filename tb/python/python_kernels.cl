/* Sum of a vector's numbers and of the global id, which passes through local memory from the neighbour. */
__kernel void weighted(__global float* out, float4 numbers, __local float* ids) {
  uint here = get_local_id(0), next = (here + 1) % get_local_size(0);
  ids[here] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = numbers.x + numbers.y + numbers.z + numbers.w;
  size_t neighbour = get_group_id(0) * get_local_size(0) + next;
  out[neighbour] = sum + ids[next];
}
