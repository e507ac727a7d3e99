// fifo_sync against a queue, with random stalls.
#include <gtest/gtest.h>

#include "Vfifo_sync.h"
#include "Vfifo_sync_depth2.h"
#include "common/reset_in_traffic.h"
#include "unit/common/common/stream_bench.h"

namespace gputm::tb {
namespace {

TEST(FifoSync, LosesRepeatsAndReordersNothing) { expect_correct<Vfifo_sync>(5); }
TEST(FifoSync, SmallestDepth) { expect_correct<Vfifo_sync_depth2>(2); }
TEST(FifoSync, OneWordACycle) { EXPECT_EQ(words_at_full_rate<Vfifo_sync>(), 999u); }

TEST(FifoSync, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vfifo_sync>(22, 300,
                                      [](Rng& rng) { return run_stream<Vfifo_sync>(400, 5, rng).failure; });
}

}  // namespace
}  // namespace gputm::tb
