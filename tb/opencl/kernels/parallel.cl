// Work-items, groups, atomics, address spaces, printf.

__kernel void indices(__global uint4* out) {
  const size_t i = get_global_linear_id();
  out[2 * i] = (uint4)(get_global_id(0), get_global_id(1), get_global_id(2), get_local_linear_id());
  out[2 * i + 1] = (uint4)(get_global_size(0) << 16 | get_global_size(1), get_group_id(0) << 8 | get_group_id(2),
                           get_num_groups(2) << 8 | get_local_size(1), get_work_dim() << 8 | get_global_offset(1));
}

__kernel void groups(__global int* out, __global float* sums) {
  const int x = get_local_linear_id();
  __global int* const mine = out + 8 * x;
  mine[0] = work_group_reduce_add(x);
  mine[1] = work_group_scan_exclusive_max(x % 5 + 1);
  mine[2] = work_group_broadcast(x, 3, 1);
  mine[3] = work_group_any(x == 5) * 2 + work_group_all(x < 47);
  mine[4] = sub_group_scan_exclusive_add(x);
  mine[5] = sub_group_reduce_max((long)x << 33) >> 33;
  mine[6] = sub_group_all(x != 40) | get_num_sub_groups() << 1 | get_sub_group_size() << 4;
  mine[7] = sub_group_broadcast(x, 2);
  sums[x] = work_group_scan_inclusive_add(0.5f * x);
}

#ifdef cl_khr_int64_base_atomics
__kernel void atomics(__global int* a, __global atomic_int* b, __global ulong* c, __global atomic_uint* flags, __local atomic_ulong* d) {
  const int i = get_global_id(0);
  atomic_add(&a[0], i);
  atomic_sub(&a[1], 1);
  atomic_min(&a[2], -i);
  atomic_max(&a[3], i);
  atomic_or(&a[4], 1 << i % 30);
  atomic_xor(&a[5], i);
  atomic_and(&a[6], ~(1 << i % 30));
  while (atomic_cmpxchg(&a[7], i, i + 1) != i) ;
  atomic_fetch_add_explicit(&b[0], i, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(&b[1], i);
  int seen = atomic_load(&b[2]);
  while (!atomic_compare_exchange_weak(&b[2], &seen, seen + 3)) ;
  atomic_store_explicit(&flags[i], 7u, memory_order_release);
  atom_add(&c[0], (ulong)i << 33);
  atom_max(&c[1], (ulong)i << 34);
  if (get_local_id(0) == 0) atomic_store(d, 0ul);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(d, 1ul << 40);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atom_add(&c[2], atomic_load(d));
}
#endif

// A pointer without address space, for memory of any
int sum_of(int* numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += numbers[i];
  return sum;
}
__kernel void spaces(__global int* p, __constant int* k, __local int* l, float4 v, uchar3 u, double d, char c) {
  int own[3] = {1, 2, k[1]};
  l[0] = 5, l[1] = 6;
  p[3] = sum_of(own, 3) + sum_of(l, 2) + sum_of(p, 3);
  p[4] = (int)dot(v, v.wzyx) + u.z + c + (int)d;
  p[5] = as_int(v.x);
  printf("%5.1v4hlf|%v3hhu|%ld|%s|%c%%\n", v, u, (long)d << 33, "text", 'x');
}

__kernel void vectors(__global float* out, __global const float* in, __global half* halves, __global int* whole) {
  const float3 a = vload3(0, in), b = vload3(1, in);
  vstore3(cross(a, b), 0, out);
  out[3] = dot(a, b);
  out[4] = length(a);
  out[5] = distance(a, b);
  vstore3(normalize(a), 2, out);
  vstore3(mix(a, b, 0.25f), 3, out);
  vstore3(smoothstep(0.0f, 4.0f, a), 4, out);
  vstore3(select(a, b, isless(a, b)), 5, out);
  vstore4(shuffle(vload4(0, in), (uint4)(3, 2, 1, 0)), 5, out);
  vstore_half4_rte(vload4(0, in) * 0.1f, 0, halves);
  vstore4(vload_half4(0, halves), 6, out);
  whole[0] = any(isnan((float2)(NAN, 1.0f))) | all(isgreater(b, a)) << 1 | isinf(INFINITY) << 2 | isnormal(1.0f) << 3 | signbit(-0.0f) << 4;
  whole[1] = as_int4(upsample((short4)(-1, 2, 3, 4), (ushort4)(5))).y;
  whole[2] = mul24(-70000, 30) + mad24(5, 6, 7);
  whole[3] = as_int((uchar4)(1, 2, 3, 4));
  whole[4] = convert_int4_sat_rtp((float4)(1e20f, -0.5f, 1.2f, -3.7f)).w;
  whole[5] = ((int8)(0, 1, 2, 3, 4, 5, 6, 7)).odd.s2 * 10 + vec_step(float3);
  whole[6] = bitselect(0x0f0f, 0x1234, 0xff) + popcount(0xff00ffu) + clz((ushort)1);
}

__kernel void half_numbers(__global const float* in, __global half* halves, __global float* back, __global half* of_double) {
  const size_t i = get_global_id(0);
  vstore_half(in[i], i, halves);
  back[i] = vload_half(i, halves);
  vstore_half((double)in[i] * (1 + 0x1p-40), i, of_double);
}
