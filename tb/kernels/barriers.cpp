// Barriers that compilers duplicate, and that lanes reach at different instructions.
#include "corpus.h"

namespace {

/// The value that thread `t` of this thread's block wrote to its word of `out` before the last barrier.
u32 of(const Arguments* a, u32 t) {
  return *static_cast<volatile const u32*>(&a->out[thread_id() - thread_in_block() + t % block_size()]);
}
/// Writes the thread's word; others read it after the next barrier.
void publish(const Arguments* a, u32 value) {
  *static_cast<volatile u32*>(&a->out[thread_id()]) = value;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

__attribute__((noinline)) u32 down(const Arguments* a, u32 depth, u32 value) {
  publish(a, value);
  barrier();
  const u32 other = of(a, thread_in_block() + depth);
  barrier();
  return depth == 0 ? other : down(a, depth - 1, value * 3 + other) + 1;
}

}  // namespace

KERNEL void barrier_between_conditions(const Arguments* a) {
  const u32 t = thread_in_block(), n = block_size() / 2;
  if (t < n) publish(a, a->in[thread_id()]);
  barrier();
  u32 value = 0;
  if (t < n) value = of(a, n - 1 - t);
  barrier();
  a->out[thread_id()] = value;
}

KERNEL void barrier_in_recursion(const Arguments* a) {
  const u32 value = down(a, 4, a->in[thread_id()]);
  a->out[thread_id()] = value;
}

KERNEL void barrier_on_either_side(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32 value = 0;
  publish(a, v);
  if (v & 1) {
    barrier();
    value = of(a, thread_in_block() + 1);
    barrier();
  } else {
    barrier();
    value = of(a, thread_in_block() + 2) * 3;
    barrier();
  }
  a->out[thread_id()] = value;
}

/// The barrier does not wait for ended threads.
KERNEL void barrier_after_return(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  publish(a, v);
  if (v & 1) return;
  barrier();
  const u32 value = of(a, thread_in_block() + 1);
  barrier();
  if (v & 2) return;
  barrier();
  a->out[thread_id()] = value;
}

/// Some threads wait at the barrier while others of their warp run transactions.
KERNEL void barrier_or_transaction(const Arguments* a) {
  u32 v = a->in[thread_id()];
  if (v & 1) {
    barrier();
  } else {
    for (u32 i = 0; i < 3; ++i) {
      const u32 at = next(v) >> 8;
      tx_begin();
      a->words[at % kWords] += 1;
      if (at & 1) {
        tx_commit();
        v ^= 0x100;
      } else {
        tx_commit();
        v += 1;
      }
    }
    barrier();
  }
  tx_begin();
  a->words[v % kWords] += 1;
  tx_commit();
  a->out[thread_id()] = v;
}

KERNEL void barriers_of_two_trips(const Arguments* a) {
  u32 value = a->in[thread_id()];
  for (u32 i = 0; i < 2; ++i) {
    publish(a, value);
    barrier();
    value += of(a, thread_in_block() + 1 + i);
    barrier();
  }
  a->out[thread_id()] = value;
}

KERNEL void barrier_in_loop_with_break(const Arguments* a) {
  u32 value = a->in[thread_id()];
  const u32 turns = 1 + value % 4;
  for (u32 i = 0; i < 4; ++i) {
    publish(a, value);
    barrier();
    const u32 other = of(a, thread_in_block() + 3);
    barrier();
    value = value * 3 + other;
    if (i + 1 == turns) break;
  }
  for (u32 i = turns; i < 4; ++i) {
    barrier();
    barrier();
  }
  a->out[thread_id()] = value;
}
