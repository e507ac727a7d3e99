// Software TM with several versions of a word, after CSMV (Nunes, Castro, Romano: "CSMV: A Highly Scalable
// Multi-Versioned Software Transactional Memory for GPUs", IPDPS 2022).
//
// A transaction reads the snapshot of the time at which it began, so it always sees consistent values, and
// commits without any check if it has written nothing. The heap has the latest value of each word; its box
// has the time of that version, and three older versions. A version that is no longer there dooms the reader.
//
// The writing transactions that a warp commits together are a batch. Batches take tickets and validate one
// after another:
//   1. a transaction passes if the latest versions of all its words are in its snapshot, and if no lower lane
//      of the batch that passed so far writes one of them (lanes claim the words that they write);
//   2. each that passed saves the versions that it replaces, and marks their boxes with its time, which
//      consists of ticket and lane;
//   3. the next batch may validate. This one stores its values, waits until those of all earlier batches are
//      in the heap, and publishes its ticket: new snapshots contain it.
// A warp waits for warps with earlier tickets only, with all lanes in step: there is no deadlock. The lowest
// lane of a batch that passes step 1's first half commits.
//
// In CSMV a block of threads, the server, validates the batches of all others, which send their read and
// write sets. Here each warp does so itself, in the order of tickets. A server would take a core of the
// machine, and a block of the grid, which the workloads size and number themselves.
//
// Time of a transaction on an idle machine, in trips to the L2: one to begin, two per read; to commit, a
// eighth per word for each of three checks, and seven for the order. While it validates, others wait.
#pragma once

#include "software_accesses.h"

namespace gputm::kernels {

/// atomic_max() that does not wait for the old value.
GPUTM_INLINE void raise(u32* word, u32 value) {
  asm volatile("amomaxu.w x0, %1, %0" : "+A"(*word) : "r"(value) : "memory");
}

/// Whether `holds(i, word)` for the words at `address(i)` of all i below `count`. Four loads are in flight at
/// a time.
template <typename Address, typename Holds>
[[gnu::always_inline]] inline bool all_hold(u32 count, const Address& address, const Holds& holds) {
  constexpr u32 kTogether = 8;
  bool all = true;
  for (u32 i = 0; all && i < count; i += kTogether) {
    u32 seen[kTogether] = {};
#pragma GCC unroll 8
    for (u32 j = 0; j < kTogether; ++j)
      if (i + j < count) seen[j] = load_word(address(i + j));
#pragma GCC unroll 8
    for (u32 j = 0; j < kTogether; ++j)
      if (i + j < count) all &= holds(i + j, seen[j]);
  }
  return all;
}

template <u32 kMostReads, u32 kMostWrites>
class MultiversionStm : public SoftwareTransactions<MultiversionStm<kMostReads, kMostWrites>> {
 public:
  explicit MultiversionStm(const SoftwareTmMemory& memory)
      : heap_(memory.heap),
        table_(reinterpret_cast<Box*>(memory.table)),
        sequencer_(reinterpret_cast<Sequencer*>(memory.sequencer)) {}

  [[gnu::always_inline]] void begin() {
    this->doomed_ = false;
    reads_used_ = 0;
    writes_.clear();
    snapshot_ = load_word(&sequencer_->published) << kLaneBits;
    fence_all();
  }

  [[gnu::noinline]] u32 read_word(const SharedWord* word) {
    if (this->doomed_) return 0;
    if (const auto* own = writes_.find(word)) return own->value;
    Box* const box = box_of(word);
    u32 value = load_word(word);
    // A commit marks the box before it stores the value.
    fence_all();
    if (load_word(&box->time) > snapshot_) value = older_value(*box);
    if (reads_used_ == kMostReads) abort();  // the kernel's most_reads is too small
    boxes_[reads_used_++] = box;
    return value;
  }

  [[gnu::noinline]] void write_word(SharedWord* word, u32 value) {
    if (!this->doomed_) writes_.put(word, value);
  }

  [[gnu::noinline]] bool commit() {
    bool passes = !this->doomed_;
    if (writes_.size() != 0) {
      passes = passes && prepare();
      if (passes) passes = commit_in_batch();
    }
    if (passes) {
      this->count_commit(reads_used_, writes_.size());
    } else {
      this->count_abort();
    }
    return passes;
  }

 private:
  static constexpr u32 kBatchPause = 32;  ///< less than the time of a batch
  static constexpr u32 kLaneBits = 6, kLastLane = (1U << kLaneBits) - 1;

  Box* box_of(const SharedWord* word) const { return table_ + (reinterpret_cast<u32>(word) - heap_) / 4; }

  /// Value of the snapshot, which is no longer the latest.
  u32 older_value(const Box& box) {
    u32 best = 0, place = 0;
    for (u32 i = 0; i < Box::kOlder; ++i) {
      const u32 time = load_word(&box.older[i].time);
      if (time <= snapshot_ + 1 && time > best) {
        best = time;
        place = i;
      }
    }
    const u32 value = load_word(&box.older[place].value);
    // Loads of a line are performed in order: the value belongs to the time if that has not changed.
    if (best == 0 || load_word(&box.older[place].time) != best) {
      this->doomed_ = true;
      return 0;
    }
    return value;
  }

  /// The lanes that run this together are the batch.
  [[gnu::always_inline]] bool commit_in_batch() {
    const u64 lanes = lanes_where(true);
    const u32 leader = static_cast<u32>(__builtin_ctzll(lanes));
    const bool leads = lane_id() == leader;
    u32 batch = 0;
    if (leads) batch = atomic_add(&sequencer_->next_ticket, 1);
    batch = warp_shuffle(batch, leader);
    wait_for(sequencer_->turn, batch, kBatchPause);

    const u32 claim = batch << kLaneBits | (kLastLane - lane_id());
    bool passes = all_latest();
    if (passes) {
      for (u32 i = 0; i < writes_.size(); ++i) raise(&boxes_[reads_used_ + i]->claim, claim);
    }
    fence_all();
    passes = passes && unclaimed(claim);
    if (passes) mark((batch << kLaneBits) + lane_id() + 1);
    fence_all();
    if (leads) store_relaxed(&sequencer_->turn, batch + 1);

    if (passes) {
      for (u32 i = 0; i < writes_.size(); ++i) store_relaxed(writes_[i].word, writes_[i].value);
    }
    fence_all();
    wait_for(sequencer_->published, batch, 0);
    if (leads) store_relaxed(&sequencer_->published, batch + 1);
    return passes;
  }

  [[gnu::always_inline]] static u64 lanes_where(bool condition) {
    const u32 low = warp_ballot(condition);
    return low | static_cast<u64>(warp_ballot_high(condition)) << 32;
  }

  /// Waits for a value, with `pause` rounds of a loop between polls for each step beyond the first that it is
  /// away. All lanes poll together, by one access.
  [[gnu::always_inline]] static void wait_for(const u32& word, u32 value, u32 pause) {
    for (u32 seen = load_word(&word); seen != value; seen = load_word(&word)) {
      const u32 steps = value - seen < 64 ? value - seen : 64;
      for (u32 i = pause; i < steps * pause; ++i) asm volatile("");
    }
    fence_all();
  }

  u32 words() const { return reads_used_ + writes_.size(); }

  /// Whether the latest versions of all words are in the snapshot.
  bool all_latest() const {
    return all_hold(
        words(), [&](u32 i) { return &boxes_[i]->time; }, [&](u32, u32 time) { return time <= snapshot_; });
  }
  /// Whether no lower lane of the batch writes one of the words.
  bool unclaimed(u32 claim) const {
    return all_hold(
        words(), [&](u32 i) { return &boxes_[i]->claim; }, [&](u32, u32 latest) { return latest <= claim; });
  }

  /// Collects, before the batch's turn, the versions that the transaction replaces, each with the place of
  /// the oldest in its box. They stay right as long as they are in the snapshot. False if one no longer is.
  bool prepare() {
    for (u32 i = 0; i < writes_.size(); ++i) {
      Box* const box = box_of(writes_[i].word);
      boxes_[reads_used_ + i] = box;
      u32 times[Box::kOlder];
#pragma GCC unroll 4
      for (u32 j = 0; j < Box::kOlder; ++j) times[j] = load_word(&box->older[j].time);
      replaced_[i] = {load_word(&box->time) + 1, load_word(writes_[i].word)};
      u32 place = 0;
#pragma GCC unroll 4
      for (u32 j = 1; j < Box::kOlder; ++j) place = times[j] < times[place] ? j : place;
      places_[i] = &box->older[place];
    }
    fence_all();
    return all_latest();
  }

  /// Saves the versions that are replaced, and marks the boxes.
  void mark(u32 time) {
    for (u32 i = 0; i < writes_.size(); ++i) {
      // To one line, which keeps the order: a reader notices that the version changes.
      store_relaxed(&places_[i]->time, 0);
      store_relaxed(&places_[i]->value, replaced_[i].value);
      store_relaxed(&places_[i]->time, replaced_[i].time);
      store_relaxed(&boxes_[reads_used_ + i]->time, time);
    }
  }

  u32 heap_;
  Box* table_;
  Sequencer* sequencer_;
  u32 snapshot_ = 0;
  u32 reads_used_ = 0;
  WriteSet<kMostWrites> writes_;
  Box::Version replaced_[kMostWrites];
  Box::Version* places_[kMostWrites];     ///< for the versions replaced
  Box* boxes_[kMostReads + kMostWrites];  ///< of the words read, then of those to write
};

}  // namespace gputm::kernels
