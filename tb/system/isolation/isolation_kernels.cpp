// Words that are alternately shared in transactions and owned by one thread, and words accessed in both ways
// at once. Threads with a number of their own each: blocks of one thread, or warps of a block.
#include <gputm.h>

namespace {

constexpr u32 kRow = 128;  ///< words: a flag is in the first of two partitions, its data in the second
constexpr u32 kData = 64;
constexpr u32 kRounds = 8;
constexpr u32 kWords = 24;  ///< words that a writer stores before the last one, so that its commit takes long

GPUTM_INLINE void pause(u32 rounds) {
  for (u32 i = 0; i < rounds; ++i) asm volatile("");
}

GPUTM_INLINE u32 read_in_transaction(volatile u32* word) {
  tx_begin();
  const u32 value = *word;
  tx_commit();
  return value;
}

/// Writes while the flag says that the words are shared.
GPUTM_INLINE void write_while_shared(u32 self, volatile u32* taken, volatile u32* data) {
  u32 go = 1;
  while (go != 0) {
    tx_begin();
    go = 0;
    if (*taken == 0) {
      go = 1;
      for (u32 i = 0; i <= kWords; ++i) data[i] = self;
    }
    tx_commit();
  }
}

GPUTM_INLINE void use(volatile u32* word, u32 value, u32* out) {
  *word = value;
  pause(300);
  *out = *word;
}

/// Thread 0 takes ownership of the last word; until then the others write it in transactions.
GPUTM_INLINE void privatize_words(u32 self, u32* rows, u32* out, u32 row_words) {
  for (u32 r = 0; r < kRounds; ++r) {
    volatile u32* const taken = &rows[r * row_words];
    volatile u32* const data = taken + row_words / 2;
    if (self == 0) {
      pause(r * 37);
      tx_begin();
      *taken = 1;
      tx_commit();
      use(&data[kWords], 1000 + r, &out[r]);
    } else {
      write_while_shared(self, taken, data);
    }
  }
}

/// Thread 0 writes words and publishes them in a transaction; once published, the others read them, in their
/// transaction and after it.
GPUTM_INLINE void publish_words(u32 self, u32* rows, u32* out, u32 row_words) {
  for (u32 r = 0; r < kRounds; ++r) {
    volatile u32* const ready = &rows[r * row_words];
    volatile u32* const data = ready + row_words / 2;
    if (self == 0) {
      pause(r * 37);
      for (u32 i = 0; i <= kWords; ++i) data[i] = 1000 + r;
      tx_begin();
      *ready = 1;
      tx_commit();
    } else {
      u32 seen = 0, inside = 0;
      while (seen == 0) {
        tx_begin();
        seen = *ready;
        if (seen != 0) inside = data[kWords];
        tx_commit();
      }
      out[(self - 1) * kRounds + r] = (inside == data[kWords]) ? inside : 0;
    }
  }
}

}  // namespace

KERNEL void privatize(u32* rows, u32* out) { privatize_words(block_id(), rows, out, kRow); }

/// Thread 0 passes the word to thread 1, which only reads in its transactions.
KERNEL void hand_over(u32* rows, u32* out) {
  const u32 self = block_id();
  for (u32 r = 0; r < kRounds; ++r) {
    volatile u32* const taken = &rows[r * kRow];
    volatile u32* const data = taken + kData;
    if (self == 0) {
      pause(r * 37);
      tx_begin();
      *taken = 1;
      tx_commit();
    } else if (self == 1) {
      while (read_in_transaction(taken) == 0) {
      }
      use(&data[kWords], 1000 + r, &out[r]);
    } else {
      write_while_shared(self, taken, data);
    }
  }
}

KERNEL void publish(u32* rows, u32* out) { publish_words(block_id(), rows, out, kRow); }

namespace {

SHARED u32 shared_rows[kRounds * 64];

}  // namespace

KERNEL void privatize_shared(u32*, u32* out) {
  if (lane_id() == 0) privatize_words(thread_in_block() / warp_lanes(), shared_rows, out, 64);
}
KERNEL void publish_shared(u32*, u32* out) {
  if (lane_id() == 0) publish_words(thread_in_block() / warp_lanes(), shared_rows, out, 64);
}

/// Odd threads add in a transaction, even ones plainly.
KERNEL void race(u32* word, u32*) {
  if ((thread_id() & 1) != 0) {
    tx_begin();
    *word += 1;
    tx_commit();
  } else {
    *word += 1;
  }
}
KERNEL void race_shared(u32*, u32* out) {
  u32* const word = shared_rows;
  if ((thread_id() / warp_lanes() & 1) != 0) {
    tx_begin();
    *word += 1;
    tx_commit();
  } else {
    pause(200);
    *word += 1;
  }
  barrier();
  if (thread_in_block() == 0) *out = *word;
}

namespace {

/// One thread slowly adds to the word without a transaction; another one adds in a transaction meanwhile, and
/// has committed when the first one stores.
GPUTM_INLINE void add_late(u32* word, u32 before, u32 inside, bool looks_around) {
  volatile u32* const counter = word;
  if (block_id() == 0) {
    const u32 seen = *counter;
    pause(seen + 3000);
    if (looks_around) pause(counter[1]);
    *counter = seen + 1;
  } else {
    pause(before);
    tx_begin();
    const u32 seen = *counter;
    pause(seen + inside);
    *counter = seen + 1;
    tx_commit();
  }
}

}  // namespace

KERNEL void stale_update(u32* word, u32*) { add_late(word, 100, 0, false); }
KERNEL void stale_update_in_transaction(u32* word, u32*) {
  if (block_id() == 0) pause(100);
  add_late(word, 0, 300, true);
}

/// Plain and transactional accesses to the same words, each ordered by barriers, transactions or atomics.
KERNEL void phases(u32* words, u32* out) {
  const u32 t = thread_in_block();
  u32* const mine = words + block_id() * 256;
  for (u32 r = 0; r < 3; ++r) {
    mine[t] = mine[t] + r;
    barrier();
    tx_begin();
    mine[(t + 1) % block_size()] += 1;
    mine[(t + 7) % block_size()] += 1;
    tx_commit();
    barrier();
    const u32 seen = mine[(t + 3) % block_size()];
    barrier();
    mine[(t + 3) % block_size()] = seen + 1;
    barrier();
  }
  out[block_id() * block_size() + t] = mine[t];
}
