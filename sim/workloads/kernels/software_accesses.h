// Parts of both software TMs: accesses to shared words, the write set, counts.
#pragma once

#include <gputm.h>

#include "software_tm.h"

namespace gputm::kernels {

/// Shared word of any type
using SharedWord [[gnu::may_alias]] = u32;

GPUTM_INLINE u32 load_word(const SharedWord* word) {
  return load_relaxed(reinterpret_cast<const u32*>(word));
}
/// Orders earlier accesses of this thread before later ones.
GPUTM_INLINE void fence_all() { asm volatile("fence rw, rw" ::: "memory"); }
/// In one instruction at the L2, where compare_and_swap() is a load and a conditional store.
GPUTM_INLINE bool swap_if_equal(u32* word, u32 expected, u32 desired) {
  return gputm_device::custom_compare_and_swap(word, expected, desired) == expected;
}

/// Words that an attempt will write, in the order of their first writes
template <u32 kMost>
class WriteSet {
 public:
  struct Entry {
    SharedWord* word;
    u32 value;
  };

  [[gnu::always_inline]] void clear() {
    used_ = 0;
    filter_ = 0;
  }
  [[gnu::always_inline]] u32 size() const { return used_; }
  [[gnu::always_inline]] const Entry& operator[](u32 i) const { return entries_[i]; }
  /// Entry of the word; null: none. Most searches end at the filter.
  [[gnu::always_inline]] Entry* find(const SharedWord* word) {
    Entry* found = nullptr;
    if ((filter_ & bit_of(word)) != 0) {
      for (u32 i = 0; i < used_; ++i)
        if (entries_[i].word == word) found = &entries_[i];
    }
    return found;
  }
  [[gnu::always_inline]] void put(SharedWord* word, u32 value) {
    Entry* const entry = find(word);
    if (entry != nullptr) {
      entry->value = value;
    } else {
      if (used_ == kMost) abort();  // the kernel's most_writes is too small
      entries_[used_++] = {word, value};
      filter_ |= bit_of(word);
    }
  }

 private:
  static u32 bit_of(const SharedWord* word) { return 1U << (reinterpret_cast<u32>(word) / 4 % 32); }

  u32 used_ = 0;
  u32 filter_ = 0;  ///< a bit for each word, by the lower bits of its number
  Entry entries_[kMost];
};

/// Interface of a software TM to kernels. Stm has begin(), commit(), and the accesses: read_word(),
/// write_word().
template <typename Stm>
class SoftwareTransactions {
 public:
  template <typename T>
  [[gnu::always_inline]] T read(const T& word) {
    static_assert(sizeof(T) == sizeof(u32));
    return __builtin_bit_cast(T, stm().read_word(reinterpret_cast<const SharedWord*>(&word)));
  }
  template <typename T>
  [[gnu::always_inline]] void write(T& word, T value) {
    static_assert(sizeof(T) == sizeof(u32));
    stm().write_word(reinterpret_cast<SharedWord*>(&word), __builtin_bit_cast(u32, value));
  }
  /// Whether the attempt will abort: its reads are zeros.
  [[gnu::always_inline]] bool doomed() const { return doomed_; }
  /// Adds the thread's counts to those of earlier launches.
  [[gnu::always_inline]] void count(const SoftwareTmMemory& memory) const {
    TransactionCounts& all = reinterpret_cast<TransactionCounts*>(memory.counts)[thread_id()];
    all = {all.commits + counts_.commits, all.aborts + counts_.aborts, all.reads + counts_.reads,
           all.writes + counts_.writes};
  }

 protected:
  [[gnu::always_inline]] void count_commit(u32 reads, u32 writes) {
    counts_.commits += 1;
    counts_.reads += reads;
    counts_.writes += writes;
  }
  [[gnu::always_inline]] void count_abort() { counts_.aborts += 1; }

  bool doomed_ = false;

 private:
  [[gnu::always_inline]] Stm& stm() { return *static_cast<Stm*>(this); }

  TransactionCounts counts_{};
};

}  // namespace gputm::kernels
