#include "helpers.h"

/// The same name is in more_helpers.cpp.
static __attribute__((noinline)) void bump(u32* word) {
  tx_begin();
  *word += 1;
  tx_commit();
}

KERNEL void static_function(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  bump(&a->words[v % kWords]);
  if (v & 0x100) bump(&a->words[(v >> 4) % kWords]);
}

KERNEL void inline_function(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32 sum = add_one(&a->words[v % kWords]);
  if (v & 0x1000) sum += add_one(&a->words[(v >> 4) % kWords]);
  a->out[thread_id()] = sum;
}

KERNEL void template_function(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  if (v & 0x10000) {
    add_value<3>(&a->words[v % kWords]);
  } else {
    add_value<5>(&a->words[v % kWords]);
  }
  add_value<7>(&a->words[(v >> 4) % kWords]);
}

KERNEL void lambda_twice(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32* const words = a->words;
  atomic([&] { words[v % kWords] += 1; });
  if (v & 0x10000) atomic([&] { words[(v >> 4) % kWords] += 2; });
  atomic([&] {
    for (u32 i = 0; i < (v & 3); ++i) words[(v >> (4 * i)) % kWords] += 4;
  });
}

KERNEL void lambda_nested(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32* const words = a->words;
  atomic([&] {
    words[v % kWords] += 1;
    if (v & 0x40) atomic([&] { words[(v >> 4) % kWords] += 2; });
    words[(v >> 8) % kWords] += 4;
  });
}

KERNEL void lambda_returns(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32* const words = a->words;
  u32 left = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 at = next(v) >> 8;
    atomic([&] {
      if (at & 1) return;
      words[at % kWords] += 1;
      if (at & 2) {
        left += 1;
        return;
      }
      words[(at + 1) % kWords] += 1;
    });
  }
  a->out[thread_id()] = left;
}
