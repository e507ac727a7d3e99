// Typed parameters of every kind of register: integers, floats and pointers.
#include <gputm.h>

KERNEL void saxpy(u32 count, f32 a, const f32* x, f32* y) {
  for (u32 i = thread_id(); i < count; i += grid_threads()) y[i] = a * x[i] + y[i];
}

/// More arguments than registers, narrow and wide ones.
KERNEL void many(u32* out, i8 a, u16 b, u64 c, i64 d, f64 e, f32 f, bool g, u32 h, i32 i, f32 j, u32 k) {
  if (thread_id() != 0) return;
  out[0] = static_cast<u32>(a);
  out[1] = b;
  out[2] = static_cast<u32>(c >> 32);
  out[3] = static_cast<u32>(d);
  out[4] = static_cast<u32>(e * 4);
  out[5] = static_cast<u32>(f * 4);
  out[6] = g ? 1 : 2;
  out[7] = h;
  out[8] = static_cast<u32>(i);
  out[9] = static_cast<u32>(j);
  out[10] = k;
}

namespace shapes {
struct Point {
  f32 x, y;
};
KERNEL void by_value(Point point, f32* out) { out[0] = point.x; }
}  // namespace shapes
