// region_places against intervals of blocks: the placement of random regions, and the region of each block.
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

// Parameters of the model
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
  /// A region is examined in one cycle and perhaps taken in the next.
  void cycle() {
    const Region region = draw();
    auto& dut = this->dut();
    drive(dut.start_i, region.start);
    drive(dut.size_i, region.size);
    drive(dut.relocated_i, region.relocated);
    step_and_check();
    const Result result = expected(region);
    this->expect("result", dut.result_o, result);
    if (result == kTaken) this->expect("index", dut.index_o, regions_.size());
    dut.take_i = result == kTaken && one_in(rng_, 2);
    const bool taken = dut.take_i;
    step_and_check();
    dut.take_i = 0;
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
  /// Given a block and a region's number; the answers come in the next cycle.
  void step_and_check() {
    auto& dut = this->dut();
    const auto block = static_cast<unsigned>(below(rng_, 1U << kBlockBits));
    dut.match_i = !one_in(rng_, 4);
    dut.read_i = !regions_.empty() && !one_in(rng_, 4);
    drive(dut.block_i, block);
    if (dut.read_i) read_ = below(rng_, regions_.size());
    drive(dut.region_i, read_.value_or(0));
    this->settle();
    this->tick();
    this->settle();
    const auto own = std::find_if(regions_.begin(), regions_.end(),
                                  [&](const Region& r) { return block >= r.start && block < r.end(); });
    const bool hit = dut.match_i && own != regions_.end();
    this->expect("hit", dut.hit_o, hit);
    this->expect("region of the block", dut.hit_region_o, hit ? own - regions_.begin() : 0);
    if (!read_) return;
    const Region& region = regions_[*read_];
    this->expect("start", dut.start_o, region.start);
    this->expect("relocation", dut.relocated_o, region.relocated);
    this->expect("size", dut.size_o, region.size);
    this->expect("distance", dut.distance_o, region.distance());
    this->expect("bits beside version 0", dut.beside_o, region.end() - region.start - (1U << region.size));
  }

  Rng& rng_;
  std::vector<Region> regions_;
  std::optional<std::uint64_t> read_;  ///< region whose place was read last
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
