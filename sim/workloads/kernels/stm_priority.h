// Software TM with versioned locks and priorities, after PR-STM (Shen, Sharp, Blewitt, Ushaw, Morgan:
// "Priority Rule Based Software Transactions for the GPU", Euro-Par 2015).
//
// Each word of the heap has a lock word and a version. Reads are invisible: a read notes the version of its
// word before it loads the value. Writes are kept until the commit, which
//   1. takes a tentative lock on each word to write; a thread of higher priority (a lower number) takes
//      tentative locks from others, and a thread that meets a higher priority aborts;
//   2. validates the reads, and aborts if a higher priority has locked one of them;
//   3. makes its locks final, unless one was taken away;
//   4. validates the reads again, stores the values, and frees the locks with the next version.
// No thread ever waits for another, so lanes of a warp cannot deadlock. They take each step together: of
// lanes in conflict the one of highest priority passes step 2, where the others abort. An attempt may read
// words of different times before it aborts; addresses outside of the heap doom it.
//
// Time of a transaction on an idle machine, in trips to the L2: two per read; per written word a load, two
// atomics and two stores; two per read to validate, or one if nothing is written.
#pragma once

#include "software_accesses.h"

namespace gputm::kernels {

template <u32 kMostReads, u32 kMostWrites>
class PriorityStm : public SoftwareTransactions<PriorityStm<kMostReads, kMostWrites>> {
  using Base = SoftwareTransactions<PriorityStm>;

 public:
  explicit PriorityStm(const SoftwareTmMemory& memory)
      : heap_(memory.heap),
        bytes_(memory.bytes),
        locks_(reinterpret_cast<Lock*>(memory.table)),
        priority_(thread_id()) {}

  [[gnu::always_inline]] void begin() {
    this->doomed_ = false;
    reads_used_ = 0;
    writes_.clear();
  }

  [[gnu::noinline]] u32 read_word(const SharedWord* word) {
    if (this->doomed_) return 0;
    if (const auto* own = writes_.find(word)) return own->value;
    if (outside(word)) return doom();
    Lock* const lock = lock_of(word);
    const u32 seen = load_word(&lock->word);
    if (state_of(seen) == kFinal) return doom();
    const u32 version = version_of(*lock, seen);
    fence_all();
    const u32 value = load_word(word);
    if (reads_used_ == kMostReads) return overflow();
    reads_[reads_used_++] = {lock, version};
    return value;
  }

  [[gnu::noinline]] void write_word(SharedWord* word, u32 value) {
    if (outside(word)) doom();
    if (!this->doomed_) writes_.put(word, value);
  }

  [[gnu::noinline]] bool commit() {
    u32 taken = 0, final = 0;
    bool passes = !this->doomed_;
    const u32 count = writes_.size();
    for (; passes && taken < count; taken += passes ? 1 : 0) passes = take(taken);
    if (count != 0) passes = passes && valid(true);
    for (; passes && final < count; final += passes ? 1 : 0)
      passes = swap_if_equal(&lock_of(writes_[final].word)->word, mine(kTentative), mine(kFinal));
    passes = passes && valid(false);
    if (passes) {
      publish();
      this->count_commit(reads_used_, count);
    } else {
      release(taken, final);
      this->count_abort();
    }
    return passes;
  }

 private:
  struct Read {
    Lock* lock;
    u32 version;
  };

  static LockState state_of(u32 word) { return static_cast<LockState>(word & 3); }
  static u32 free(u32 version) { return version << 2 | kFree; }
  u32 mine(LockState state) const { return priority_ << 2 | state; }
  bool is_mine(u32 word) const { return state_of(word) != kFree && word >> 2 == priority_; }
  bool is_higher(u32 word) const { return state_of(word) != kFree && word >> 2 < priority_; }
  /// Version of a word's lock that was seen without a final lock of others.
  static u32 version_of(const Lock& lock, u32 seen) {
    return state_of(seen) == kFree ? seen >> 2 : load_word(&lock.version);
  }

  bool outside(const SharedWord* word) const {
    const u32 offset = reinterpret_cast<u32>(word) - heap_;
    return offset >= bytes_ || offset % 4 != 0;
  }
  Lock* lock_of(const SharedWord* word) const { return locks_ + (reinterpret_cast<u32>(word) - heap_) / 4; }
  u32 doom() {
    this->doomed_ = true;
    return 0;
  }
  /// Either inconsistent reads lead in a circle, or the kernel's most_reads is too small.
  u32 overflow() {
    if (valid(false)) abort();
    return doom();
  }

  /// Takes a tentative lock on the word of write `i`.
  bool take(u32 i) {
    Lock* const lock = lock_of(writes_[i].word);
    u32 seen = load_word(&lock->word), old = ~seen;
    while (old != seen && state_of(seen) != kFinal && !is_higher(seen)) {
      old = gputm_device::custom_compare_and_swap(&lock->word, seen, mine(kTentative));
      if (old == seen) {
        versions_[i] = version_of(*lock, seen);  // no longer changes
      } else {
        seen = old;
        old = ~seen;
      }
    }
    return old == seen;
  }

  /// Whether all words read still have the versions noted. `yield`: not if a higher priority has one of them
  /// locked.
  bool valid(bool yield) const {
    bool valid = true;
    for (u32 i = 0; valid && i < reads_used_; ++i) {
      const Read read = reads_[i];
      const u32 seen = load_word(&read.lock->word);
      valid = (state_of(seen) != kFinal || is_mine(seen)) && version_of(*read.lock, seen) == read.version &&
              !(yield && is_higher(seen));
    }
    return valid;
  }

  void publish() {
    const u32 count = writes_.size();
    for (u32 i = 0; i < count; ++i) store_relaxed(writes_[i].word, writes_[i].value);
    fence_release();
    for (u32 i = 0; i < count; ++i) {
      Lock* const lock = lock_of(writes_[i].word);
      store_relaxed(&lock->version, versions_[i] + 1);
      store_relaxed(&lock->word, free(versions_[i] + 1));  // to the same line, which keeps the order
    }
  }

  /// Frees the first `taken` locks, of which the first `final` are final; others may have been taken away.
  void release(u32 taken, u32 final) {
    for (u32 i = 0; i < taken; ++i) {
      u32* const word = &lock_of(writes_[i].word)->word;
      if (i < final) {
        store_relaxed(word, free(versions_[i]));
      } else {
        swap_if_equal(word, mine(kTentative), free(versions_[i]));
      }
    }
  }

  u32 heap_, bytes_;
  Lock* locks_;
  u32 priority_;
  u32 reads_used_ = 0;
  WriteSet<kMostWrites> writes_;
  u32 versions_[kMostWrites];  ///< of the words to write, when their locks were taken
  Read reads_[kMostReads];
};

}  // namespace gputm::kernels
