// row_copy_unit against a DRAM: every row of a version is copied once, to its place, never in a busy
// subarray; a copy ends with its last row; copies in different subarrays overlap. Random stalls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::row_copy {

// Parameters of the model
constexpr unsigned kVersions = 4, kRegions = 8, kRowBits = 2, kBankBits = 1, kSubarrayBits = 2,
                   kSubarrayShift = 8;
constexpr unsigned kCopyCycles = 10, kCopies = 4;
constexpr unsigned kSpaces = 1 << kSubarrayBits;  ///< one in each subarray

struct Copy {
  unsigned region = 0, start = 0, size = 0, distance = 0, from = 0, to = 0;
  unsigned rows() const { return size > kRowBits ? 1U << (size - kRowBits) : 1; }
};

inline unsigned subarray_of(unsigned block) {
  return (block >> kSubarrayShift) << kBankBits | (block >> kRowBits & ((1 << kBankBits) - 1));
}

template <typename Model>
class CopyBench {
 public:
  /// `checks`: cycles for which it may be busy after the last copy
  explicit CopyBench(Rng& rng, unsigned checks = 0)
      : rng_(rng), copies_(rng), rows_(rng), copied_(rng), checks_(checks) {
    auto& dut = bench_.dut();
    dut.copy_valid_i = dut.row_ready_i = dut.copied_ready_i = 0;
    bench_.reset();
  }
  /// Ends all copies in flight.
  void reset() {
    auto& dut = bench_.dut();
    dut.copy_valid_i = dut.row_ready_i = dut.copied_ready_i = 0;
    bench_.reset();
    under_way_.clear();
    free_from_.clear();
    checking_ = 0;
  }
  /// Cycles in which rows are sent and copies end, counted from the acceptance of the first copy.
  struct Moments {
    std::vector<std::uint64_t> sent, ended;
  };
  /// Copies of two rows each, in all subarrays, back to back.
  Moments copy_in_all_subarrays() {
    auto& dut = bench_.dut();
    dut.row_ready_i = dut.copied_ready_i = 1;
    Moments at;
    unsigned space = 0;
    std::uint64_t first = cycle_;
    for (unsigned cycle = 0; cycle < 4 * kCopyCycles && !failure(); ++cycle) {
      if (!dut.copy_valid_i && space < kSpaces) {
        offer({.region = space,
               .start = space << kSubarrayShift,
               .size = kRowBits + kBankBits,
               .distance = kRowBits + kBankBits,
               .from = random(2),
               .to = 2 + random(2)});
        ++space;
      }
      bench_.settle();
      if (under_way_.empty() && dut.copy_valid_i && dut.copy_ready_o) first = cycle_;
      if (dut.row_valid_o) at.sent.push_back(cycle_ - first);
      if (dut.copied_valid_o) at.ended.push_back(cycle_ - first);
      advance();
    }
    return at;
  }
  /// `stalls`: on all ports; otherwise copies arrive as they are taken.
  void cycle(bool stalls) {
    auto& dut = bench_.dut();
    if (!dut.copy_valid_i && (!stalls || copies_.go())) offer();
    dut.row_ready_i = !stalls || rows_.go();
    dut.copied_ready_i = !stalls || copied_.go();
    bench_.settle();
    advance();
  }
  /// No new copies: whether those that have begun end
  bool drains() {
    auto& dut = bench_.dut();
    dut.row_ready_i = dut.copied_ready_i = 1;
    for (unsigned i = 0; i < 1000 && (dut.copy_valid_i || !under_way_.empty()); ++i) {
      bench_.settle();
      advance();
    }
    return under_way_.empty();
  }
  std::uint64_t rows() const { return rows_copied_; }
  std::uint64_t ended() const { return ended_; }
  std::uint64_t side_by_side() const { return side_by_side_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  struct UnderWay {
    Copy copy;
    unsigned rows = 0;       ///< rows sent
    std::uint64_t last = 0;  ///< cycle of the last row
  };
  unsigned random(std::uint64_t bound) { return static_cast<unsigned>(below(rng_, bound)); }

  void advance() {
    auto& dut = bench_.dut();
    const bool taken = dut.copy_valid_i && dut.copy_ready_o;
    bench_.require(dut.busy_o || under_way_.empty(), "not busy with a copy");
    bench_.require(!dut.busy_o || !under_way_.empty() || checking_ != 0, "busy without a copy");
    bench_.require(dut.busy_o || checks_ == 0 || checking_ != checks_,
                   "rests before its last place is checked");
    checking_ = !under_way_.empty() ? checks_ : checking_ != 0 ? checking_ - 1 : 0;
    if (dut.row_valid_o && dut.row_ready_i) check_row();
    if (dut.copied_valid_o && dut.copied_ready_i) check_copied();
    if (taken) under_way_.push_back({offered_, 0, 0});
    bench_.require(under_way_.size() <= kCopies, "too many copies are under way");
    bench_.step();
    if (taken) dut.copy_valid_i = 0;
    ++cycle_;
  }
  void offer() {
    Copy copy{.region = random(kRegions), .start = random(kSpaces) << kSubarrayShift, .size = random(6)};
    copy.distance = std::max(copy.size, kRowBits + kBankBits);
    copy.from = random(kVersions);
    copy.to = (copy.from + 1 + random(kVersions - 1)) % kVersions;
    offer(copy);
  }
  void offer(const Copy& copy) {
    offered_ = copy;
    auto& dut = bench_.dut();
    dut.copy_valid_i = 1;
    drive(dut.copy_region_i, offered_.region);
    drive(dut.copy_start_i, offered_.start);
    drive(dut.copy_size_i, offered_.size);
    drive(dut.copy_distance_i, offered_.distance);
    drive(dut.copy_from_i, offered_.from);
    drive(dut.copy_to_i, offered_.to);
  }
  void check_row() {
    auto& dut = bench_.dut();
    const auto sending = std::find_if(under_way_.begin(), under_way_.end(),
                                      [](const UnderWay& way) { return way.rows != way.copy.rows(); });
    bench_.require(sending != under_way_.end(), "a row of no copy");
    if (sending == under_way_.end()) return;
    const Copy& copy = sending->copy;
    const unsigned row = sending->rows++ << kRowBits;
    sending->last = cycle_;
    bench_.require(dut.row_from_o == copy.start + (copy.from << copy.distance) + row, "a wrong row is read");
    bench_.require(dut.row_to_o == copy.start + (copy.to << copy.distance) + row, "a wrong row is written");
    std::uint64_t& free_from = free_from_[subarray_of(dut.row_to_o)];
    bench_.require(free_from <= cycle_, "a subarray copies two rows");
    free_from = cycle_ + kCopyCycles;
    ++rows_copied_;
    unsigned busy = 0;
    for (const auto& [subarray, from] : free_from_) busy += from > cycle_;
    side_by_side_ = std::max<std::uint64_t>(side_by_side_, busy);
  }
  void check_copied() {
    auto& dut = bench_.dut();
    bench_.require(!under_way_.empty(), "the end of no copy");
    if (under_way_.empty()) return;
    const UnderWay& way = under_way_.front();
    // It enters a queue in the cycle after its copy's last row.
    bench_.require(way.rows == way.copy.rows() && cycle_ > way.last + kCopyCycles, "a copy ends too early");
    bench_.require(dut.copied_region_o == way.copy.region && dut.copied_version_o == way.copy.to,
                   "another copy ends");
    under_way_.pop_front();
    ++ended_;
  }

  Checked<Model> bench_;
  Rng& rng_;
  StallStream copies_, rows_, copied_;
  unsigned checks_, checking_ = 0;
  std::uint64_t cycle_ = 0, rows_copied_ = 0, ended_ = 0, side_by_side_ = 0;
  Copy offered_;
  std::deque<UnderWay> under_way_;
  std::map<unsigned, std::uint64_t> free_from_;  ///< first free cycle, by subarray
};

}  // namespace gputm::tb::row_copy
