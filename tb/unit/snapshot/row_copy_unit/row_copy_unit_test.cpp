// row_copy_unit against a DRAM: every row of a version is copied once, to its place, never in a busy
// subarray; a copy ends with its last row; copies in different subarrays overlap; a reset ends all copies.
// Random stalls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "Vrow_copy_unit.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

// Parameters of the model
constexpr unsigned kVersions = 4, kRegions = 8, kRowBits = 2, kBankBits = 1, kSubarrayBits = 2,
                   kSubarrayShift = 8;
constexpr unsigned kCopyCycles = 10, kCopies = 4;
constexpr unsigned kSpaces = 1 << kSubarrayBits;  ///< one in each subarray

struct Copy {
  unsigned region = 0, start = 0, size = 0, distance = 0, from = 0, to = 0;
  unsigned rows() const { return size > kRowBits ? 1U << (size - kRowBits) : 1; }
};

unsigned subarray_of(unsigned block) {
  return (block >> kSubarrayShift) << kBankBits | (block >> kRowBits & ((1 << kBankBits) - 1));
}

template <typename Model>
class CopyBench {
 public:
  explicit CopyBench(Rng& rng) : rng_(rng), copies_(rng), rows_(rng), copied_(rng) {
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
    bench_.require(!dut.busy_o == under_way_.empty(), "busy or not, wrongly");
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
  std::uint64_t cycle_ = 0, rows_copied_ = 0, ended_ = 0, side_by_side_ = 0;
  Copy offered_;
  std::deque<UnderWay> under_way_;
  std::map<unsigned, std::uint64_t> free_from_;  ///< first free cycle, by subarray
};

TEST(RowCopyUnit, CopiesEveryRowOnce) {
  Rng rng = seeded_rng(86);
  CopyBench<Vrow_copy_unit> bench(rng);
  for (std::uint64_t i = 0; i < run_length(200000) && !bench.failure(); ++i) bench.cycle(true);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.ended(), 1000);
}

/// Two banks of four subarrays: copies in one subarray take turns, others are not delayed for long.
TEST(RowCopyUnit, SubarraysWorkSideBySide) {
  Rng rng = seeded_rng(87);
  CopyBench<Vrow_copy_unit> bench(rng);
  constexpr std::uint64_t kCycles = 20000;
  for (std::uint64_t i = 0; i < kCycles && !bench.failure(); ++i) bench.cycle(false);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GE(bench.side_by_side(), 4);
  EXPECT_GT(bench.rows() * kCopyCycles, kCycles * 3 / 2) << "banks do not work at a time";
}

// Documented latency and throughput: 2 cycles to the first command, then one per cycle while subarrays are
// free; a copy ends CopyCycles + 1 after its last command.
TEST(RowCopyUnit, SendsARowACycle) {
  Rng rng = seeded_rng(88);
  CopyBench<Vrow_copy_unit> bench(rng);
  const auto [sent, ended] = bench.copy_in_all_subarrays();
  ASSERT_EQ(bench.failure(), std::nullopt);
  ASSERT_EQ(sent.size(), 2 * kSpaces);
  ASSERT_EQ(ended.size(), kSpaces);
  for (std::uint64_t row = 0; row < sent.size(); ++row) EXPECT_EQ(sent[row], 2 + row) << "row " << row;
  for (std::uint64_t copy = 0; copy < ended.size(); ++copy) {
    EXPECT_EQ(ended[copy], sent[2 * copy + 1] + kCopyCycles + 1) << "copy " << copy;
  }
}

TEST(RowCopyUnit, AResetEndsAllCopies) {
  Rng rng = seeded_rng(89);
  CopyBench<Vrow_copy_unit> bench(rng);
  for (unsigned run = 0; run < 200 && !bench.failure(); ++run) {
    for (std::uint64_t left = below(rng, 100); left != 0; --left) bench.cycle(run % 2 == 0);
    bench.reset();
  }
  for (unsigned i = 0; i < 200; ++i) bench.cycle(true);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.ended(), 100);
}

TEST(RowCopyUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vrow_copy_unit>(90, 600, [](Rng& rng) {
    CopyBench<Vrow_copy_unit> bench(rng);
    for (unsigned i = 0; i < 700 && !bench.failure(); ++i) bench.cycle(true);
    return bench.failure();
  });
}

}  // namespace
}  // namespace gputm::tb
