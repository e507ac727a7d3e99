// Structures changed by many threads at once, so that attempts fail repeatedly. Each kernel's threads make
// `rounds` transactions, or twice as many; every buffer begins as zeros.
#include <gputm.h>

namespace {

GPUTM_INLINE u32 scattered(u32 n) {
  n ^= n >> 16;
  n *= 0x7feb352du;
  n ^= n >> 15;
  n *= 0x846ca68bu;
  return n ^ n >> 16;
}

}  // namespace

/// One word.
KERNEL void counter(u32* word, u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) {
    tx_begin();
    *word += 1;
    tx_commit();
  }
}

/// A stack of elements: each thread pushes its own element and pops one, which it has next time. In the end
/// all are on the stack or with threads: `held` has the thread's.
KERNEL void stack(u32* head, u32* next, u32* held, u32 rounds) {
  u32 mine = thread_id() + 1;
  for (u32 i = 0; i < rounds; ++i) {
    tx_begin();
    next[mine] = *head;
    *head = mine;
    tx_commit();
    tx_begin();
    mine = *head;
    *head = next[mine];
    tx_commit();
  }
  held[thread_id()] = mine;
}

/// A binary heap, smallest first, in keys[1..]; *size elements. Each thread inserts a key and removes the
/// smallest one.
KERNEL void heap(u32* size, u32* keys, u32* taken, u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) {
    const u32 key = scattered(thread_id() * 64 + i) >> 8;
    tx_begin();
    u32 at = *size + 1;
    *size = at;
    while (at > 1 && keys[at / 2] > key) {
      keys[at] = keys[at / 2];
      at /= 2;
    }
    keys[at] = key;
    tx_commit();
    u32 smallest = 0;
    tx_begin();
    const u32 count = *size;
    smallest = keys[1];
    const u32 last = keys[count];
    *size = count - 1;
    u32 hole = 1;
    for (u32 child = 2; child < count; child = 2 * hole) {
      if (child + 1 < count && keys[child + 1] < keys[child]) ++child;
      if (keys[child] >= last) break;
      keys[hole] = keys[child];
      hole = child;
    }
    keys[hole] = last;
    tx_commit();
    atomic_add(taken, smallest);
  }
}

/// A cache of 8 lines: a list in the order of their last use, in which line l's neighbours are before[l] and
/// behind[l]; line 0 is the list's head. Each access looks a key up, takes the least recently used line on a
/// miss, and moves its line to the front.
KERNEL void lru(u32* key_of, u32* before, u32* behind, u32* hits, u32 rounds) {
  constexpr u32 kLines = 8, kKeys = 12;
  for (u32 i = 0; i < rounds; ++i) {
    const u32 key = 1 + scattered(thread_id() * 64 + i) % kKeys;
    u32 hit = 0;
    tx_begin();
    if (behind[0] == 0) {  // the first access builds the list
      for (u32 line = 0; line <= kLines; ++line) {
        behind[line] = line == kLines ? 0 : line + 1;
        before[line] = line == 0 ? kLines : line - 1;
      }
    }
    u32 line = behind[0];
    while (behind[line] != 0 && key_of[line] != key) line = behind[line];
    hit = key_of[line] == key;
    key_of[line] = key;
    behind[before[line]] = behind[line];
    before[behind[line]] = before[line];
    const u32 first = behind[0];
    behind[line] = first;
    before[line] = 0;
    before[first] = line;
    behind[0] = line;
    tx_commit();
    atomic_add(hits, hit);
  }
}

/// A ring of 16 places: warps with even numbers put, the others take, and wait while it is full or empty.
KERNEL void ring(u32* counts, u32* places, u32* sum, u32 rounds) {
  constexpr u32 kPlaces = 16;
  const bool puts = thread_id() / warp_lanes() % 2 == 0;
  for (u32 i = 0; i < rounds; ++i) {
    u32 taken = 0;
    tx_begin();
    const u32 in = counts[0], out = counts[1];
    if (in - out == (puts ? kPlaces : 0)) tx_retry();
    if (puts) {
      places[in % kPlaces] = thread_id() + 1;
      counts[0] = in + 1;
    } else {
      taken = places[out % kPlaces];
      counts[1] = out + 1;
    }
    tx_commit();
    atomic_add(sum, puts ? thread_id() + 1 : 0 - taken);
  }
}

/// A hash table with so few buckets that most insertions conflict; each becomes the first element of a list.
KERNEL void table(u32* buckets, u32* next, u32 count, u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) {
    const u32 element = thread_id() * rounds + i + 1;
    u32* const bucket = &buckets[scattered(element) % count];
    tx_begin();
    next[element] = *bucket;
    *bucket = element;
    tx_commit();
  }
}

/// A sorted list with a node for each thread, which inserts it and removes it again; `next` of 0 is the
/// first.
KERNEL void list(u32* next, u32* keys, u32 rounds) {
  const u32 mine = thread_id() + 1;
  const u32 key = scattered(mine) >> 8;
  keys[mine] = key;
  for (u32 i = 0; i < rounds; ++i) {
    tx_begin();
    u32 at = 0;
    while (next[at] != 0 && keys[next[at]] < key) at = next[at];
    next[mine] = next[at];
    next[at] = mine;
    tx_commit();
    tx_begin();
    u32 before = 0;
    while (next[before] != mine) before = next[before];
    next[before] = next[mine];
    tx_commit();
  }
}
