// Kernels as textbooks have them.

__kernel void reduction(__global const float* in, __global float* sums, __local float* scratch, uint n) {
  const uint id = get_local_id(0);
  const uint i = get_global_id(0);
  scratch[id] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (id < s) scratch[id] += scratch[id + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0) sums[get_group_id(0)] = scratch[0];
}

// Blelloch's scan of two numbers for each work-item
__kernel void scan(__global const uint* in, __global uint* out, __local uint* temp, uint n) {
  const uint id = get_local_id(0);
  uint offset = 1;
  temp[2 * id] = in[2 * id];
  temp[2 * id + 1] = in[2 * id + 1];
  for (uint d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < d) temp[offset * (2 * id + 2) - 1] += temp[offset * (2 * id + 1) - 1];
    offset *= 2;
  }
  if (id == 0) temp[n - 1] = 0;
  for (uint d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < d) {
      const uint a = offset * (2 * id + 1) - 1, b = offset * (2 * id + 2) - 1;
      const uint t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * id] = temp[2 * id];
  out[2 * id + 1] = temp[2 * id + 1];
}

#define BINS 256
__kernel void histogram(__global const uchar* pixels, uint n, __global uint* bins) {
  __local uint counts[BINS];
  for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&counts[pixels[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) atomic_add(&bins[i], counts[i]);
}

#define TILE 8
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(__global const float* in, __global float* out, uint width, uint height) {
  __local float tile[TILE][TILE + 1];
  uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + get_local_id(0);
  y = get_group_id(0) * TILE + get_local_id(1);
  if (x < height && y < width) out[y * height + x] = tile[get_local_id(0)][get_local_id(1)];
}

__kernel void matrix_product(uint n, __global const float* a, __global const float* b, __global float* c) {
  __local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const uint row = get_local_id(1), column = get_local_id(0);
  float sum = 0;
  for (uint t = 0; t < n; t += TILE) {
    tile_a[row][column] = a[get_global_id(1) * n + t + column];
    tile_b[row][column] = b[(t + row) * n + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; ++k) sum += tile_a[row][k] * tile_b[k][column];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[get_global_id(1) * n + get_global_id(0)] = sum;
}

__constant int kSharpen[3][3] = {{0, -1, 0}, {-1, 5, -1}, {0, -1, 0}};
__kernel void convolution(__global const int* in, __global int* out, int2 size) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (any(at >= size)) return;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int2 from = clamp(at + (int2)(dx, dy), (int2)(0), size - 1);
      sum += kSharpen[dy + 1][dx + 1] * in[from.y * size.x + from.x];
    }
  }
  out[at.y * size.x + at.x] = sum;
}

__kernel void n_body(__global const float4* bodies, __global float4* accelerations, __local float4* tile, float softening) {
  const uint i = get_global_id(0), count = get_global_size(0), size = get_local_size(0);
  const float4 mine = bodies[i];
  float3 sum = (float3)(0.0f);
  for (uint t = 0; t < count; t += size) {
    event_t event = async_work_group_copy(tile, bodies + t, size, 0);
    wait_group_events(1, &event);
    for (uint j = 0; j < size; ++j) {
      const float3 r = tile[j].xyz - mine.xyz;
      const float inverse = rsqrt(dot(r, r) + softening);
      sum += r * (tile[j].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[i] = (float4)(sum, length(sum));
}

__kernel void bitonic_sort(__global int* numbers, __local int* keys) {
  const uint id = get_local_id(0), n = get_local_size(0);
  keys[id] = numbers[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 2; k <= n; k <<= 1) {
    for (uint j = k >> 1; j > 0; j >>= 1) {
      const uint other = id ^ j;
      const int a = keys[id], b = keys[other];
      const bool up = (id & k) == 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      keys[id] = ((id < other) == up) ? min(a, b) : max(a, b);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  numbers[id] = keys[id];
}

// One level of a breadth-first search over edges in compressed rows
__kernel void bfs_step(__global const uint* rows, __global const uint* edges, __global int* levels, __global const uint* frontier,
                       uint size, __global uint* next, __global uint* next_size, int level) {
  const uint i = get_global_id(0);
  if (i >= size) return;
  const uint node = frontier[i];
  for (uint e = rows[node]; e < rows[node + 1]; ++e) {
    if (atomic_cmpxchg(&levels[edges[e]], -1, level) == -1) next[atomic_inc(next_size)] = edges[e];
  }
}
