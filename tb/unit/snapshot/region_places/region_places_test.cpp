// region_places against intervals of blocks: what becomes of random regions, and whose block each block is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "Vregion_places.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

// As translated.
constexpr unsigned kRegions = 5, kVersionBits = 2, kBlockBits = 12, kStripe = 2, kSubarrayShift = 9;

enum Result : std::uint8_t { kTaken, kFull, kTooLarge, kMisaligned, kOverlaps };

struct Region {
  unsigned start = 0, size = 0, relocated = 0;
  unsigned distance() const { return std::max(size, kStripe); }
  unsigned end() const { return start + (1U << (distance() + kVersionBits)); }
};

template <typename Model>
class PlacesBench : public ModuleBench<Model> {
 public:
  explicit PlacesBench(Rng& rng) : rng_(rng) {
    this->dut().take_i = 0;
    this->reset();
  }
  void cycle() {
    const Region region = draw();
    const auto block = static_cast<unsigned>(below(rng_, 1U << kBlockBits));
    auto& dut = this->dut();
    drive(dut.start_i, region.start);
    drive(dut.size_i, region.size);
    drive(dut.relocated_i, region.relocated);
    drive(dut.block_i, block);
    dut.take_i = 0;
    this->settle();
    const Result result = expected(region);
    this->expect("result", dut.result_o, result);
    if (result == kTaken) this->expect("index", dut.index_o, regions_.size());
    dut.take_i = result == kTaken && one_in(rng_, 2);
    check(block);
    const bool taken = dut.take_i;
    this->settle();
    this->tick();
    if (!taken) return;
    ++results_[kTaken];
    regions_.push_back(region);
  }
  const std::array<std::uint64_t, 5>& results() const { return results_; }

 private:
  Region draw() {
    Region region{.start = static_cast<unsigned>(below(rng_, 1U << kBlockBits)),
                  .size = static_cast<unsigned>(below(rng_, 9)),
                  .relocated = static_cast<unsigned>(below(rng_, 1U << kBlockBits))};
    if (!one_in(rng_, 4)) region.start &= ~0U << (region.distance() + kVersionBits);
    return region;
  }
  Result expected(const Region& region) {
    const unsigned length = region.end() - region.start;
    Result result = kTaken;
    if (regions_.size() == kRegions)
      result = kFull;
    else if (length > 1U << kSubarrayShift)
      result = kTooLarge;
    else if (region.start % length != 0)
      result = kMisaligned;
    else if (std::any_of(regions_.begin(), regions_.end(),
                         [&](const Region& r) { return region.start < r.end() && r.start < region.end(); }))
      result = kOverlaps;
    if (result != kTaken) ++results_[result];
    return result;
  }
  void check(unsigned block) {
    auto& dut = this->dut();
    const auto own = std::find_if(regions_.begin(), regions_.end(),
                                  [&](const Region& r) { return block >= r.start && block < r.end(); });
    this->expect("hit", dut.hit_o, own != regions_.end());
    if (own != regions_.end()) this->expect("region of the block", dut.hit_region_o, own - regions_.begin());
    if (regions_.empty()) return;
    const std::uint64_t index = below(rng_, regions_.size());
    drive(dut.region_i, index);
    this->settle();
    const Region& region = regions_[index];
    this->expect("start", dut.start_o, region.start);
    this->expect("relocation", dut.relocated_o, region.relocated);
    this->expect("size", dut.size_o, region.size);
    this->expect("distance", dut.distance_o, region.distance());
  }

  Rng& rng_;
  std::vector<Region> regions_;
  std::array<std::uint64_t, 5> results_{};
};

TEST(RegionPlaces, ResultsAndRegionsAreThoseOfTheIntervals) {
  Rng rng = seeded_rng(85);
  std::array<std::uint64_t, 5> results{};
  for (std::uint64_t run = 0; run < run_length(200); ++run) {
    PlacesBench<Vregion_places> bench(rng);
    for (int i = 0; i < 100 && !bench.failed(); ++i) bench.cycle();
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    for (unsigned i = 0; i < results.size(); ++i) results[i] += bench.results()[i];
  }
  for (const std::uint64_t count : results) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace gputm::tb
