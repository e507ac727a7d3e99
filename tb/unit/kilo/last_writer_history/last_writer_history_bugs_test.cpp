// Each seeded bug (tb/bugs) must make the random streams of last_writer_history_test fail.
#include <gtest/gtest.h>

#include "Vlwh_eviction_lost.h"
#include "Vlwh_expired_hides_live.h"
#include "Vlwh_maximum.h"
#include "Vlwh_no_forwarding.h"
#include "Vlwh_no_scrub.h"
#include "Vlwh_no_update.h"
#include "Vlwh_older_overwrites.h"
#include "Vlwh_scrub_only_when_idle.h"
#include "false_writers.h"
#include "lwh_bench.h"

namespace gputm::tb {
namespace {

constexpr LwhSizes kSmall{16, 4, 2, 8, 10, 8};

template <typename Model>
class LwhBug : public testing::Test {};

using Bugs = testing::Types<Vlwh_eviction_lost, Vlwh_expired_hides_live, Vlwh_no_forwarding, Vlwh_no_scrub,
                            Vlwh_no_update, Vlwh_older_overwrites, Vlwh_scrub_only_when_idle>;
TYPED_TEST_SUITE(LwhBug, Bugs);

TYPED_TEST(LwhBug, IsCaught) {
  Rng rng = seeded_rng(1);
  std::optional<std::string> failure;
  for (int run = 0; run < 40 && !failure; ++run) {
    const std::uint64_t first = 256 * 4 - below(rng, 300);
    const std::uint64_t live = 1 + below(rng, 127);
    LwhBench<TypeParam> bench(kSmall, first);
    run_traffic(bench, kSmall,
                {.operations = 20000, .addresses = 4 + below(rng, 200), .live_ids = live, .first_id = first},
                rng);
    failure = bench.failure();
  }
  ASSERT_TRUE(failure);
  std::cout << *failure << '\n';
}

// The youngest bucket is a safe answer; what is wrong with it is the number of false writers.
TEST(LwhBugMaximum, IsCaught) {
  Rng rng = seeded_rng(3);
  constexpr LwhSizes kPaper{512, 4, 4, 256, 30, 16};
  LwhBench<Vlwh_maximum> bench(kPaper, 65000);
  const FalseWriters rates = measure_false_writers(bench, kPaper, 1, 900, rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_FALSE(rates.bounded()) << rates.describe();
}

}  // namespace
}  // namespace gputm::tb
