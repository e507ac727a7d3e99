// Features of the device library, each as a kernel that stores its results.
#include <gputm.h>

#include <cassert>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Squares {
  u32 of[8];
  Squares() {
    for (u32 i = 0; i < 8; ++i) of[i] = (i + start()) * (i + start());
  }
  __attribute__((noinline)) static u32 start() { return thread_id(); }  // not known to the compiler
};
Squares squares;
thread_local u32 calls = 5;
thread_local u32 more[3];

template <typename T>
void each_atomic(T* cells) {
  const T mine = static_cast<T>(thread_id());
  atomic_add(&cells[0], 1);
  atomic_sub(&cells[1], 1);
  atomic_min(&cells[2], mine);
  atomic_max(&cells[3], mine);
  if constexpr (T(1) / T(2) == T(0)) {
    atomic_and(&cells[4], static_cast<T>(~(1u << mine % 8)));
    atomic_or(&cells[5], static_cast<T>(1u << mine % 8));
    atomic_xor(&cells[6], mine);
  }
  atomic_exchange(&cells[7], mine);
  if (mine == T(3)) compare_and_swap(&cells[8], 7, 9);
}

}  // namespace

KERNEL void constructed(u32* out) { out[thread_id()] = squares.of[thread_id() % 8]; }

KERNEL void thread_locals(u32* out) {
  calls += thread_id();
  more[2] += calls;
  out[thread_id()] = calls + more[2];
}

KERNEL void atomics(u32* words, i32* integers, f32* floats, u8* bytes, i16* halves) {
  each_atomic(words);
  each_atomic(integers);
  each_atomic(floats);
  each_atomic(bytes);
  each_atomic(halves);
}

/// The same on shared memory, which the block then adds to global memory.
KERNEL void shared_atomics(u32* words, u8* bytes) {
  SHARED u32 shared_words[9];
  SHARED u8 shared_bytes[9];
  const u32 thread = thread_in_block();
  if (thread < 9) {
    shared_words[thread] = words[9 * block_id() + thread];
    shared_bytes[thread] = bytes[9 * block_id() + thread];
  }
  barrier();
  each_atomic(shared_words);
  each_atomic(shared_bytes);
  barrier();
  if (thread < 9) {
    words[9 * block_id() + thread] = shared_words[thread];
    bytes[9 * block_id() + thread] = shared_bytes[thread];
  }
}

KERNEL void indices(u32* out) {
  const Index3 t = thread_index(), b = block_index(), threads = block_extent(), blocks = grid_extent(),
               g = grid_index();
  u32* mine = out + 8 * thread_id();
  mine[0] = t.x | t.y << 8 | t.z << 16;
  mine[1] = b.x | b.y << 8 | b.z << 16;
  mine[2] = threads.x | threads.y << 8 | threads.z << 16;
  mine[3] = blocks.x | blocks.y << 8 | blocks.z << 16;
  mine[4] = g.x | g.y << 8 | g.z << 16;
}

KERNEL void warps(u32* out) {
  const u32 lane = lane_id();
  u32* mine = out + 8 * thread_id();
  mine[0] = warp_ballot(lane % 3 == 0);
  mine[1] = warp_any(lane == 5) ? 1 : 0;
  mine[2] = warp_all(lane < 5) ? 1 : 0;
  mine[3] = warp_shuffle(lane * 10, 7);
  mine[4] = warp_shuffle_up(lane, 2);
  mine[5] = warp_shuffle_down(lane, 2);
  mine[6] = warp_shuffle_xor(lane, 3);
  mine[7] = warp_ballot_high(true);
}

KERNEL void dynamic(u32* out, u32 count) {
  SHARED u32 factor;  // the launch's dynamic part follows it
  if (thread_in_block() == 0) factor = 3;
  u32* const tile = dynamic_shared<u32>();
  for (u32 i = thread_in_block(); i < count; i += block_size()) tile[i] = i * i;
  barrier();
  if (thread_in_block() == 0) {
    u32 sum = 0;
    for (u32 i = 0; i < count; ++i) sum += tile[i];
    out[block_id()] = sum * factor;
  }
}

KERNEL void libc(f32* out, char* text) {
  if (thread_id() != 0) return;
  memset(text, 'x', 15);
  memcpy(text + 2, "gputm", 5);
  text[15] = 0;
  out[0] = static_cast<f32>(strlen(text));
  out[1] = logf(2.0f);
  out[2] = static_cast<f32>(strtol("-42", nullptr, 10));
  errno = 0;
  out[3] =
      isnan(logf(out[2])) && strtol("99999999999", nullptr, 10) == LONG_MAX && errno == ERANGE ? 1.0f : 0.0f;
  out[4] = static_cast<f32>(INT32_MAX == INT_MAX);
}

KERNEL void prints(u32 count) {
  if (thread_id() < count)
    printf("thread %u: %5.2f|%-6s|%#x %lld%%\n", thread_id(), 1.5 * thread_id(), "ab", 255, -5ll);
}

KERNEL void prints_in_transactions(u32* word) {
  tx_begin();
  *word += 1;
  printf("%u\n", *word);
  tx_commit();
}

KERNEL void asserts(u32 limit) { assert(thread_id() < limit && "too many threads"); }
