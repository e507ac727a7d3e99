// Random warps; their write sets go through a snapshot_commit_unit.
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "unit/snapshot/snapshot_commit_unit/commit_bench.h"

namespace gputm::tb {

/// Warps with random write sets; blocks committed between two publications are distinct, as the first
/// committer wins.
template <typename Model>
class RandomWarps {
 public:
  using Bench = CommitBench<Model>;

  explicit RandomWarps(Rng& rng) : rng_(rng), bench_(rng, true) {}

  void run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !bench_.failure(); ++i) step();
    for (std::uint64_t i = 0; i < 20000 && bench_.undone() != 0 && !bench_.failure(); ++i) bench_.cycle();
    bench_.publish(1);
  }
  /// Cycles, with anything that the unit does
  void cycles(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) step();
  }
  const Bench& bench() const { return bench_; }

 private:
  unsigned random(std::uint64_t bound) { return static_cast<unsigned>(below(rng_, bound)); }

  void step() {
    const unsigned id = random(kSets);
    if (bench_.free(id)) {
      release(id);
      if (one_in(rng_, 8)) bench_.send(id, make(id));
    } else if (bench_.waits(id) && one_in(rng_, 8)) {
      if (one_in(rng_, 6)) {
        bench_.drop(id);
      } else if (!closing_) {
        committed_.insert(id);
        bench_.commit(id);
      }
    }
    if (one_in(rng_, 150)) closing_ = true;
    if (closing_ && bench_.undone() == 0) publish();
    bench_.cycle();
  }

  void publish() {
    bench_.publish(1 + below(rng_, 150));
    closing_ = false;
    taken_.clear();
    for (unsigned id = 0; id < kSets; ++id) {
      if (bench_.free(id)) blocks_[id].clear();
      taken_.insert(blocks_[id].begin(), blocks_[id].end());
    }
    committed_.clear();
  }
  /// Blocks of a dropped set can be committed by others.
  void release(unsigned id) {
    if (!committed_.contains(id))
      for (const unsigned block : blocks_[id]) taken_.erase(block);
    committed_.erase(id);
    blocks_[id].clear();
  }

  unsigned any_block() {
    const unsigned area = random(kRegions + 1);
    return area * kSpace + random(area < kRegions ? kRegionBlocks : kSpace);
  }
  /// The lane has written the block before, and no other lane of the set has.
  static bool again(const WriteSet& set, const Word& word) {
    return std::ranges::any_of(set.words, [&](const Word& before) {
      return before.block == word.block && before.lane == word.lane;
    });
  }
  WriteSet make(unsigned id) {
    WriteSet set{.lanes = 1 + random((1U << kLanes) - 1)};
    set.commits = set.lanes & (one_in(rng_, 2) ? ~0U : random(1U << kLanes));
    const unsigned count = one_in(rng_, 6) ? kWords + random(kWords) : random(kWords + 1);
    unsigned block = any_block();
    for (unsigned i = 0; i < count; ++i) {
      Word word{.lane = random(kLanes), .data = random(256)};
      while (((set.lanes >> word.lane) & 1) == 0) word.lane = (word.lane + 1) % kLanes;
      // Often in the previous word's sector.
      block = one_in(rng_, 3) ? any_block() : block / kSectorWords * kSectorWords + random(kSectorWords);
      word.block = block;
      if (((set.commits >> word.lane) & 1) != 0) {
        if (taken_.contains(block) && !again(set, word)) continue;
        taken_.insert(block);
        blocks_[id].insert(block);
      }
      set.words.push_back(word);
    }
    return set;
  }

  Rng& rng_;
  Bench bench_;
  bool closing_ = false;          ///< no more commits before the publication
  std::set<unsigned> taken_;      ///< blocks that commit, or may, in this version
  std::set<unsigned> committed_;  ///< sets that have committed
  std::array<std::set<unsigned>, kSets> blocks_;
};

}  // namespace gputm::tb
