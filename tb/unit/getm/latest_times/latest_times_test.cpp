// latest_times against its model, with a pipeline that is held at random: each look-up sees all insertions up
// to its own cycle.
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <string>

#include "Vlatest_times.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "getm/metadata_table.h"

namespace gputm::tb::latest_times_test {
namespace {

using engines::getm::LatestTimes;
using engines::getm::Time;

constexpr unsigned kSubArrays = 3, kBuckets = 8, kLatency = 5;

class FilterBench {
 public:
  explicit FilterBench(Rng& rng) : rng_(rng), advance_(rng), insert_(rng) {
    auto& dut = bench_.dut();
    dut.clear_i = 0;
    dut.insert_i = 0;
    dut.en_i = 0;
    bench_.reset();
    cleared();
  }

  /// After reset or clear_i: buckets are cleared one a cycle.
  void cleared() {
    unsigned cycles = 0;
    for (bench_.settle(); !bench_.dut().ready_o && cycles < 2 * kBuckets; bench_.settle(), ++cycles)
      bench_.tick();
    bench_.expect("cycles of clearing", cycles, kBuckets);
    filter_ = LatestTimes(kSubArrays, kBuckets);
    expected_.clear();
  }

  void cycle(bool insertions) {
    auto& dut = bench_.dut();
    dut.en_i = advance_.go();
    dut.insert_i = dut.en_i && insertions && insert_.go();
    drive(dut.insert_granule_i, granule());
    drive(dut.insert_time_i, latest_ + below(rng_, 64));
    drive(dut.granule_i, granule());
    latest_ += one_in(rng_, 8);
    bench_.settle();
    if (dut.en_i) {
      if (expected_.size() == kLatency) {
        bench_.expect("time", dut.time_o, expected_.front());
        expected_.pop_front();
      }
      if (dut.insert_i) filter_.insert(dut.insert_granule_i, {dut.insert_time_i});
      expected_.push_back(filter_.find(dut.granule_i).value);
      nonzero_ += expected_.back() != 0;
    }
    bench_.tick();
  }

  void clear() {
    for (unsigned i = 0; i < 2 * kLatency; ++i) {  // insertions leave the pipeline
      bench_.dut().en_i = 1;
      bench_.dut().insert_i = 0;
      bench_.settle();
      bench_.tick();
    }
    bench_.dut().clear_i = 1;
    bench_.settle();
    bench_.tick();
    bench_.dut().clear_i = 0;
    cleared();
  }
  std::uint64_t nonzero() const { return nonzero_; }
  const std::optional<std::string>& failure() const { return bench_.failure(); }

 private:
  std::uint32_t granule() { return static_cast<std::uint32_t>(below(rng_, one_in(rng_, 2) ? 6 : 1u << 30)); }

  ModuleBench<Vlatest_times> bench_;
  Rng& rng_;
  StallStream advance_, insert_;
  LatestTimes filter_{kSubArrays, kBuckets};
  std::deque<std::uint64_t> expected_;
  std::uint64_t latest_ = 1, nonzero_ = 0;
};

TEST(LatestTimes, IsTheModel) {
  Rng rng = seeded_rng(401);
  FilterBench bench(rng);
  for (std::uint64_t i = 0; i < run_length(200); ++i) {
    for (unsigned n = 0; n < 500 && !bench.failure(); ++n) bench.cycle(n % 100 < 80);
    ASSERT_EQ(bench.failure(), std::nullopt);
    bench.clear();
  }
  EXPECT_GT(bench.nonzero(), run_length(200) * 100);
}

}  // namespace
}  // namespace gputm::tb::latest_times_test
