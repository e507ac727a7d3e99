// Building blocks of random kernels, for the device and for the host. The memory after the transactions does
// not depend on their order; transactions that read words written by others check them for consistency.
#pragma once

#include <gputm.h>

// A seeded fault, which the comparison must find.
#ifdef FUZZ_WITHOUT_TRANSACTIONS
#define tx_begin() asm volatile("" ::: "memory")
#define tx_commit() asm volatile("" ::: "memory")
#endif

#include "gputm/tm.h"

namespace fuzz {

// Parts of the shared words.
constexpr u32 kSums = 0, kSumCount = 32;            ///< changed by additions
constexpr u32 kFlips = 32, kFlipCount = 16;         ///< changed by exclusive or
constexpr u32 kMaxima = 48, kMaximumCount = 16;     ///< raised to a maximum
constexpr u32 kPairs = 64, kPairCount = 16;         ///< two words each, with sum 0; transfers between them
constexpr u32 kBytes = 96, kByteCount = 64;         ///< bytes, changed by additions
constexpr u32 kCounters = 112, kCounterCount = 16;  ///< changed by atomics, outside of transactions
/// Two words each, with sum 0, whose values depend on the order of the transactions: only the sum is
/// compared.
constexpr u32 kLoosePairs = 128, kLoosePairCount = 16;
constexpr u32 kSharedWords = 160;
constexpr u32 kOwnWords = 8;  ///< words of each thread

struct Arguments {
  const u32* in;  ///< a random word for each thread
  u32* words;     ///< kSharedWords
  u32* own;       ///< kOwnWords for each thread
};

/// A thread's state, on its stack unless the compiler knows better.
struct Thread {
  u32* words;
  u32* own;
  u32 state;
  u32 broken;  ///< pairs seen with a sum other than 0, in committed attempts
};

GPUTM_INLINE Thread start(const Arguments* a) {
  return {a->words, &a->own[kOwnWords * thread_id()], a->in[thread_id()], 0};
}
GPUTM_INLINE void end(Thread& t, u32 result) {
  t.own[0] += result;
  t.own[kOwnWords - 1] = t.broken;
}
/// The thread's next random number.
GPUTM_INLINE u32 draw(Thread& t) { return (t.state = t.state * 1664525u + 1013904223u) >> 8; }
GPUTM_INLINE void keep(Thread& t, u32 at, u32 value) { t.own[1 + at % (kOwnWords - 2)] += value; }

// The following only in transactions.

GPUTM_INLINE void add(Thread& t, u32 at, u32 value) { t.words[kSums + at % kSumCount] += value; }
GPUTM_INLINE void flip(Thread& t, u32 at, u32 value) { t.words[kFlips + at % kFlipCount] ^= value; }
GPUTM_INLINE void raise(Thread& t, u32 at, u32 value) {
  u32* const word = &t.words[kMaxima + at % kMaximumCount];
  if (*word < value) *word = value;
}
GPUTM_INLINE void add_byte(Thread& t, u32 at, u32 value) {
  auto* const byte = reinterpret_cast<unsigned char*>(&t.words[kBytes]) + at % kByteCount;
  *byte = static_cast<unsigned char>(*byte + value);
}
GPUTM_INLINE u32* pair(Thread& t, u32 at) { return &t.words[kPairs + 2 * (at % kPairCount)]; }
GPUTM_INLINE u32* loose_pair(Thread& t, u32 at) { return &t.words[kLoosePairs + 2 * (at % kLoosePairCount)]; }
GPUTM_INLINE void move(Thread& t, u32 at, u32 amount) {
  u32* const words = pair(t, at);
  if (words[0] + words[1] != 0) ++t.broken;
  words[0] += amount;
  words[1] -= amount;
}
GPUTM_INLINE void churn(Thread& t, u32 at, u32 amount) {
  u32* const words = loose_pair(t, at);
  const u32 value = words[0];
  if (value + words[1] != 0) ++t.broken;
  words[0] = value * 3 + amount;
  words[1] = 0 - (value * 3 + amount);
}
/// Moves the amount from one pair, whose index depends on earlier transactions, to another.
GPUTM_INLINE void follow(Thread& t, u32 at, u32 amount) { churn(t, loose_pair(t, at)[0], amount); }
/// A bit that depends on the order of the transactions.
GPUTM_INLINE bool chance(Thread& t, u32 at) {
  return ((t.words[kSums + at % kSumCount] ^ loose_pair(t, at)[1]) & 1) != 0;
}

}  // namespace fuzz
