// Kernels that abort transactions, or retry them until memory has changed. aborts_test.cpp has the resulting
// memory of each.
#include <gputm.h>
#include <gputm/tm.h>

#include "aborts.h"

/// Odd threads discard their changes: of memory, of a register and of a private array.
KERNEL void gives_up(AbortWords* words) {
  const u32 thread = thread_id();
  u32 moved = 1;
  u32 own[2] = {5, 6};
  const bool done = tm::try_atomic([&] {
    words->sum += 1;
    words->other += 2;
    moved += 10;
    own[thread & 1] += 100;
    if (thread & 1) tx_abort();
    words->sum += 1;
  });
  words->out[thread] = moved * 1000 + (own[0] + own[1]) * 2 + done;
}

/// No thread commits.
KERNEL void all_give_up(AbortWords* words) {
  u32 tries = 0;
  for (u32 i = 0; i < 3; ++i) {
    if (tx_try_begin()) {
      words->sum += 1;
      tries += 100;
      tx_abort();
      tx_commit();
    } else {
      ++tries;
    }
  }
  words->out[thread_id()] = tries;
}

__attribute__((noinline)) static void check(u32* word, u32 depth, u32 limit) {
  if (depth != 0) return check(word, depth - 1, limit);
  *word += 1;
  if (*word > limit) tx_abort();
}

/// Aborts from within calls, and from an inner transaction: the outermost is aborted. Only 40 threads have
/// room.
KERNEL void gives_up_in_a_function(AbortWords* words) {
  const u32 thread = thread_id();
  const bool done = tm::try_atomic([&] {
    words->other += 1;
    tm::atomic([&] { check(&words->sum, 1 + thread % 3, 40); });
    words->other += 1;
  });
  words->out[thread] = done;
}

/// Aborts in a loop, in a switch, on either side of a branch.
KERNEL void gives_up_in_many_places(AbortWords* words) {
  const u32 thread = thread_id();
  u32 done = 0;
  for (u32 round = 0; round < 4; ++round) {
    if (!tx_try_begin()) continue;
    words->sum += 1;
    switch ((thread + round) % 4) {
      case 0:
        tx_abort();
        break;
      case 1:
        words->sum += 1;
        break;
      case 2:
        for (u32 i = 0;; ++i) {
          words->other += 1;
          if (i == 3) tx_abort();
        }
      default:
        words->other += 1;
    }
    tx_commit();
    done += 1u << (4 * round);
  }
  words->out[thread] = done;
}

/// Each thread of the second warp waits for one of the first, a transaction each.
KERNEL void waits_for_others(AbortWords* words) {
  const u32 thread = thread_id();
  const u32 first = warp_lanes();
  if (thread < first) {
    tm::atomic([&] { words->sum += 1; });
  } else if (thread < 2 * first) {
    tm::atomic([&] {
      words->other += 1;
      if (words->sum < first) tx_retry();
    });
  }
  words->out[thread] = thread;
}

/// A queue of tickets: half of the threads add one, half remove one; a thread that finds none retries.
KERNEL void takes_tickets(AbortWords* words) {
  const u32 thread = thread_id();
  u32 taken = 0;
  if (thread % (2 * warp_lanes()) < warp_lanes()) {
    tm::atomic([&] { words->sum += 1; });
  } else {
    taken = tm::atomic([&] {
      const u32 ticket = words->other;
      if (ticket == words->sum) tx_retry();
      words->other = ticket + 1;
      return ticket + 1;
    });
  }
  words->out[thread] = taken;
}

/// No thread makes the change that it waits for.
KERNEL void waits_for_ever(AbortWords* words) {
  tx_begin();
  if (*const_cast<volatile u32*>(&words->sum) == 0) tx_retry();
  tx_commit();
}

/// tx_begin() has no place to resume.
KERNEL void gives_up_without_a_place(AbortWords* words) {
  tx_begin();
  words->sum += 1;
  tx_abort();
  tx_commit();
}

KERNEL void gives_up_outside(AbortWords*) { tx_abort(); }
KERNEL void retries_outside(AbortWords*) { tx_retry(); }
