// version_reply against the places of regions' versions: random regions, blocks inside and outside of their
// spaces, and choices.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

#include "Vversion_reply.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/version_index_table/versioned_memory_model.h"

namespace gputm::tb {
namespace {

// Parameters of the model
constexpr unsigned kVersions = 4, kVersionBits = 2, kBlockBits = 12, kRegionBits = 3;
constexpr unsigned kStripe = 3, kLargest = 6;

enum Kind : std::uint8_t { kPlain, kRead, kFirstRead, kWrite };
enum Place : std::uint8_t { kValid, kRecycled, kNotYet };

struct Access {
  bool valid = false, hit = false;
  Kind kind = kPlain;
  RegionPlace place;
  unsigned region = 0;
  Block block = 0;
  std::optional<unsigned> chosen;

  std::optional<unsigned> version_of_place() const {
    for (unsigned v = 0; v < kVersions; ++v) {
      if (hit && block - place.version(v) < place.blocks()) return v;
    }
    return std::nullopt;
  }
  bool versioned() const { return version_of_place() == 0; }
  Place expected_place() const {
    if (!versioned() || chosen) return kValid;
    return kind == kRead || kind == kFirstRead ? kRecycled : kNotYet;
  }
  Block expected_block() const {
    const auto version = version_of_place();
    if (!version) return block;
    if (*version == 0) return place.version(*chosen) + block - place.start;
    return (place.relocated + (*version - 1) * place.blocks() + block - place.version(*version)) &
           ((1U << kBlockBits) - 1);
  }
};

class ReplyBench : public ModuleBench<Vversion_reply> {
 public:
  explicit ReplyBench(Rng& rng) : rng_(rng) {
    dut().access_i = 0;
    reset();
  }

  /// A block; the choice for the previous one; the reply to the one of three cycles ago.
  void cycle() {
    under_way_.push_front(draw());
    const Access& access = under_way_.front();
    dut().hit_i = access.hit;
    drive(dut().block_i, access.block);
    drive(dut().relocated_i, access.place.relocated);
    drive(dut().size_i, access.place.size);
    drive(dut().distance_i, access.place.distance);
    drive(dut().beside_i, (Block{kVersions} << access.place.distance) - access.place.blocks());
    if (under_way_.size() > 1) drive_choice(under_way_[1]);
    settle();
    if (under_way_.size() > 1) expect("versioned", dut().versioned_o, under_way_[1].versioned());
    expect("reply", dut().reply_valid_o, under_way_.size() > 3 && under_way_[3].valid);
    if (under_way_.size() > 3) {
      if (under_way_[3].valid) check(under_way_[3]);
      under_way_.pop_back();
    }
    tick();
  }

  std::uint64_t moved = 0, beside = 0, elsewhere = 0, refused = 0;

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  Access draw() {
    Access access;
    access.valid = !one_in(rng_, 4);
    access.hit = !one_in(rng_, 4);
    access.kind = static_cast<Kind>(random(4));
    access.place.size = random(kLargest + 1);
    access.place.distance = std::max(access.place.size, kStripe);
    const Block length = Block{kVersions} << access.place.distance;
    access.place.start = random((1U << kBlockBits) / length) * length;
    access.place.relocated = random(1U << kBlockBits);
    access.region = random(1U << kRegionBits);
    access.block = access.hit ? access.place.start + random(length) : random(1U << kBlockBits);
    // In version 0, and not only beside small regions
    if (access.hit && one_in(rng_, 3)) access.block = access.place.start + random(access.place.blocks());
    if (!one_in(rng_, 4)) access.chosen = random(kVersions);
    return access;
  }
  void drive_choice(const Access& access) {
    dut().access_i = access.valid;
    drive(dut().kind_i, access.kind);
    drive(dut().region_i, access.region);
    drive(dut().chosen_i, access.chosen ? 1U << *access.chosen : 0U);
  }
  void check(const Access& access) {
    const Place place = access.expected_place();
    expect("versioned", dut().reply_versioned_o, access.versioned());
    expect("place", dut().reply_place_o, place);
    if (place == kValid) expect("block", dut().reply_block_o, access.expected_block());
    if (access.versioned()) expect("region", dut().reply_region_o, access.region);
    if (access.versioned() && access.chosen) expect("version", dut().reply_version_o, *access.chosen);
    moved += access.version_of_place().value_or(0) != 0;
    beside += access.hit && !access.version_of_place();
    elsewhere += !access.hit;
    refused += place != kValid;
  }

  Rng& rng_;
  std::deque<Access> under_way_;  ///< newest first
};

TEST(VersionReply, GoesToThePlacesOfVersions) {
  Rng rng = seeded_rng(332);
  ReplyBench bench(rng);
  for (std::uint64_t i = 0; i < run_length(50000) && !bench.failed(); ++i) bench.cycle();
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.moved, 100);
  EXPECT_GT(bench.beside, 100);
  EXPECT_GT(bench.elsewhere, 100);
  EXPECT_GT(bench.refused, 100);
}

}  // namespace
}  // namespace gputm::tb
