// Each seeded bug (tb/bugs/cid_vendor, tb/bugs/rr_arbiter) must be found by the vendor's random run.
#include <gtest/gtest.h>

#include <algorithm>

#include "Vvendor_no_window.h"
#include "Vvendor_not_contiguous.h"
#include "Vvendor_retired_ahead.h"
#include "Vvendor_unfair.h"
#include "Vvendor_window_off_by_one.h"
#include "vendor_bench.h"

namespace gputm::tb {
namespace {

constexpr VendorSizes kSmall{20, 65500};

template <typename Model>
class VendorBug : public testing::Test {};

using Bugs = testing::Types<Vvendor_no_window, Vvendor_not_contiguous, Vvendor_retired_ahead,
                            Vvendor_window_off_by_one>;
TYPED_TEST_SUITE(VendorBug, Bugs);

TYPED_TEST(VendorBug, IsCaught) {
  Rng rng = seeded_rng(11);
  VendorBench<TypeParam> bench(kSmall);
  run_vendor(bench, 300000, rng);
  ASSERT_TRUE(bench.failure());
  std::cout << *bench.failure() << '\n';
}

TEST(VendorBugUnfair, IsCaught) {
  VendorBench<Vvendor_unfair> bench(kSmall);
  for (int i = 0; i < 1000; ++i) {
    for (unsigned core = 0; core < VendorSizes::kCores; ++core) {
      if (!bench.waiting(core)) bench.request(core, 1);
    }
    for (unsigned p = 0; p < VendorSizes::kPartitions; ++p) bench.retire(p, bench.alive(p));
    bench.cycle();
  }
  EXPECT_TRUE(bench.waiting(VendorSizes::kCores - 1)) << "the last core starves";
  EXPECT_GT(bench.grants(), 100u);
}

}  // namespace
}  // namespace gputm::tb
