// Kernels of the simulation-speed benchmarks.
#include "gputm.h"

struct Args {
  u32* in;
  u32* out;
  u32 rounds;
};

KERNEL void alu(Args* a) {
  u32 x = thread_id(), y = x * 3 + 1, z = x ^ 0x55;
  for (u32 i = a->rounds; i != 0; --i) {
    x = (x << 5) + y;
    y = (y ^ z) + (x >> 3);
    z = z - (x & 0xff);
    x ^= y + i;
    y = (y << 1) | (z & 1);
    z += x ^ 0x1234;
  }
  a->out[thread_id()] = x + y + z;
}

struct FpArgs {
  float* in;
  float* out;
  u32 rounds;
};

KERNEL void fp(FpArgs* a) {
  float x = a->in[thread_id()], y = x * 0.5f, z = 1.0f;
  for (u32 i = a->rounds; i != 0; --i) {
    x = __builtin_fmaf(x, 0.999f, y);
    y = y * 0.75f + z;
    z = __builtin_fmaf(y, -0.25f, x);
    x = x - z * 0.125f;
    y = y + x * 0.0625f;
  }
  a->out[thread_id()] = x + y + z;
}

struct VecArgs {
  float* a;
  float* b;
  float* c;
  u32 count;
};

KERNEL void vecadd(VecArgs* a) {
  const u32 threads = grid_threads();
  for (u32 i = thread_id(); i < a->count; i += threads) a->c[i] = a->a[i] + a->b[i];
}
