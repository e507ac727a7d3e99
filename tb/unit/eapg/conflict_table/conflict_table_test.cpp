// conflict_table against the model's table (hits_bench.h).
#include "Vconflict_table.h"

#include <gtest/gtest.h>

#include "common/reset_in_traffic.h"
#include "unit/eapg/conflict_table/hits_bench.h"

namespace gputm::tb::conflict_table_test {
namespace {

TEST(ConflictTable, FindsWhatIsAnnounced) {
  Rng rng = seeded_rng(51);
  for (std::uint64_t run = 0; run < run_length(20); ++run) {
    TableBench<Vconflict_table> bench(rng);
    run_phases(bench, 40, [] {});
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_TRUE(bench.done());
    ASSERT_GT(bench.hits(), bench.look_ups() / 10);
    ASSERT_LT(bench.hits(), bench.look_ups());
  }
}

TEST(ConflictTable, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vconflict_table>(52, 600, [](Rng& rng) {
    TableBench<Vconflict_table> bench(rng);
    for (unsigned i = 0; i < 700 && !bench.failure(); ++i) bench.cycle(true, true);
    for (unsigned i = 0; i < 100; ++i) bench.cycle(false, false);
    return bench.failure();
  });
}

}  // namespace
}  // namespace gputm::tb::conflict_table_test
