// cid_vendor: contiguous and unique ids across the wrap, round robin, the window, and the pointer of ids
// retired everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "Vvendor_half.h"
#include "Vvendor_many.h"
#include "Vvendor_small.h"
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

// The same vendor behind the interface of the GPU model.
TEST(CidVendorAdapter, GrantsInTwoTicksAndFollowsThePartitionsItHas) {
  const auto vendor = engines::kilo::make_cid_vendor_rtl(15, 6, 1920);
  vendor->request(14, 64);
  vendor->tick();
  EXPECT_EQ(vendor->granted(14), std::nullopt);
  vendor->tick();
  EXPECT_EQ(vendor->granted(14), 0);
  EXPECT_EQ(vendor->granted(14), std::nullopt) << "only once";
  vendor->request(0, 1);
  for (int i = 0; i < 3; ++i) vendor->tick();
  EXPECT_EQ(vendor->granted(0), 64);
  for (unsigned p = 0; p < 6; ++p) vendor->retired(p, 65);
  for (int i = 0; i < 20; ++i) vendor->tick();
  EXPECT_EQ(vendor->retired_everywhere(), 65);
  EXPECT_FALSE(vendor->busy());
}

TEST(CidVendorAdapter, HoldsRequestsBeyondTheRing) {
  const auto vendor = engines::kilo::make_cid_vendor_rtl(2, 1, 64);
  vendor->request(0, 64);
  vendor->request(1, 1);
  for (int i = 0; i < 100; ++i) vendor->tick();
  EXPECT_EQ(vendor->granted(0), 0);
  EXPECT_EQ(vendor->granted(1), std::nullopt);
  vendor->retired(0, 1);
  for (int i = 0; i < 20; ++i) vendor->tick();
  EXPECT_EQ(vendor->granted(1), 64);
}

/// Cores and partitions around a vendor; their actions depend on its replies and on random numbers of their
/// own.
class Around {
 public:
  Around(std::uint64_t seed, unsigned partitions)
      : vendor_(engines::kilo::make_cid_vendor_rtl(kCores, partitions, 64)),
        core_rng_(seed),
        partition_rng_(seed + 1),
        retired_(partitions) {}

  tm::CommitIdVendor& vendor() { return *vendor_; }
  /// A cycle of the cores; appends the vendor's replies to `seen`.
  void cores() {
    known_ = {granted_, known_[0]};
    for (unsigned core = 0; core < kCores; ++core) {
      if (waits_[core] != 0) {
        const auto id = vendor_->granted(core);
        seen.push_back(id ? *id : ~0U);
        if (id) granted_ += std::exchange(waits_[core], 0);
      } else if (core_rng_() % 4 == 0) {
        waits_[core] = 1 + static_cast<unsigned>(core_rng_() % 32);
        vendor_->request(core, waits_[core]);
      }
    }
    seen.push_back(vendor_->retired_everywhere());
  }
  /// A cycle of the partitions. They know the grants from before the cores' cycle with the same number: the
  /// cores' last cycle, or, where the cores are ahead, the one before.
  void partitions(bool cores_ahead) {
    const std::uint64_t known = known_[cores_ahead ? 1 : 0];
    for (unsigned p = 0; p < retired_.size(); ++p) {
      if (retired_[p] == known || partition_rng_() % 2 == 0) continue;
      retired_[p] += 1 + partition_rng_() % (known - retired_[p]);
      vendor_->retired(p, static_cast<tm::CommitId>(retired_[p]));
    }
  }

  std::vector<unsigned> seen;

 private:
  static constexpr unsigned kCores = 7;
  std::unique_ptr<tm::CommitIdVendor> vendor_;
  Rng core_rng_, partition_rng_;
  std::array<unsigned, kCores> waits_{};
  std::uint64_t granted_ = 0;
  std::array<std::uint64_t, 2> known_{};  ///< begins of the cores' last two cycles
  std::vector<std::uint64_t> retired_;
};

// In one of them the cores' cycle follows the partitions' and the vendor's; in the other it precedes them, as
// soon as the vendor has announced its replies.
TEST(CidVendorAdapter, AnnouncesWhatTheNextTickWillSay) {
  for (const unsigned partitions : {1u, 3u, 8u}) {
    const auto seed = seeded_rng(12)() + partitions;
    Around after(seed, partitions), before(seed, partitions);
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

TEST(CidVendorAdapter, RefusesWhatItCannotServe) {
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(257, 6, 1920), Error);
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(15, 65, 1920), Error);
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(15, 6, 63), Error);
  EXPECT_THROW(engines::kilo::make_cid_vendor_rtl(15, 6, 64)->request(15, 1), Error);
}

}  // namespace
}  // namespace gputm::tb
