// snapshot_commit_unit, version_index_table and row_copy_unit together, around a memory: after each
// publication a look-up of any program block returns exactly the committed contents, also in relocated
// blocks, and after times have overflowed and versions were flushed. Random stalls on every port.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "Vversioned_commits.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

// Parameters as wired, and the test's regions: each with its versions in 64 blocks, relocated blocks far
// above.
constexpr unsigned kSets = 4, kWords = 8, kLanes = 4, kSectorWords = 4, kBlocks = 1 << 12, kLastTime = 127;
constexpr unsigned kRegions = 3, kLog2Region = 4, kSpace = 64, kRelocated = 2048, kProgram = 4 * kSpace;
// In the order of versioned_memory_pkg.
constexpr unsigned kWord = 0, kEnd = 1, kCommit = 2, kDrop = 3, kResend = 1;

struct Beat {
  unsigned kind = kWord, lane = 0, block = 0, data = 0, words = 0, lanes = 0;
};

class Partition {
 public:
  explicit Partition(Rng& rng) : rng_(rng), sets_(rng), writes_(rng), replies_(rng), rows_(rng) {
    auto& dut = bench_.dut();
    dut.set_valid_i = dut.write_ready_i = dut.reply_ready_i = dut.look_valid_i = dut.region_valid_i = 0;
    dut.publish_valid_i = dut.flush_valid_i = dut.row_ready_i = 0;
    bench_.reset();
    dut.region_valid_i = 1;
    for (unsigned region = 0; region < kRegions; ++region) {
      drive(dut.region_start_i, region * kSpace);
      drive(dut.region_size_i, kLog2Region);
      drive(dut.region_relocated_i, kRelocated + region * kSpace);
      wait([&] { return dut.region_ready_o; });
    }
    dut.region_valid_i = 0;
  }

  /// Some sets that write different blocks; some commit, others are dropped. Then a publication.
  void version() {
    std::set<unsigned> taken;
    for (unsigned id = 0; id < kSets; ++id) make(id, taken);
    for (unsigned i = 0; i < 5000 && !idle(); ++i) cycle();
    bench_.require(idle(), "a set is never done");
    publish();
  }
  /// Contents of a block in the program's view.
  void look() {
    auto& dut = bench_.dut();
    const unsigned block = random(kProgram);
    drive(dut.look_block_i, block);
    dut.look_valid_i = 1;
    wait([&] { return dut.look_ready_o; });
    dut.look_valid_i = 0;
    unsigned place = kBlocks;
    for (unsigned i = 0; i < 10 && place == kBlocks; ++i) {
      bench_.settle();
      if (dut.seen_valid_o) place = dut.seen_block_o;
      cycle();
    }
    bench_.require(place < kBlocks && memory_[place] == image_[block], "a block is not what has committed");
  }
  unsigned random(std::uint64_t bound) { return static_cast<unsigned>(below(rng_, bound)); }
  std::uint64_t commits() const { return commits_; }
  std::uint64_t resends() const { return resends_; }
  std::uint64_t flushes() const { return flushes_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  bool idle() const {
    return awaited_.empty() && std::ranges::all_of(beats_, [](const auto& beats) { return beats.empty(); });
  }

  void make(unsigned id, std::set<unsigned>& taken) {
    const unsigned commits = random(1U << kLanes), count = random(3 * kWords / 2);
    std::vector<Beat>& words = words_[id];
    words.clear();
    unsigned block = random(kProgram);
    for (unsigned i = 0; i < count; ++i) {
      block = one_in(rng_, 3) ? random(kProgram) : block / kSectorWords * kSectorWords + random(kSectorWords);
      if (taken.insert(block).second)
        words.push_back({.kind = kWord, .lane = random(kLanes), .block = block, .data = random(256)});
    }
    send_words(id);
    if (one_in(rng_, 5)) return beats_[id].push_back({.kind = kDrop});
    beats_[id].push_back({.kind = kCommit, .lanes = commits});
    awaited_.insert(id);
    for (const Beat& word : words)
      if (((commits >> word.lane) & 1) != 0) image_[word.block] = word.data;
  }
  void send_words(unsigned id) {
    for (const Beat& word : words_[id]) beats_[id].push_back(word);
    beats_[id].push_back(
        {.kind = kEnd, .words = static_cast<unsigned>(words_[id].size()), .lanes = (1U << kLanes) - 1});
  }

  void publish() {
    auto& dut = bench_.dut();
    if (++time_ == kLastTime) {  // all versions but the newest are dropped; times restart
      dut.flush_valid_i = 1;
      wait([&] { return dut.flush_ready_o; });
      dut.flush_valid_i = 0;
      time_ = 1;
      ++flushes_;
    }
    dut.publish_valid_i = 1;
    for (unsigned region = 0; region < kRegions; ++region) {
      if (((written_ >> region) & 1) == 0) continue;
      drive(dut.publish_region_i, region);
      drive(dut.publish_time_i, time_);
      wait([&] { return dut.publish_ready_o; });
    }
    dut.publish_valid_i = 0;
    written_ = 0;
  }

  /// Cycles until the condition holds, including the last.
  template <typename Holds>
  void wait(Holds holds) {
    for (unsigned i = 0; i < 1000; ++i) {
      bench_.settle();
      const bool last = holds();
      cycle();
      if (last) return;
    }
    bench_.require(false, "waits for ever");
  }

  void cycle() {
    auto& dut = bench_.dut();
    const unsigned first = random(kSets);
    for (unsigned i = 0; i < kSets && !dut.set_valid_i && sets_.go(); ++i) offer((first + i) % kSets);
    dut.write_ready_i = writes_.go();
    dut.reply_ready_i = replies_.go();
    dut.row_ready_i = rows_.go();
    bench_.settle();
    if (dut.write_valid_o && dut.write_ready_i) {
      for (unsigned part = 0; part < kSectorWords; ++part)
        if (((dut.write_mask_o >> part) & 1) != 0)
          memory_[dut.write_sector_o * kSectorWords + part] = (dut.write_data_o >> (8 * part)) & 0xff;
    }
    if (dut.row_valid_o && dut.row_ready_i)
      for (unsigned i = 0; i < 4; ++i) memory_[dut.row_to_o + i] = memory_[dut.row_from_o + i];
    if (dut.reply_valid_o && dut.reply_ready_i) take_reply();
    const bool taken = dut.set_valid_i && dut.set_ready_o;
    if (taken) beats_[dut.set_id_i].pop_front();
    bench_.step();
    if (taken) dut.set_valid_i = 0;
  }
  void offer(unsigned id) {
    if (beats_[id].empty()) return;
    auto& dut = bench_.dut();
    const Beat& beat = beats_[id].front();
    dut.set_valid_i = 1;
    drive(dut.set_kind_i, beat.kind);
    drive(dut.set_id_i, id);
    drive(dut.set_lane_i, beat.lane);
    drive(dut.set_block_i, beat.block);
    drive(dut.set_data_i, beat.data);
    drive(dut.set_words_i, beat.words);
    drive(dut.set_lanes_i, beat.lanes);
  }
  void take_reply() {
    auto& dut = bench_.dut();
    bench_.require(awaited_.contains(dut.reply_set_o), "a reply to a set that does not commit");
    if (dut.reply_kind_o == kResend) {
      ++resends_;
      return send_words(dut.reply_set_o);
    }
    awaited_.erase(dut.reply_set_o);
    written_ |= dut.reply_regions_o;
    ++commits_;
  }

  Checked<Vversioned_commits> bench_;
  Rng& rng_;
  StallStream sets_, writes_, replies_, rows_;
  std::array<unsigned, kBlocks> memory_{};
  std::array<unsigned, kProgram> image_{};  ///< committed contents in the program's view
  std::array<std::vector<Beat>, kSets> words_;
  std::array<std::deque<Beat>, kSets> beats_;
  std::set<unsigned> awaited_;  ///< sets whose commit has no reply yet
  unsigned written_ = 0, time_ = 0;
  std::uint64_t commits_ = 0, resends_ = 0, flushes_ = 0;
};

TEST(VersionedCommits, WhatCommitsIsSeenAfterItsPublication) {
  Rng rng = seeded_rng(121);
  Partition partition(rng);
  for (std::uint64_t i = 0; i < run_length(1000) && !partition.failure(); ++i) {
    partition.version();
    for (unsigned looks = partition.random(20); looks != 0; --looks) partition.look();
  }
  ASSERT_EQ(partition.failure(), std::nullopt);
  EXPECT_GT(partition.commits(), 1000);
  EXPECT_GT(partition.resends(), 100);
  EXPECT_GT(partition.flushes(), 3);
}

}  // namespace
}  // namespace gputm::tb
