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
  tm::atomic([&] { words[v % kWords] += 1; });
  if (v & 0x10000) tm::atomic([&] { words[(v >> 4) % kWords] += 2; });
  tm::atomic([&] {
    for (u32 i = 0; i < (v & 3); ++i) words[(v >> (4 * i)) % kWords] += 4;
  });
}

KERNEL void lambda_nested(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32* const words = a->words;
  tm::atomic([&] {
    words[v % kWords] += 1;
    if (v & 0x40) tm::atomic([&] { words[(v >> 4) % kWords] += 2; });
    words[(v >> 8) % kWords] += 4;
  });
}

KERNEL void lambda_returns(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32* const words = a->words;
  u32 left = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 at = next(v) >> 8;
    tm::atomic([&] {
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

KERNEL void atomic_result(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32* const words = a->words;
  const u32 first = tm::atomic([&] { return ++words[v % kWords]; });
  const u32 second = v & 0x2000 ? tm::atomic([&] { return words[(v >> 4) % kWords] += 2; }) : 1;
  a->out[thread_id()] = (first != 0) + (second != 0);
}

KERNEL void move_between(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32* const words = a->words;
  for (u32 i = 0; i < 3; ++i) {
    const u32 from = next(v) % kWords, to = next(v) % kWords, amount = next(v) >> 20;
    tm::atomic([&] {
      if (from == to) return;
      words[from] -= amount;
      words[to] += amount;
    });
  }
}

KERNEL void look_then_add(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32* const words = a->words;
  u32 looked = 0;
  tm::atomic([&] {
    looked = 0;
    for (u32 i = 0; i < 1 + v % 4; ++i) {
      if (words[(v + i * 5) % kWords] == ~0u) break;
      ++looked;
    }
    words[(v >> 8) % kWords] += looked;
  });
  a->out[thread_id()] = looked;
}
