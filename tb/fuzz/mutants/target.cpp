// The program to be damaged, with some of every construct.
#include <gputm.h>

#include "gputm/tm.h"

namespace {

struct Table {
  u32 of[16];
  Table() {
    for (u32 i = 0; i < 16; ++i) of[i] = i * i;
  }
};
const Table table;
thread_local u32 calls = 3;
SHARED u32 tile[32];

__attribute__((noinline)) u32 twice(u32 value) { return ++calls + 2 * value; }
__attribute__((noinline)) u32 squared(u32 value) { return calls += table.of[value % 16]; }
__attribute__((noinline)) u32 deep(u32 value) {
  return value < 2 ? value : deep(value - 1) + deep(value - 2);
}
u32 (*volatile functions[])(u32) = {twice, squared, deep};

}  // namespace

/// `words` has 128 words, `values` one for each thread.
KERNEL void target(u32* words, f32* values, u32 count) {
  const u32 thread = thread_id();
  tile[thread_in_block() % 32] = thread;
  barrier();
  u32 sum = tile[(thread_in_block() + 1) % 32];
  for (u32 i = 0; i < count; ++i) {
    sum += functions[(thread + i) % 3](i % 8);
    tm::atomic([&] {
      words[sum % 64] += 1;
      if (sum & 1) words[i % 64] -= 1;
    });
    atomic_add(&words[64 + thread % 64], i);
  }
  values[thread] = static_cast<f32>(sum) / 3.0f;
  if (thread == 1) printf("%lu %f\n", static_cast<unsigned long>(sum), static_cast<double>(values[thread]));
}

extern "C" {

/// Without a GPU: `gputm exec` begins here. Exits with four times the sum of the first Fibonacci numbers, 0
/// to 34.
__attribute__((used)) void bare_main() {
  u32 sum = 0;
  for (u32 i = 0; i < 40; ++i) sum += deep(i % 10);
  const char text[] = "done\n";
  register u32 a0 asm("a0") = 1;
  register const char* a1 asm("a1") = text;
  register u32 a2 asm("a2") = sizeof text - 1;
  register u32 a7 asm("a7") = 64;
  asm volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  a0 = sum;
  a7 = 93;
  asm volatile("ecall" : : "r"(a0), "r"(a7));
}
}
asm(R"(
  .text
  .globl bare_start
bare_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  call bare_main
)");
