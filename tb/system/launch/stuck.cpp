// Kernels with locks that are never released under the SIMT stack alone.
#include <gputm.h>

__attribute__((noinline)) static void add(volatile u32* counter) { *counter = *counter + 1; }

KERNEL void naive(u32* lock, u32* counter) {
  while (atomic_exchange(lock, 1) != 0) {
  }
  add(counter);
  store_release(lock, 0);
}

KERNEL void early_return(u32* lock, u32* counter, u32 limit) {
  u32 done = 0, failed = 0;
  while (!done) {
    if (compare_and_swap(lock, 0, 1) != 0) {
      ++failed;
    } else {
      if (*static_cast<volatile u32*>(counter) >= limit) {
        store_release(lock, 0);
        return;
      }
      add(counter);
      store_release(lock, 0);
      done = 1;
    }
    keep_in_loop(done);
  }
  counter[1 + thread_id()] = failed;
}

/// Waits for a shared word that keeps its value.
SHARED u32 go;
KERNEL void shared_flag(u32 value) {
  *static_cast<volatile u32*>(&go) = value;
  while (*static_cast<volatile u32*>(&go) == 0) {
  }
}
