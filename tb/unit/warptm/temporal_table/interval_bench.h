// temporal_table beside a record of all writes with ids that never wrap. After a lost bucket, which the table
// reports, intervals may begin later, until all writers so far have left the window.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "common/h3_hash.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {

inline constexpr unsigned kSubArrays = 2, kBuckets = 8, kBucketBits = 3, kAddressBits = 10, kIdBits = 9;
inline constexpr std::int64_t kIdMask = (1 << kIdBits) - 1, kWindow = 1 << (kIdBits - 3);

/// The latest writer of each granule, and of each bucket: a bucket keeps the youngest writer of all its
/// granules.
class Writers {
 public:
  void insert(std::uint64_t granule, std::int64_t id) {
    exact_[granule] = id;
    for (unsigned i = 0; i < kSubArrays; ++i) buckets_[{i, bucket(i, granule)}] = id;
  }
  std::optional<std::int64_t> exact(std::uint64_t granule) const { return find(exact_, granule); }
  /// The filter's bound: the oldest id in the granule's buckets.
  std::optional<std::int64_t> bound(std::uint64_t granule) const {
    std::optional<std::int64_t> oldest;
    for (unsigned i = 0; i < kSubArrays; ++i) {
      const auto of_bucket = find(buckets_, std::pair{i, bucket(i, granule)});
      if (!of_bucket) return std::nullopt;
      oldest = oldest ? std::min(*oldest, *of_bucket) : *of_bucket;
    }
    return oldest;
  }

 private:
  template <typename Map, typename Key>
  static std::optional<std::int64_t> find(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional(found->second);
  }
  static std::uint32_t bucket(unsigned i, std::uint64_t granule) {
    return h3_hash(granule, kAddressBits, kBucketBits, i);
  }
  std::map<std::uint64_t, std::int64_t> exact_;
  std::map<std::pair<unsigned, std::uint32_t>, std::int64_t> buckets_;
};

/// A look-up in flight: the allowed answers.
struct Asked {
  std::int64_t last;                  ///< the retire pointer given with it
  std::optional<std::int64_t> exact;  ///< the granule's last writer by then
  std::optional<std::int64_t> bound;  ///< bound kept by the filter
};

template <typename Model>
class TableBench {
 public:
  TableBench(std::int64_t first, Rng& rng) : rng_(rng), operations_(rng), retire_(first), commit_(first) {
    auto& dut = bench_.dut();
    dut.op_valid_i = 0;
    drive(dut.retire_cid_i, first & kIdMask);
    bench_.reset();
  }

  /// One cycle of a partition: ids write granules and retire in order, and loads are served.
  void cycle() {
    auto& dut = bench_.dut();
    if (!dut.op_valid_i && operations_.go()) offer();
    drive(dut.retire_cid_i, retire_ & kIdMask);
    bench_.settle();
    if (const std::uint64_t losses = dut.memory_report_o & 0xffff; losses != losses_) {
      losses_ = losses;
      reports_ = true;
      exact_from_ = commit_ + kWindow + 2 * (kWindow / kBuckets);
    }
    if (dut.rsp_valid_o) check();
    const bool taken = dut.op_valid_i && dut.op_ready_o;
    if (taken && !dut.op_insert_i)
      asked_.push_back({looked_up_at_, writers_.exact(granule_), writers_.bound(granule_)});
    if (taken && dut.op_insert_i) writers_.insert(granule_, youngest_ = writer_);
    bench_.step();
    if (taken) dut.op_valid_i = 0;
    // An id retires when all of its writes are in the table.
    const bool writing = dut.op_valid_i && dut.op_insert_i;
    if (!writing && one_in(rng_, 3)) retire_ = commit_ = commit_ + 1;
  }
  /// Earlier writes are dropped.
  void reset() {
    bench_.dut().op_valid_i = 0;
    bench_.reset();
    writers_ = {};
    asked_.clear();
    losses_ = 0;
    exact_from_ = 0;
  }
  std::uint64_t answers() const { return answers_; }
  std::uint64_t current() const { return current_; }
  std::uint64_t clipped() const { return clipped_; }
  std::int64_t retired() const { return retire_; }
  /// Answers that begin later than they could, after a loss
  std::uint64_t late() const { return late_; }
  /// A loss was reported.
  bool reports() const { return reports_; }
  Model& dut() { return bench_.dut(); }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  void offer() {
    auto& dut = bench_.dut();
    granule_ = below(rng_, one_in(rng_, 2) ? 8 : 400);
    dut.op_valid_i = 1;
    // Sometimes no writes come for so long that ids are reused.
    if (phase_ == 0) phase_ = 1 + below(rng_, 4 * kIdMask);
    if (--phase_ == 0) quiet_ = !quiet_;
    dut.op_insert_i = !quiet_ && one_in(rng_, 3);
    writer_ = commit_;
    looked_up_at_ = retire_;
    drive(dut.op_addr_i, granule_);
    drive(dut.op_cid_i, (dut.op_insert_i ? writer_ : looked_up_at_) & kIdMask);
  }
  void check() {
    auto& dut = bench_.dut();
    ++answers_;
    bench_.require(!asked_.empty(), "no request for it");
    if (asked_.empty()) return;
    const Asked asked = asked_.front();
    asked_.pop_front();
    bench_.require(dut.rsp_last_cid_o == (asked.last & kIdMask), "wrong end of the interval");
    // The answer's first position, unwrapped: it is within the window of the current retire pointer.
    const std::int64_t now = retire_;
    const std::int64_t first =
        now +
        static_cast<std::int64_t>(static_cast<std::uint64_t>(dut.rsp_first_cid_o - now) << (64 - kIdBits)) /
            (std::int64_t{1} << (64 - kIdBits));
    bench_.require(dut.rsp_current_o == (first <= asked.last), "empty or not, wrongly");
    bench_.require(!asked.exact || first > *asked.exact, "the interval has the last writer in it");
    const std::int64_t floor = now - kWindow;
    const std::int64_t expected = asked.bound ? *asked.bound + 1 : floor;
    // The pointer may have moved by an id or two since the look-up.
    const bool exact = first == expected || (expected <= floor && first >= floor - 2 && first <= floor);
    const bool answered_for = now < exact_from_ && first > floor && first <= youngest_ + 1;
    bench_.require(exact || answered_for, "the interval begins elsewhere");
    late_ += exact ? 0 : 1;
    clipped_ += asked.bound && *asked.bound < floor;
    current_ += dut.rsp_current_o;
  }

  Checked<Model> bench_;
  Rng& rng_;
  StallStream operations_;
  std::int64_t retire_, commit_;
  std::int64_t writer_ = 0, looked_up_at_ = 0;
  std::uint64_t granule_ = 0;
  std::uint64_t phase_ = 0;  ///< remaining operations of this phase
  bool quiet_ = false;
  Writers writers_;
  std::deque<Asked> asked_;
  std::uint64_t answers_ = 0, current_ = 0, clipped_ = 0, late_ = 0;
  bool reports_ = false;
  std::uint64_t losses_ = 0;     ///< reported so far
  std::int64_t exact_from_ = 0;  ///< id from which on the last loss has no effect
  std::int64_t youngest_ = 0;    ///< last writer
};

template <typename Model>
std::optional<std::string> run_table(std::uint64_t cycles, Rng& rng) {
  const auto first = static_cast<std::int64_t>(8 * (kIdMask + 1) + below(rng, kIdMask));
  TableBench<Model> bench(first, rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
    if (i == cycles / 2) bench.reset();
    bench.cycle();
  }
  if (bench.failure()) return bench.failure();
  if (bench.reports()) return "a loss is reported, and no bit was wrong";
  if (bench.retired() - first < 4 * kIdMask) return "ids have hardly wrapped";
  if (bench.current() * 10 < bench.answers() || bench.current() == bench.answers())
    return "intervals are all empty, or none is";
  return bench.clipped() > 10 ? std::nullopt : std::optional<std::string>("no writer leaves the window");
}

}  // namespace gputm::tb
