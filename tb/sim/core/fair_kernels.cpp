// Kernels whose lanes wait for lanes of their own warp. Each thread adds one to a counter, `rounds` times,
// and stores a value independent of the order in out[thread].
#include <gputm.h>

namespace {

u32 load(const u32* word) { return *static_cast<const volatile u32*>(word); }

struct Work {
  u32* locks;  // 2 words, then the next ticket, then a flag of each thread
  u32* counter;
  u32 rounds;
  u32* out;
};

GPUTM_INLINE void add(const Work* a) {
  volatile u32* const counter = a->counter;
  *counter = *counter + 1;
}

__attribute__((noinline)) void take(u32* lock) {
  while (atomic_exchange(lock, 1) != 0) {
  }
}
__attribute__((noinline)) void add_in_depth(const Work* a, u32 depth) {
  if (depth != 0) return add_in_depth(a, depth - 1);
  take(a->locks);
  add(a);
  store_release(a->locks, 0);
}

}  // namespace

/// The loop of docs/guide/kernels.md, with an exit that is never taken.
KERNEL void early_return(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) {
    u32 done = 0, failed = 0;
    while (!done) {
      if (compare_and_swap(a->locks, 0, 1) != 0) {
        ++failed;
      } else {
        if (load(a->counter) == ~0u) {
          store_release(a->locks, 0);
          return;
        }
        add(a);
        store_release(a->locks, 0);
        done = 1;
      }
      keep_in_loop(done);
    }
    a->locks[3 + thread_id()] = failed;
  }
  a->out[thread_id()] = a->rounds;
}

KERNEL void naive_lock(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) {
    while (atomic_exchange(a->locks, 1) != 0) {
    }
    add(a);
    store_release(a->locks, 0);
  }
  a->out[thread_id()] = a->rounds;
}

/// Tests before it tries, and counts the tries in memory.
KERNEL void test_and_set(const Work* a) {
  volatile u32* const tries = a->locks + 3 + thread_id();
  for (u32 i = 0; i < a->rounds; ++i) {
    do {
      while (load(a->locks) != 0) *tries = *tries + 1;
    } while (atomic_exchange(a->locks, 1) != 0);
    add(a);
    store_release(a->locks, 0);
  }
  a->out[thread_id()] = a->rounds;
}

KERNEL void ticket_lock(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) {
    const u32 mine = atomic_add(a->locks + 2, 1);
    while (load(a->locks) != mine) {
    }
    add(a);
    store_release(a->locks, mine + 1);
  }
  a->out[thread_id()] = a->rounds;
}

/// The second lock is taken while the first one is held.
KERNEL void two_locks(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) {
    take(a->locks);
    take(a->locks + 1);
    add(a);
    store_release(a->locks + 1, 0);
    store_release(a->locks, 0);
  }
  a->out[thread_id()] = a->rounds;
}

/// The threads of each half take the lock at different depths of a recursion.
KERNEL void in_recursion(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) add_in_depth(a, thread_id() % 3);
  a->out[thread_id()] = a->rounds;
}

/// Some threads never take it, and some reach the barrier before the others have.
KERNEL void before_a_barrier(const Work* a) {
  if (thread_id() % 4 != 0) {
    for (u32 i = 0; i < a->rounds; ++i) add_in_depth(a, 0);
  } else {
    atomic_add(a->counter, 0);
  }
  barrier();
  if (thread_id() % 4 == 0) {
    for (u32 i = 0; i < a->rounds; ++i) add_in_depth(a, 1);
  }
  a->out[thread_id()] = a->rounds;
}

/// Each thread of a block waits for the one behind it.
KERNEL void last_one_first(const Work* a) {
  u32* const flags = a->locks + 3 + thread_id();
  if (thread_in_block() + 1 != block_size()) {
    while (load(flags + 1) == 0) {
    }
  }
  store_release(flags, 1);
  atomic_add(a->counter, a->rounds);
  a->out[thread_id()] = a->rounds;
}

/// The same in shared memory, in order.
SHARED u32 turn;
KERNEL void one_after_the_other(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) {
    while (load(&turn) != thread_in_block() + i * block_size()) {
    }
    atomic_add(a->counter, 1);
    store_release(&turn, load(&turn) + 1);
  }
  a->out[thread_id()] = a->rounds;
}

/// The lane with the lock runs a transaction.
KERNEL void around_a_transaction(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) {
    while (atomic_exchange(a->locks, 1) != 0) {
    }
    tx_begin();
    *a->counter += 1;
    tx_commit();
    store_release(a->locks, 0);
  }
  a->out[thread_id()] = a->rounds;
}

/// Waits by the clock in between, longer each time.
KERNEL void with_backoff(const Work* a) {
  for (u32 i = 0; i < a->rounds; ++i) {
    u32 wait = 1;
    while (atomic_exchange(a->locks, 1) != 0) {
      for (u32 k = 0; k < wait; ++k) asm volatile("");
      wait = wait < 16 ? 2 * wait : wait;
    }
    add(a);
    store_release(a->locks, 0);
  }
  a->out[thread_id()] = a->rounds;
}
