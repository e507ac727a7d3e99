// cid_vendor: contiguous and unique ids across the wrap, round robin, the window, and the pointer of ids
// retired everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "Vvendor_half.h"
#include "Vvendor_many.h"
#include "Vvendor_small.h"
#include "common/reset_in_traffic.h"
#include "engines/kilo/cid_vendor_rtl.h"
#include "vendor_bench.h"

namespace gputm::tb {
namespace {

constexpr VendorSizes kHalf{32768, 65000};  // the largest window, starting below the wrap
constexpr VendorSizes kSmall{20, 65500};

TEST(CidVendor, GrantsOneRequestACycle) {
  VendorBench<Vvendor_half> bench(kHalf);
  for (int i = 0; i < 1000; ++i) {
    for (unsigned core = 0; core < VendorSizes::kCores; ++core) {
      if (!bench.waiting(core)) bench.request(core, 1);
    }
    bench.cycle();
  }
  EXPECT_GE(bench.grants(), 997u);
  EXPECT_LE(bench.longest_wait(), VendorSizes::kCores + 1) << "round robin";
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(CidVendor, FillsTheWindowToTheLastIdAndNoFurther) {
  VendorBench<Vvendor_half> bench(kHalf);
  for (int i = 0; i < 8000; ++i) {
    if (!bench.waiting(0)) bench.request(0, 16);
    bench.cycle();
  }
  EXPECT_EQ(bench.granted_ids(), 32768u);
  EXPECT_TRUE(bench.waiting(0));
  // Two partitions retire everything: the third still holds the window.
  bench.retire(0, 32768);
  bench.retire(1, 32768);
  for (int i = 0; i < 50; ++i) bench.cycle();
  EXPECT_EQ(bench.granted_ids(), 32768u);
  bench.retire(2, 15);
  for (int i = 0; i < 50; ++i) bench.cycle();
  EXPECT_EQ(bench.granted_ids(), 32768u) << "one id too few";
  bench.retire(2, 1);
  for (int i = 0; i < 50; ++i) bench.cycle();
  EXPECT_EQ(bench.granted_ids(), 32768u + 16);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(CidVendor, ReportsWhatHasRetiredEverywhereAndBecomesIdle) {
  VendorBench<Vvendor_half> bench(kHalf);
  bench.request(3, 16);
  for (int i = 0; i < 10; ++i) bench.cycle();
  EXPECT_FALSE(bench.busy());
  for (unsigned p = 0; p < VendorSizes::kPartitions; ++p) bench.retire(p, 16 - p);
  for (int i = 0; i < 20; ++i) bench.cycle();
  EXPECT_EQ(bench.everywhere(), kHalf.first_id + 14);
  EXPECT_FALSE(bench.busy());
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(CidVendor, RandomHalfOfTheIdSpace) {
  Rng rng = seeded_rng(10);
  VendorBench<Vvendor_half> bench(kHalf);
  run_vendor(bench, run_length(300000), rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.granted_ids(), 5u * 65536);
}

TEST(CidVendor, RandomSmallWindow) {
  Rng rng = seeded_rng(11);
  VendorBench<Vvendor_small> bench(kSmall);
  run_vendor(bench, run_length(300000), rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.granted_ids(), 65536u);
}

TEST(CidVendor, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vvendor_small>(12, 500, [](Rng& rng) {
    VendorBench<Vvendor_small> bench(kSmall);
    run_vendor(bench, 600, rng);
    return bench.failure();
  });
}

TEST(CidVendor, GrantsToAllCoresWhenAllRequest) {
  VendorBench<Vvendor_small> bench(kSmall);
  std::array<unsigned, VendorSizes::kCores> grants{};
  for (int i = 0; i < 1000; ++i) {
    for (unsigned core = 0; core < VendorSizes::kCores; ++core) {
      if (bench.waiting(core)) continue;
      ++grants[core];
      bench.request(core, 1);
    }
    for (unsigned p = 0; p < VendorSizes::kPartitions; ++p) bench.retire(p, bench.alive(p));
    bench.cycle();
  }
  const auto [least, most] = std::minmax_element(grants.begin(), grants.end());
  EXPECT_GT(*least, 50u);
  EXPECT_LE(*most - *least, 1u);
}

using ManyBench = VendorBench<Vvendor_many, VendorSizes::kManyCores, VendorSizes::kClusterCores>;

TEST(CidVendorOfManyCores, GrantsAChosenRequestInThreeCycles) {
  ManyBench bench(kSmall);
  for (unsigned core = 0; core < VendorSizes::kManyCores; ++core) {
    bench.request(core, 3);
    for (int i = 0; i < 10; ++i) bench.cycle();
    for (unsigned p = 0; p < VendorSizes::kPartitions; ++p) bench.retire(p, 3);
    for (int i = 0; i < 20; ++i) bench.cycle();
    EXPECT_EQ(bench.grants(), core + 1);
    EXPECT_EQ(bench.longest_wait(), 3u) << "core " << core;
    EXPECT_FALSE(bench.busy());
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(CidVendorOfManyCores, GrantsOneRequestACycleAndPassesNobody) {
  for (const unsigned cores : {VendorSizes::kManyCores, VendorSizes::kClusterCores, 1u}) {
    ManyBench bench(kSmall);
    for (int i = 0; i < 2000; ++i) {
      for (unsigned core = 0; core < cores; ++core) {
        if (!bench.waiting(core)) bench.request(core, 1);
      }
      bench.cycle();
      for (unsigned p = 0; p < VendorSizes::kPartitions; ++p) bench.retire(p, bench.alive(p));
    }
    // A core on its own requests again after each grant.
    EXPECT_GE(bench.grants(), cores == 1 ? 400u : 1990u) << cores << " cores";
    // Each of three clusters is served in turn, and in it each of 14 cores; three requests are queued behind
    // that choice.
    EXPECT_LE(bench.longest_wait(), 3u * (VendorSizes::kClusterCores + 3));
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

TEST(CidVendorOfManyCores, Random) {
  Rng rng = seeded_rng(13);
  ManyBench bench(kSmall);
  run_vendor(bench, run_length(100000), rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.granted_ids(), 65536u);
}

// The vendors behind the interface of the GPU model.
/// First id granted to `core`, taken once
std::optional<tm::CommitId> first_granted(tm::CommitIdVendor& vendor, unsigned core) {
  const auto grant = vendor.granted(core);
  return grant ? std::optional(grant->first) : std::nullopt;
}

TEST(CidVendorAdapter, GrantsInTwoTicksAndFollowsThePartitionsItHas) {
  const auto vendor = engines::kilo::make_cid_vendor_rtl(15, 6, 1920);
  vendor->request(14, 64, {});
  vendor->tick();
  EXPECT_EQ(first_granted(*vendor, 14), std::nullopt);
  vendor->tick();
  EXPECT_EQ(first_granted(*vendor, 14), 0);
  EXPECT_EQ(first_granted(*vendor, 14), std::nullopt) << "only once";
  vendor->request(0, 1, {});
  for (int i = 0; i < 3; ++i) vendor->tick();
  EXPECT_EQ(first_granted(*vendor, 0), 64);
  for (unsigned p = 0; p < 6; ++p) vendor->retired(p, 65);
  for (int i = 0; i < 20; ++i) vendor->tick();
  EXPECT_EQ(vendor->retired_everywhere(), 65);
  EXPECT_FALSE(vendor->busy());
}

TEST(CidVendorAdapter, HoldsRequestsBeyondTheRing) {
  const auto vendor = engines::kilo::make_cid_vendor_rtl(2, 1, 64);
  vendor->request(0, 64, {});
  vendor->request(1, 1, {});
  for (int i = 0; i < 100; ++i) vendor->tick();
  EXPECT_EQ(first_granted(*vendor, 0), 0);
  EXPECT_EQ(first_granted(*vendor, 1), std::nullopt);
  vendor->retired(0, 1);
  for (int i = 0; i < 20; ++i) vendor->tick();
  EXPECT_EQ(first_granted(*vendor, 1), 64);
}

TEST(PartitionCidVendorAdapter, GrantsAnOrderOfEachPartitionAndItsCut) {
  constexpr unsigned kPartitions = 20;  // two beats
  const auto vendor = engines::kilo::make_partition_cid_vendor_rtl(15, kPartitions, 1920);
  std::vector<std::uint8_t> touching(kPartitions);
  touching[0] = 3;
  touching[19] = 5;
  const auto granted = [&](unsigned core, unsigned lanes, std::optional<tm::IdGrant>& grant) {
    vendor->request(core, lanes, touching);
    unsigned ticks = 0;
    for (; !(grant = vendor->granted(core)) && ticks < 100; ++ticks) vendor->tick();
    return ticks;
  };
  std::optional<tm::IdGrant> grant;
  EXPECT_EQ(granted(14, 8, grant), 7u) << "six, and one for the second beat";
  EXPECT_EQ(grant, (tm::IdGrant{.first = 0, .at_partition = std::vector<tm::CommitId>(kPartitions)}));
  granted(0, 1, grant);
  std::vector<tm::CommitId> second(kPartitions);
  second[0] = 3;
  second[19] = 5;
  EXPECT_EQ(grant, (tm::IdGrant{.first = 8, .at_partition = second}));
  std::optional<tm::IdCut> cut;
  for (int i = 0; i < 20; ++i) {
    if (const auto next = vendor->cut()) cut = next;
    vendor->tick();
  }
  ASSERT_TRUE(cut);
  for (unsigned p = 0; p < kPartitions; ++p) vendor->retired(p, cut->at_partition[p]);
  for (int i = 0; i < 40; ++i) vendor->tick();
  EXPECT_EQ(vendor->retired_everywhere(), cut->end);
}

/// Cores and partitions around a vendor; their actions depend on its replies and on random numbers of their
/// own.
class Around {
 public:
  Around(std::unique_ptr<tm::CommitIdVendor> vendor, std::uint64_t seed, unsigned partitions)
      : vendor_(std::move(vendor)), core_rng_(seed), partition_rng_(seed + 1), partitions_(partitions) {}

  tm::CommitIdVendor& vendor() { return *vendor_; }
  /// A cycle of the cores; appends the vendor's replies to `seen`.
  void cores() {
    for (Partition& partition : partitions_) partition.known = {partition.granted, partition.known[0]};
    for (unsigned core = 0; core < kCores; ++core) {
      Request& request = requests_[core];
      if (request.lanes != 0) {
        const auto grant = vendor_->granted(core);
        seen.push_back(grant);
        if (!grant) continue;
        for (unsigned p = 0; p < partitions_.size(); ++p)
          partitions_[p].granted += grant->at_partition.empty() ? request.lanes : request.touching[p];
        request.lanes = 0;
      } else if (core_rng_() % 4 == 0) {
        request.lanes = 1 + static_cast<unsigned>(core_rng_() % 32);
        request.touching.clear();
        for (unsigned p = 0; p < partitions_.size(); ++p)
          request.touching.push_back(static_cast<std::uint8_t>(core_rng_() % (request.lanes + 1)));
        vendor_->request(core, request.lanes, request.touching);
      }
    }
    seen.push_back(tm::IdGrant{.first = vendor_->retired_everywhere(), .at_partition = {}});
    if (const auto cut = vendor_->cut())
      seen.push_back(tm::IdGrant{.first = cut->end, .at_partition = cut->at_partition});
  }
  /// A cycle of the partitions. They know the grants from before the cores' cycle with the same number: the
  /// cores' last cycle, or, where the cores are ahead, the one before.
  void partitions(bool cores_ahead) {
    for (unsigned p = 0; p < partitions_.size(); ++p) {
      Partition& partition = partitions_[p];
      const std::uint64_t known = partition.known[cores_ahead ? 1 : 0];
      if (partition.retired == known || partition_rng_() % 2 == 0) continue;
      partition.retired += 1 + partition_rng_() % (known - partition.retired);
      vendor_->retired(p, static_cast<tm::CommitId>(partition.retired));
    }
  }

  std::vector<std::optional<tm::IdGrant>> seen;

 private:
  struct Request {
    unsigned lanes = 0;  ///< 0: none
    std::vector<std::uint8_t> touching;
  };
  /// Numbers of ids
  struct Partition {
    std::uint64_t granted = 0, retired = 0;
    std::array<std::uint64_t, 2> known{};  ///< granted at the begins of the cores' last two cycles
  };

  static constexpr unsigned kCores = 7;
  std::unique_ptr<tm::CommitIdVendor> vendor_;
  Rng core_rng_, partition_rng_;
  std::array<Request, kCores> requests_;
  std::vector<Partition> partitions_;
};

/// Compares two of the same vendor. In one the cores' cycle follows the partitions' and the vendor's; in the
/// other it precedes them, as soon as the vendor has announced its replies.
void compare_announced(std::unique_ptr<tm::CommitIdVendor> (*make)(unsigned, unsigned, unsigned)) {
  for (const unsigned partitions : {1u, 3u, 8u, 20u}) {
    const auto seed = seeded_rng(12)() + partitions;
    Around after(make(7, partitions, 64), seed, partitions),
        before(make(7, partitions, 64), seed, partitions);
    const std::uint64_t cycles = run_length(100'000);
    after.cores();
    before.cores();
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
      after.partitions(false);
      after.vendor().tick();
      after.cores();
      const bool ahead = cycle % 1024 < 900;  // sometimes not ahead
      if (ahead) {
        before.vendor().announce();
        before.cores();
      }
      before.partitions(ahead);
      before.vendor().tick();
      if (!ahead) before.cores();
      ASSERT_EQ(after.seen, before.seen) << partitions << " partitions, cycle " << cycle;
      after.seen.clear();
      before.seen.clear();
    }
  }
}

TEST(CidVendorAdapter, AnnouncesWhatTheNextTickWillSay) {
  compare_announced(&engines::kilo::make_cid_vendor_rtl);
}

TEST(PartitionCidVendorAdapter, AnnouncesWhatTheNextTickWillSay) {
  compare_announced(&engines::kilo::make_partition_cid_vendor_rtl);
}

TEST(CidVendorAdapter, RefusesWhatItCannotServe) {
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(257, 6, 1920), Error);
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(15, 65, 1920), Error);
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(15, 6, 63), Error);
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(15, 6, 64)->request(15, 1, {}), Error);
}

TEST(PartitionCidVendorAdapter, RefusesWhatItCannotServe) {
  EXPECT_THROW(engines::kilo::make_partition_cid_vendor_rtl(257, 6, 1920), Error);
  EXPECT_THROW(engines::kilo::make_partition_cid_vendor_rtl(15, 65, 1920), Error);
  EXPECT_THROW(engines::kilo::make_partition_cid_vendor_rtl(15, 6, 63), Error);
  EXPECT_THROW(engines::kilo::make_partition_cid_vendor_rtl(15, 6, 64)->request(1, 1, {}), Error);
}

}  // namespace
}  // namespace gputm::tb
