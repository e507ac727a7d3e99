// skid_buffer against a queue, with random stalls.
#include <gtest/gtest.h>

#include "Vskid_buffer.h"
#include "common/reset_in_traffic.h"
#include "unit/common/common/stream_bench.h"

namespace gputm::tb {
namespace {

TEST(SkidBuffer, LosesRepeatsAndReordersNothing) { expect_correct<Vskid_buffer>(2); }
TEST(SkidBuffer, OneWordACycle) { EXPECT_EQ(words_at_full_rate<Vskid_buffer>(), 999u); }

TEST(SkidBuffer, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vskid_buffer>(
      23, 300, [](Rng& rng) { return run_stream<Vskid_buffer>(400, 2, rng).failure; });
}

}  // namespace
}  // namespace gputm::tb
