// Kernels of api_test.
#include <gputm.h>

KERNEL void saxpy(u32 count, f32 a, const f32* x, f32* y) {
  for (u32 i = thread_id(); i < count; i += grid_threads()) y[i] = a * x[i] + y[i];
}

template <typename T>
KERNEL void increment(u32 count, T* values) {
  for (u32 i = thread_id(); i < count; i += grid_threads()) values[i] = static_cast<T>(values[i] + T{1});
}
template KERNEL void increment(u32, u8*);
template KERNEL void increment(u32, i8*);
template KERNEL void increment(u32, u16*);
template KERNEL void increment(u32, i16*);
template KERNEL void increment(u32, u32*);
template KERNEL void increment(u32, i32*);
template KERNEL void increment(u32, u64*);
template KERNEL void increment(u32, i64*);
template KERNEL void increment(u32, f32*);
template KERNEL void increment(u32, f64*);

KERNEL void invert(u32 count, bool* values) {
  for (u32 i = thread_id(); i < count; i += grid_threads()) values[i] = !values[i];
}

KERNEL void numbers(u8 small, i64 wide, f64 real, bool flag, i64* out) {
  if (thread_id() != 0) return;
  out[0] = small;
  out[1] = wide;
  out[2] = static_cast<i64>(real);
  out[3] = flag;
}

extern "C" KERNEL void plain(u32 value, u32* out) { out[thread_id()] = value; }

KERNEL void beyond(u32* out) { out[thread_id() + 1] = 1; }

KERNEL void count(u32 times, u32* counter) {
  for (u32 i = 0; i < times; ++i) {
    tx_begin();
    *counter += 1;
    tx_commit();
  }
}

KERNEL void hello() {
  if (thread_id() == 0) printf("hello from %s\n", "a thread");
}
