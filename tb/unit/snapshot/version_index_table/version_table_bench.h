// version_index_table against versions as in the paper: transactions begin on the newest snapshot and read
// regions, some for long; meanwhile versions are copied, written, published and recycled; times overflow.
// Every reply must agree with the model, and every copy must be allowed.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/snapshot/version_index_table/versioned_memory_model.h"

namespace gputm::tb::version_table {

// Parameters of the model
constexpr unsigned kRegions = 4, kVersions = 4, kVersionBits = 2, kBlockBits = 12, kStripe = 3,
                   kSubarrayShift = 9;
constexpr Time kLastTime = (1 << 7) - 1;
constexpr unsigned kLatency = 5;
/// Blocks of the program; relocated blocks follow.
constexpr Block kBlocks = 1 << (kBlockBits - 1);

enum Kind : std::uint8_t { kPlain, kRead, kFirstRead, kWrite };
enum Place : std::uint8_t { kValid, kRecycled, kNotYet };
enum Result : std::uint8_t { kTaken, kFull, kTooLarge, kMisaligned, kOverlaps };
using State = VersionedRegion::State;

struct Transaction {
  bool live = false, waits = false;
  Time time = 0;
  std::map<unsigned, unsigned> reads;  ///< region -> version
};

struct Access {
  Kind kind = kPlain;
  Block block = 0;
  Time time = 0;
  Transaction* transaction = nullptr;
  // Known when it is taken:
  std::uint64_t taken_at = 0;
  std::optional<unsigned> region;   ///< if versioned
  std::optional<unsigned> version;  ///< version of the region
  std::uint64_t age = 0;            ///< age of the version
  Block expected = 0;
};

struct Copy {
  unsigned region = 0, version = 0;
};

template <typename Model>
class TableBench {
 public:
  explicit TableBench(Rng& rng)
      : rng_(rng), accesses_(rng), releases_(rng), copies_(rng), copied_(rng), publications_(rng) {
    auto& dut = bench_.dut();
    dut.region_valid_i = dut.access_valid_i = dut.release_valid_i = dut.copy_ready_i = 0;
    dut.copied_valid_i = dut.publish_valid_i = dut.flush_valid_i = 0;
    bench_.reset();
  }

  void cycle() {
    auto& dut = bench_.dut();
    offer();
    bench_.settle();
    if (dut.reply_valid_o) check_reply();
    end_references();
    check_copy();
    accept();
    bench_.step();
    for (auto* valid : taken_) *valid = 0;
    taken_.clear();
    ++cycle_;
  }
  /// No new inputs: due copies are made. True if no region waits without reason.
  bool settle_down() {
    stopping_ = true;
    for (unsigned i = 0; i < 2000; ++i) cycle();
    return std::none_of(regions_.begin(), regions_.end(),
                        [](const VersionedRegion& region) { return region.waits_without_reason(); });
  }
  /// Accesses of a program without transactions, one per cycle.
  std::uint64_t cycles_of_accesses(std::uint64_t count) {
    auto& dut = bench_.dut();
    dut.access_kind_i = kPlain;
    dut.access_valid_i = 1;
    const std::uint64_t begin = cycle_;
    for (std::uint64_t taken = 0; taken < count;) {
      bench_.settle();
      taken += dut.access_ready_o;
      bench_.step();
      ++cycle_;
    }
    return cycle_ - begin;
  }
  /// Without transactions: a new region in one cycle, and a flush in another.
  void region_and_flush(unsigned region_at, unsigned flush_at) {
    auto& dut = bench_.dut();
    stopping_ = true;
    for (unsigned i = 0; i <= std::max(region_at, flush_at); ++i) {
      if (i == region_at && !new_region_) {
        do draw_region();
        while (expected_result(*new_region_) != kTaken);
      }
      if (i == flush_at) {
        dut.flush_valid_i = 1;
        flush_offered_ = cycle_;
      }
      cycle();
    }
  }
  /// Cycles of the release of a region's only reference, and of `count` plain accesses offered meanwhile.
  std::uint64_t cycles_of_a_release(std::uint64_t count) {
    auto& dut = bench_.dut();
    dut.access_kind_i = kFirstRead;
    drive(dut.access_block_i, regions_.front().place().start);
    dut.access_time_i = 0;
    dut.access_valid_i = 1;
    bench_.settle();
    bench_.require(dut.access_ready_o, "a first read is not taken");
    for (unsigned i = 0; i < kLatency; ++i) {
      bench_.step();
      dut.access_valid_i = 0;
      bench_.settle();
    }
    bench_.require(dut.reply_valid_o && dut.reply_place_o == kValid, "a first read finds no version");
    drive(dut.release_region_i, dut.reply_region_o);
    drive(dut.release_version_i, dut.reply_version_o);
    dut.release_valid_i = 1;
    dut.access_kind_i = kPlain;
    dut.access_valid_i = 1;
    std::uint64_t cycles = 0;
    for (std::uint64_t taken = 0; (taken < count || dut.release_valid_i) && cycles < 10 * count; ++cycles) {
      bench_.settle();
      taken += dut.access_ready_o;
      const bool released = dut.release_ready_o;
      bench_.step();
      if (released) dut.release_valid_i = 0;
    }
    dut.access_valid_i = 0;
    return cycles;
  }
  std::optional<std::string> failure() const { return failure_ ? failure_ : bench_.failure(); }

  struct Seen {
    std::array<std::uint64_t, 5> results{};
    std::uint64_t valid_reads = 0, refused_reads = 0, writes = 0, early_writes = 0, relocated = 0;
    std::uint64_t recycled = 0, closed = 0, flushes = 0;
  };
  const Seen& seen() const { return seen_; }

 private:
  void fail(const std::string& what) {
    if (!failure_) failure_ = what + " at cycle " + std::to_string(cycle_);
  }
  unsigned random(std::uint64_t bound) { return static_cast<unsigned>(below(rng_, bound)); }

  // ---- Inputs ----
  void offer() {
    auto& dut = bench_.dut();
    flushing_ = flushing_ || time_ >= kLastTime - 1;
    if (!dut.region_valid_i && !new_region_ && one_in(rng_, 200)) draw_region();
    if (new_region_ && asked_.empty() && !dut.access_valid_i) dut.region_valid_i = 1;
    if (!dut.access_valid_i && !new_region_ && !stopping_ && accesses_.go()) offer_access();
    if (!dut.release_valid_i && !to_release_.empty() && releases_.go()) {
      dut.release_valid_i = 1;
      drive(dut.release_region_i, to_release_.front().region);
      drive(dut.release_version_i, to_release_.front().version);
    }
    if (!dut.copied_valid_i && !being_copied_.empty() && copied_.go()) {
      dut.copied_valid_i = 1;
      drive(dut.copied_region_i, being_copied_.front().region);
      drive(dut.copied_version_i, being_copied_.front().version);
    }
    dut.copy_ready_i = copies_.go();
    if (!dut.publish_valid_i && !stopping_ && !flushing_ && !regions_.empty() && publications_.go()) {
      const unsigned region = random(regions_.size());
      if (regions_[region].in_state(State::kWritable)) {
        dut.publish_valid_i = 1;
        drive(dut.publish_region_i, region);
        drive(dut.publish_time_i, time_ + 1);
      }
    }
    if (flushing_ && !dut.publish_valid_i && !dut.flush_valid_i && quiet()) {
      dut.flush_valid_i = 1;
      flush_offered_ = cycle_;
    }
  }
  /// After the end of transactions a flush may come.
  bool quiet() {
    for (Transaction& transaction : transactions_) {
      if (transaction.live && !transaction.waits) end(transaction);
    }
    const auto live = [](const Transaction& transaction) { return transaction.live; };
    return to_release_.empty() && released_.empty() && asked_.empty() &&
           std::none_of(transactions_.begin(), transactions_.end(), live);
  }

  void draw_region() {
    RegionPlace place;
    place.size = random(9);
    place.distance = std::max(place.size, kStripe);
    place.start = random(kBlocks);
    if (!one_in(rng_, 4)) place.start &= ~((Block{1} << (place.distance + kVersionBits)) - 1) & (kBlocks - 1);
    place.relocated = relocated_;
    new_region_ = place;
    auto& dut = bench_.dut();
    drive(dut.region_start_i, place.start);
    drive(dut.region_size_i, place.size);
    drive(dut.region_relocated_i, place.relocated);
  }
  Result expected_result(const RegionPlace& place) const {
    const Block length = Block{1} << (place.distance + kVersionBits);
    if (regions_.size() == kRegions) return kFull;
    if (length > (Block{1} << kSubarrayShift)) return kTooLarge;
    if (place.start % length != 0) return kMisaligned;
    for (const VersionedRegion& region : regions_) {
      const Block other = region.place().start, others = Block{1} << (region.place().distance + kVersionBits);
      if (place.start < other + others && other < place.start + length) return kOverlaps;
    }
    return kTaken;
  }

  void offer_access() {
    Access access;
    access.block = random(kBlocks);
    if (!regions_.empty() && !one_in(rng_, 4)) {
      const RegionPlace& place = regions_[random(regions_.size())].place();
      const unsigned version = one_in(rng_, 4) ? random(kVersions) : 0;
      access.block = place.version(version) + random(place.blocks());
    }
    const std::optional<unsigned> region = versioned(access.block);
    if (region && !one_in(rng_, 4)) {
      if (one_in(rng_, 3)) {
        access.kind = kWrite;
      } else if (!read_of_transaction(access, *region)) {
        return;
      }
    }
    offered_ = access;
    auto& dut = bench_.dut();
    dut.access_valid_i = 1;
    drive(dut.access_kind_i, access.kind);
    drive(dut.access_block_i, access.block);
    drive(dut.access_time_i, access.time);
  }
  bool read_of_transaction(Access& access, unsigned region) {
    Transaction& transaction = transactions_[random(transactions_.size())];
    if (transaction.waits) return false;
    // One of them reads for long.
    if (transaction.live && one_in(rng_, &transaction == transactions_.data() ? 100 : 5)) {
      end(transaction);
      return false;
    }
    if (!transaction.live) {
      if (flushing_) return false;
      transaction = {.live = true, .waits = false, .time = time_, .reads = {}};
    }
    access.kind = transaction.reads.contains(region) ? kRead : kFirstRead;
    access.time = transaction.time;
    access.transaction = &transaction;
    transaction.waits = true;
    return true;
  }
  void end(Transaction& transaction) {
    for (const auto& [region, version] : transaction.reads) to_release_.push_back({region, version});
    transaction = {};
  }

  // ---- Acceptance by the table ----
  using Bit = decltype(Model::access_valid_i);
  /// The offer ends with the cycle.
  void taken(std::remove_reference_t<Bit>& valid) { taken_.push_back(&valid); }
  void accept() {
    auto& dut = bench_.dut();
    take_turns();
    if (dut.region_valid_i && dut.region_ready_o) accept_region();
    if (dut.access_valid_i && dut.access_ready_o) {
      taken(dut.access_valid_i);
      expect(offered_);
      asked_.push_back(offered_);
    }
    if (dut.release_valid_i && dut.release_ready_o) {
      taken(dut.release_valid_i);
      released_.push_back({to_release_.front(), cycle_ + kLatency});
      to_release_.pop_front();
    }
    if (dut.copied_valid_i && dut.copied_ready_o) {
      taken(dut.copied_valid_i);
      regions_[being_copied_.front().region].copied(being_copied_.front().version);
      being_copied_.pop_front();
    }
    if (dut.publish_valid_i && dut.publish_ready_o) {
      taken(dut.publish_valid_i);
      regions_[dut.publish_region_i].publish(++time_);
    }
    if (dut.flush_valid_i && dut.flush_ready_o) {
      taken(dut.flush_valid_i);
      // Two cycles per region; the last one may be in progress.
      if (cycle_ - flush_offered_ + 1 < 2 * regions_.size()) fail("a flush is done too early");
      for (VersionedRegion& region : regions_) region.flush();
      time_ = 0;
      flushing_ = false;
      ++seen_.flushes;
    }
  }
  void take_turns() {
    auto& dut = bench_.dut();
    const bool access = dut.access_valid_i && dut.access_ready_o,
               release = dut.release_valid_i && dut.release_ready_o;
    if (!access && !release) return;
    if (dut.access_valid_i && dut.release_valid_i && release_was_last_ && *release_was_last_ == release)
      fail("accesses and releases do not take turns");
    release_was_last_ = release;
  }
  void accept_region() {
    auto& dut = bench_.dut();
    taken(dut.region_valid_i);
    const Result expected = expected_result(*new_region_);
    if (dut.region_result_o != expected) fail("a region's result is wrong");
    ++seen_.results[expected];
    if (expected == kTaken) {
      if (dut.region_index_o != regions_.size()) fail("a region's number is wrong");
      regions_.emplace_back(*new_region_, kVersions);
      relocated_ += (kVersions - 1) * new_region_->blocks();
    }
    new_region_.reset();
  }

  // ---- Replies ----
  /// The region whose version 0 contains the block.
  std::optional<unsigned> versioned(Block block) const {
    for (unsigned r = 0; r < regions_.size(); ++r) {
      if (block - regions_[r].place().start < regions_[r].place().blocks()) return r;
    }
    return std::nullopt;
  }
  Block relocated(Block block) const {
    for (const VersionedRegion& region : regions_) {
      const RegionPlace& place = region.place();
      for (unsigned v = 1; v < kVersions; ++v) {
        const Block offset = block - place.version(v);
        if (offset < place.blocks()) return place.relocated + (v - 1) * place.blocks() + offset;
      }
    }
    return block;
  }
  void expect(Access& access) const {
    access.taken_at = cycle_;
    access.region = versioned(access.block);
    access.expected = relocated(access.block);
    if (!access.region) return;
    const VersionedRegion& region = regions_[*access.region];
    if (access.kind == kPlain) access.version = region.newest();
    if (access.kind == kWrite) access.version = region.in_state(State::kWritable);
    if (access.transaction != nullptr) access.version = region.of_snapshot(access.time);
    if (!access.version) return;
    access.age = region.slot(*access.version).age;
    access.expected = region.place().version(*access.version) + access.block - region.place().start;
  }
  void check_reply() {
    auto& dut = bench_.dut();
    if (asked_.empty() || asked_.front().taken_at + kLatency != cycle_)
      return fail("a reply in a wrong cycle");
    const Access access = asked_.front();
    asked_.pop_front();
    const bool versioned = access.region.has_value();
    if ((dut.reply_versioned_o != 0) != versioned) return fail("versioned or not, wrongly");
    if (versioned && dut.reply_region_o != *access.region) return fail("the reply of another region");
    const Place place = expected_place(access);
    if (dut.reply_place_o != place) return fail("a place " + std::to_string(dut.reply_place_o));
    if (place == kValid && dut.reply_block_o != access.expected) fail("another block");
    if (place == kValid && versioned && dut.reply_version_o != *access.version) fail("another version");
    if (access.transaction != nullptr) tell(*access.transaction, *access.region, place, access);
    seen_.writes += access.kind == kWrite && place == kValid;
    seen_.early_writes += place == kNotYet;
    seen_.relocated += !versioned && access.expected != access.block;
  }
  /// With the current versions: one may have been recycled since the access was taken.
  Place expected_place(const Access& access) const {
    if (!access.region) return kValid;
    if (!access.version) return access.kind == kWrite ? kNotYet : kRecycled;
    const VersionedRegion::Slot& slot = regions_[*access.region].slot(*access.version);
    if (access.kind == kFirstRead &&
        (slot.closed || slot.state != State::kReadable || slot.age != access.age))
      return kRecycled;
    return kValid;
  }
  void tell(Transaction& transaction, unsigned region, Place place, const Access& access) {
    transaction.waits = false;
    if (place != kValid) {
      ++seen_.refused_reads;
      return end(transaction);
    }
    ++seen_.valid_reads;
    if (access.kind == kFirstRead) {
      ++regions_[region].slot(*access.version).references;
      transaction.reads[region] = *access.version;
    } else if (transaction.reads.at(region) != *access.version) {
      fail("a transaction reads two versions");
    }
  }

  /// Counts change where replies are made, some cycles after an offered copy was chosen.
  void end_references() {
    for (; !released_.empty() && released_.front().second <= cycle_; released_.pop_front())
      --regions_[released_.front().first.region].slot(released_.front().first.version).references;
  }

  // ---- Copies ----
  void check_copy() {
    auto& dut = bench_.dut();
    if (!dut.copy_valid_o) return;
    if (!copy_seen_) {
      VersionedRegion& region = regions_[dut.copy_region_o];
      const RegionPlace& place = region.place();
      if (dut.copy_start_o != place.start || dut.copy_size_o != place.size ||
          dut.copy_distance_o != place.distance)
        fail("the copy is of another place");
      seen_.recycled += region.slot(dut.copy_to_o).state == State::kReadable;
      if (const auto wrong = region.copy(dut.copy_from_o, dut.copy_to_o)) fail(*wrong);
      for (unsigned v = 0; v < kVersions; ++v) seen_.closed += region.slot(v).closed;
      copy_seen_ = true;
    }
    if (!dut.copy_ready_i) return;
    copy_seen_ = false;
    being_copied_.push_back({dut.copy_region_o, dut.copy_to_o});
  }

  Checked<Model> bench_;
  Rng& rng_;
  StallStream accesses_, releases_, copies_, copied_, publications_;
  std::uint64_t cycle_ = 0;
  std::vector<VersionedRegion> regions_;
  std::array<Transaction, 6> transactions_;
  std::optional<RegionPlace> new_region_;
  Block relocated_ = kBlocks;
  Access offered_;
  std::vector<std::remove_reference_t<Bit>*> taken_;
  std::deque<Access> asked_;
  std::deque<Copy> to_release_, being_copied_;
  std::deque<std::pair<Copy, std::uint64_t>> released_;  ///< copy, and the cycle in which that counts
  Time time_ = 0;
  std::uint64_t flush_offered_ = 0;
  std::optional<bool> release_was_last_;  ///< the last accepted access or release
  bool flushing_ = false, stopping_ = false, copy_seen_ = false;
  Seen seen_;
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb::version_table
