#include "helpers.h"

/// The same name is in helpers.cpp.
static __attribute__((noinline)) void bump(u32* word) {
  tx_begin();
  *word += 2;
  tx_commit();
}

KERNEL void static_function_again(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  bump(&a->words[v % kWords]);
  if (v & 0x100) bump(&a->words[(v >> 4) % kWords]);
}

KERNEL void inline_function_again(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 sum = 0;
  for (u32 i = 0; i < 3; ++i) sum += add_one(&a->words[(next(v) >> 8) % kWords]);
  add_value<3>(&a->words[v % kWords]);
  a->out[thread_id()] = sum;
}
