// Drives snapshot_commit_unit between cores that send write sets, a version index table and an L2, and
// compares every write, place and reply with commit_model.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/snapshot/snapshot_commit_unit/commit_model.h"

namespace gputm::tb {

template <typename Model>
class CommitBench {
 public:
  /// `stalls`: every port stalls at random; otherwise a place takes four cycles, as the table's do.
  CommitBench(Rng& rng, bool stalls)
      : rng_(rng), stalls_(stalls), sets_in_(rng), asks_(rng), places_(rng), writes_(rng), replies_(rng) {
    auto& dut = bench_.dut();
    dut.set_valid_i = dut.place_req_ready_i = dut.place_valid_i = dut.write_ready_i = dut.reply_ready_i = 0;
    bench_.reset();
  }

  bool free(unsigned id) const { return !slots_[id].used; }
  /// The set's words and its end are sent.
  void send(unsigned id, const WriteSet& set) {
    slots_[id] = {.set = set, .used = true};
    send_words(id);
  }
  /// Everything has been sent, and nothing is decided.
  bool waits(unsigned id) const { return slots_[id].used && slots_[id].beats.empty() && !slots_[id].decided; }
  void commit(unsigned id) {
    slots_[id].decided = true;
    slots_[id].beats.push_back({.kind = kCommit, .lanes = slots_[id].set.commits});
    ++undone_;
  }
  void drop(unsigned id) {
    slots_[id].decided = true;
    slots_[id].beats.push_back({.kind = kDrop});
  }
  unsigned undone() const { return undone_; }
  /// Called when no commit is pending: the commits since the last time get a time, and the next versions are
  /// copied.
  void publish(std::uint64_t copy_cycles) {
    for (const unsigned region : written_) {
      memory_.publish(region);
      memory_.keep(region);
      copied_at_[region] = bench_.cycles() + copy_cycles;
    }
    bench_.require(memory_.holds(), "a version is not what has committed");
    written_.clear();
  }
  /// Directed: sends the beat as given.
  void send_beat(unsigned id, unsigned kind, const Word& word, unsigned words, unsigned lanes) {
    slots_[id].beats.push_back({.kind = kind, .word = word, .words = words, .lanes = lanes});
  }

  void cycle() {
    auto& dut = bench_.dut();
    for (unsigned region = 0; region < kRegions; ++region)
      if (memory_.copying(region) && copied_at_[region] <= bench_.cycles()) memory_.end_copy(region);
    offer();
    drive_place();
    dut.place_req_ready_i = go(asks_);
    dut.write_ready_i = go(writes_);
    dut.reply_ready_i = go(replies_);
    bench_.settle();
    bench_.require(dut.busy_o || undone_ == 0, "rests while a set commits");
    if (dut.place_valid_i) answered();
    if (dut.place_req_valid_o && dut.place_req_ready_i) {
      bench_.require(dut.place_req_block_o % kSectorWords == 0, "asks for a part of a sector");
      bench_.require(!probes_ || stale_ != 0 || places_due_.empty(),
                     "asks for two places at a time before there is one");
      places_due_.push_back({dut.place_req_block_o, bench_.cycles() + 4 + (stalls_ ? below(rng_, 6) : 0)});
      if (refused_at_) retries_after_.insert(bench_.cycles() - *refused_at_);
      refused_at_.reset();
    }
    if (dut.place_valid_i && dut.place_result_i == kNotYet) refused_at_ = bench_.cycles();
    if (dut.write_valid_o && dut.write_ready_i) check_write();
    if (dut.reply_valid_o && dut.reply_ready_i) check_reply();
    const bool taken = dut.set_valid_i && dut.set_ready_o;
    if (taken) take();
    bench_.step();
    if (taken) dut.set_valid_i = 0;
  }

  bool busy() {
    bench_.settle();
    return bench_.dut().busy_o;
  }
  std::uint64_t cycles() const { return bench_.cycles(); }
  std::uint64_t first_write() const { return first_write_; }
  std::uint64_t last_write() const { return last_write_; }
  std::uint64_t words() const { return words_; }
  std::uint64_t accesses() const { return accesses_; }
  std::uint64_t commits() const { return commits_; }
  std::uint64_t resends() const { return resends_; }
  std::uint64_t not_yet() const { return not_yet_; }
  /// Cycles from refusals to the next asks.
  const std::set<std::uint64_t>& retries_after() const { return retries_after_; }
  bool assertion_failed() const { return bench_.assertion_failed(); }
  std::optional<std::string> failure() const { return bench_.failure(); }

  // Kinds of beats and replies, and results for a place, in the order of versioned_memory_pkg.
  static constexpr unsigned kWord = 0, kEnd = 1, kCommit = 2, kDrop = 3;
  static constexpr unsigned kDone = 0, kResend = 1;
  static constexpr unsigned kValid = 0, kNotYet = 2;

 private:
  struct Beat {
    unsigned kind = kWord;
    Word word = {};
    unsigned words = 0, lanes = 0;
  };
  struct Slot {
    WriteSet set;
    bool used = false, decided = false, resent = false;
    std::deque<Beat> beats = {};  ///< beats to be sent
  };
  struct Commit {
    unsigned id = 0;
    std::deque<SectorWrite> writes = {};
    std::uint64_t regions = 0;
  };
  struct Asked {
    unsigned block = 0;
    std::uint64_t due = 0;
  };

  bool go(StallStream& port) { return !stalls_ || port.go(); }

  void send_words(unsigned id) {
    const WriteSet& set = slots_[id].set;
    for (const Word& word : set.words) slots_[id].beats.push_back({.kind = kWord, .word = word});
    slots_[id].beats.push_back(
        {.kind = kEnd, .words = static_cast<unsigned>(set.words.size()), .lanes = set.lanes});
  }

  /// Beats of sets are interleaved at random; without stalls, one set after the other.
  void offer() {
    auto& dut = bench_.dut();
    if (dut.set_valid_i || !go(sets_in_)) return;
    const unsigned first = stalls_ ? static_cast<unsigned>(below(rng_, kSets)) : 0;
    for (unsigned i = 0; i < kSets; ++i) {
      const unsigned id = (first + i) % kSets;
      if (slots_[id].beats.empty()) continue;
      const Beat& beat = slots_[id].beats.front();
      dut.set_valid_i = 1;
      drive(dut.set_id_i, id);
      drive(dut.set_kind_i, beat.kind);
      drive(dut.set_lane_i, beat.word.lane);
      drive(dut.set_block_i, beat.word.block);
      drive(dut.set_data_i, beat.word.data);
      drive(dut.set_words_i, beat.words);
      drive(dut.set_lanes_i, beat.lanes);
      return;
    }
  }

  void take() {
    auto& dut = bench_.dut();
    Slot& slot = slots_[dut.set_id_i];
    const unsigned kind = slot.beats.front().kind;
    slot.beats.pop_front();
    if (kind == kDrop) slot.used = false;
    if (kind != kCommit) return;
    Commit commit{.id = dut.set_id_i};
    for (const SectorWrite& write : merged(slot.set)) {
      commit.writes.push_back(write);
      if (const auto region = region_of(write.sector * kSectorWords)) commit.regions |= 1U << *region;
    }
    memory_.commit(slot.set);
    order_.push_back(commit);
  }

  /// The table answers in order, by the region's current state.
  void drive_place() {
    auto& dut = bench_.dut();
    dut.place_valid_i = 0;
    if (places_due_.empty() || places_due_.front().due > bench_.cycles() || !go(places_)) return;
    const unsigned block = places_due_.front().block;
    const auto place = memory_.place(block);
    dut.place_valid_i = 1;
    drive(dut.place_result_i, place ? kValid : kNotYet);
    drive(dut.place_block_i, place.value_or(block));
    drive(dut.place_versioned_i, region_of(block).has_value());
    drive(dut.place_region_i, region_of(block).value_or(0));
    not_yet_ += !place;
  }

  /// The requests behind a refused one are stale. Then one at a time is made, until there is a place.
  void answered() {
    auto& dut = bench_.dut();
    places_due_.pop_front();
    if (stale_ != 0) {
      --stale_;
    } else if (dut.place_result_i == kNotYet) {
      stale_ = places_due_.size() + dut.place_req_valid_o;
      probes_ = true;
    } else {
      probes_ = false;
    }
  }

  void check_write() {
    auto& dut = bench_.dut();
    const auto commit = std::ranges::find_if(order_, [](const Commit& c) { return !c.writes.empty(); });
    bench_.require(commit != order_.end(), "a write of no commit");
    if (commit == order_.end()) return;
    const SectorWrite due = commit->writes.front();
    commit->writes.pop_front();
    const auto place = memory_.place(due.sector * kSectorWords);
    bench_.require(place.has_value(), "a write to a version that is being copied");
    bench_.require(place && dut.write_sector_o == *place / kSectorWords, "a write to another sector");
    bench_.require(dut.write_mask_o == due.mask, "other words are written");
    for (unsigned part = 0; part < kSectorWords; ++part) {
      if (((dut.write_mask_o >> part) & 1) == 0) continue;
      const unsigned data = (dut.write_data_o >> (8 * part)) & 0xff;
      bench_.require(data == due.data[part], "something else is written");
      memory_.write(dut.write_sector_o * kSectorWords + part, data);
      ++words_;
    }
    if (accesses_++ == 0) first_write_ = bench_.cycles();
    last_write_ = bench_.cycles();
  }

  void check_reply() {
    auto& dut = bench_.dut();
    if (dut.reply_kind_o == kResend) return check_resend(dut.reply_set_o);
    bench_.require(!order_.empty() && dut.reply_set_o == order_.front().id, "a reply out of order");
    if (order_.empty()) return;
    const Commit& commit = order_.front();
    Slot& slot = slots_[commit.id];
    const bool longer = slot.set.words.size() > kWords;
    bench_.require(longer == slot.resent, "a set that is too long is not asked for again");
    bench_.require(commit.writes.empty() && slot.beats.empty(), "done before it is written");
    bench_.require(dut.reply_regions_o == commit.regions, "other regions are said to be written");
    for (unsigned region = 0; region < kRegions; ++region)
      if (((commit.regions >> region) & 1) != 0) written_.insert(region);
    slot.used = false;
    order_.pop_front();
    --undone_;
    ++commits_;
  }

  /// Perhaps while the previous ones are still being written.
  void check_resend(unsigned id) {
    const auto next = std::ranges::find_if(order_, [&](const Commit& commit) {
      return slots_[commit.id].set.words.size() > kWords && !slots_[commit.id].resent;
    });
    bench_.require(next != order_.end() && next->id == id,
                   "a set is asked for again that has come, or out of turn");
    slots_[id].resent = true;
    ++resends_;
    send_words(id);
  }

  Checked<Model> bench_;
  Rng& rng_;
  bool stalls_;
  StallStream sets_in_, asks_, places_, writes_, replies_;
  VersionedMemory memory_;
  std::array<Slot, kSets> slots_;
  std::deque<Commit> order_;  ///< commits taken, without a reply
  std::deque<Asked> places_due_;
  std::size_t stale_ = 0;  ///< requests behind a refused one, on offer or made
  bool probes_ = false;    ///< one request at a time is made
  std::optional<std::uint64_t> refused_at_;
  std::set<std::uint64_t> retries_after_;
  std::set<unsigned> written_;  ///< regions written since the last publication
  std::array<std::uint64_t, kRegions> copied_at_{};
  unsigned undone_ = 0;
  std::uint64_t words_ = 0, accesses_ = 0, commits_ = 0, resends_ = 0, not_yet_ = 0, first_write_ = 0,
                last_write_ = 0;
};

}  // namespace gputm::tb
