// Kernels in which stock -O2 duplicates markers and the flags of gputm_add_kernel() do not.
#include "gputm.h"

struct Arguments {
  u32 *in, *out, *shared;
  u32 n;
};

KERNEL void barrier_between_conditions(Arguments* a) {
  const u32 t = thread_id(), n = a->n;
  if (t < n) a->shared[t] = a->in[t];
  barrier();
  if (t < n) a->out[t] = a->shared[n - 1 - t];
}

KERNEL void transaction_in_loop(Arguments* a) {
  const u32 t = thread_id(), n = a->n;
  i32 done = 0;
  while (true) {
    tx_begin();
    const u32 v = a->shared[t];
    if (v > 7) {
      a->shared[t] = v - 7;
      done = 1;
    } else {
      done = 0;
    }
    tx_commit();
    if (done) break;
    barrier();
  }
  a->out[t] = n;
}

KERNEL void transaction_before_break(Arguments* a) {
  const u32 t = thread_id(), n = a->n;
  for (u32 i = 0;; ++i) {
    const u32 k = a->in[t + i];
    const bool last = k == 0;
    tx_begin();
    if (!last)
      a->shared[k]++;
    else
      a->shared[0]--;
    tx_commit();
    if (last) break;
    if (i > n) return;
  }
  a->out[t] = 1;
}
