// partition_cid_vendor: dense ids by partition in the order of positions, whole requests, windows, round
// robin, rates, cuts and the watermark.
#include <gtest/gtest.h>

#include "Vpartition_vendor_default.h"
#include "Vpartition_vendor_large.h"
#include "Vpartition_vendor_one.h"
#include "Vpartition_vendor_rows.h"
#include "Vpartition_vendor_small.h"
#include "Vpartition_vendor_wide.h"
#include "common/reset_in_traffic.h"
#include "partition_vendor_bench.h"

namespace gputm::tb {
namespace {

using Default =
    PartitionVendorBench<Vpartition_vendor_default, PartitionVendorSizes{32, 8, 64, 8, 32704, 16, 16}>;
using One = PartitionVendorBench<Vpartition_vendor_one, PartitionVendorSizes{1, 1, 4, 8, 4, 3, 5}>;
using Small = PartitionVendorBench<Vpartition_vendor_small, PartitionVendorSizes{2, 2, 16, 8, 20, 6, 7}>;
using Rows = PartitionVendorBench<Vpartition_vendor_rows, PartitionVendorSizes{33, 9, 64, 8, 32768, 16, 17}>;
using Large =
    PartitionVendorBench<Vpartition_vendor_large, PartitionVendorSizes{132, 40, 64, 8, 1920, 16, 16}>;
using Wide = PartitionVendorBench<Vpartition_vendor_wide, PartitionVendorSizes{5, 64, 64, 8, 64, 7, 12}>;

template <typename Bench>
class PartitionCidVendor : public testing::Test {};
using Benches = testing::Types<Default, One, Small, Rows, Large, Wide>;
TYPED_TEST_SUITE(PartitionCidVendor, Benches);

template <typename Model, PartitionVendorSizes Sizes>
constexpr PartitionVendorSizes sizes_of(const PartitionVendorBench<Model, Sizes>&) {
  return Sizes;
}
template <typename Model, PartitionVendorSizes Sizes>
void retire_all(PartitionVendorBench<Model, Sizes>& bench) {
  for (unsigned p = 0; p < Sizes.partitions; ++p) {
    if (bench.alive(p) != 0) bench.retire(p, bench.alive(p));
  }
}
/// Cycles until the vendor is idle.
template <typename Model, PartitionVendorSizes Sizes>
unsigned drain(PartitionVendorBench<Model, Sizes>& bench) {
  unsigned cycles = 0;
  for (; cycles < 2000 && bench.dut().busy_o; ++cycles) {
    for (unsigned core = 0; core < Sizes.cores; ++core) bench.hold(core, false);
    retire_all(bench);
    bench.cycle();
    bench.settle();
  }
  return cycles;
}

TYPED_TEST(PartitionCidVendor, Random) {
  Rng rng = seeded_rng(510);
  TypeParam bench;
  constexpr auto sizes = sizes_of(bench);
  run_random(bench, run_length(sizes.cores > 100 ? 20000 : 60000), rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.granted_requests(), 2000u);
  EXPECT_GT(bench.cuts(), 100u);
  if (sizes.ring > 64) {  // others stall at their rings
    EXPECT_GT(bench.positions(), std::uint64_t{1} << sizes.position_bits);
  }
  for (unsigned p = 0; p < sizes.partitions; ++p)
    EXPECT_GT(bench.granted_ids(p), 100u << std::min(sizes.id_bits, 7u));
  drain(bench);
  EXPECT_EQ(bench.everywhere(), bench.positions());
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TYPED_TEST(PartitionCidVendor, GrantsABeatACycle) {
  TypeParam bench;
  constexpr auto sizes = sizes_of(bench);
  for (unsigned active : {sizes.cores, std::min(sizes.cores, 2u), 1u}) {
    const std::uint64_t before = bench.grants();
    typename TypeParam::Counts counts{};
    for (int i = 0; i < 1000; ++i) {
      for (unsigned core = 0; core < active; ++core) {
        // Little enough that no ring is the limit.
        counts[(core + static_cast<unsigned>(i)) % sizes.partitions] = sizes.ring > 64 ? 1 : 0;
        if (!bench.waiting(core)) bench.request(core, 1, counts);
        counts = {};
      }
      retire_all(bench);
      bench.cycle();
    }
    // Positions of the tiny vendor are the limit: 12 of them, which retire in 7 cycles.
    EXPECT_GE(bench.grants() - before, 990u) << active << " cores";
    EXPECT_EQ(bench.failure(), std::nullopt);
    drain(bench);
  }
}

TYPED_TEST(PartitionCidVendor, IsFair) {
  TypeParam bench;
  constexpr auto sizes = sizes_of(bench);
  for (int i = 0; i < 4000; ++i) {
    for (unsigned core = 0; core < sizes.cores; ++core) {
      if (!bench.waiting(core)) bench.request(core, 1, {});
    }
    bench.cycle();
  }
  // Each cluster is served in turn, and in it each core; there are two requests behind the choice of a
  // cluster, and three behind the choice of the clusters.
  const unsigned clusters = (sizes.cores + 15) / 16, cluster_cores = (sizes.cores + clusters - 1) / clusters;
  EXPECT_LE(bench.most_passed(), clusters * (cluster_cores + 2) + 3);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TYPED_TEST(PartitionCidVendor, GrantsAnIdleVendorsRequestInSixCyclesAndBecomesIdle) {
  TypeParam bench;
  constexpr auto sizes = sizes_of(bench);
  std::uint64_t longest = 0;
  for (unsigned i = 0; i < sizes.cores; ++i) {
    bench.request(sizes.cores - 1 - i, 1, {});  // at first of a core and a cluster that are not chosen
    const std::uint64_t before = bench.granted_requests();
    for (unsigned cycle = 0; cycle < 6 + bench.kRows; ++cycle) bench.cycle();
    EXPECT_EQ(bench.granted_requests(), before + 1);
    longest = std::max(longest, bench.last_latency());
    EXPECT_LE(drain(bench), 8u);
    EXPECT_EQ(bench.everywhere(), bench.positions());
  }
  EXPECT_EQ(longest, sizes.cores > 16 ? 6u : sizes.cores > 1 ? 5u : 4u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TYPED_TEST(PartitionCidVendor, FillsOneRingToTheLastIdWhileOthersProceed) {
  TypeParam bench;
  constexpr auto sizes = sizes_of(bench);
  typename TypeParam::Counts counts{};
  const unsigned full = sizes.partitions - 1;
  counts[full] = 1;
  for (std::uint64_t ids = 0; ids < sizes.ring; ++ids) {
    for (int i = 0; i < 20 && bench.waiting(0); ++i) bench.cycle();
    bench.request(0, 1, counts);
    if (ids + 1 < sizes.ring) continue;
    counts[full] = 0;
    for (int i = 0; i < 20; ++i) bench.cycle();
    EXPECT_EQ(bench.granted_ids(full), sizes.ring);
  }
  // Transactions that do not touch the full partition proceed, as long as there are positions.
  if (sizes.ring + 1 <= sizes.position_window()) {
    const std::uint64_t before = bench.granted_requests();
    bench.request(0, 1, {});
    for (int i = 0; i < 20; ++i) bench.cycle();
    EXPECT_EQ(bench.granted_requests(), before + 1);
    counts[full] = 1;
    bench.request(0, 1, counts);
    for (int i = 0; i < 50; ++i) bench.cycle();
    EXPECT_EQ(bench.granted_ids(full), sizes.ring) << "the ring is full";
    bench.retire(full, 1);
    for (int i = 0; i < 20; ++i) bench.cycle();
    EXPECT_EQ(bench.granted_ids(full), sizes.ring + 1);
  }
  drain(bench);
  EXPECT_EQ(bench.everywhere(), bench.positions());
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TYPED_TEST(PartitionCidVendor, UsesAllPositionsAndNoMore) {
  TypeParam bench;
  constexpr auto sizes = sizes_of(bench);
  typename TypeParam::Counts counts{};
  counts[0] = 1;
  bench.request(0, 1, counts);  // its id does not retire, so no cut is published
  for (int i = 0; i < 20; ++i) bench.cycle();
  while (bench.positions() < sizes.position_window() && !bench.failed()) {
    const auto lanes = std::min<std::uint64_t>(sizes.max_count, sizes.position_window() - bench.positions());
    bench.request(0, static_cast<unsigned>(lanes), {});
    for (unsigned i = 0; i < 6 + bench.kRows; ++i) bench.cycle();
  }
  bench.request(0, 1, {});
  for (int i = 0; i < 50; ++i) bench.cycle();
  EXPECT_EQ(bench.positions(), sizes.position_window());
  bench.retire(0, 1);
  for (int i = 0; i < 50; ++i) bench.cycle();
  EXPECT_GT(bench.everywhere(), 0u);
  drain(bench);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(PartitionCidVendorReset, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vpartition_vendor_small>(511, 500, [](Rng& rng) {
    Small bench;
    run_random(bench, 600, rng);
    return bench.failure();
  });
}

}  // namespace
}  // namespace gputm::tb
