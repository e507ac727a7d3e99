// late_ready_buffer against a queue, with random stalls.
#include <gtest/gtest.h>

#include "Vlate_ready_buffer.h"
#include "unit/common/common/stream_bench.h"

namespace gputm::tb {
namespace {

TEST(LateReadyBuffer, LosesRepeatsAndReordersNothing) { expect_correct<Vlate_ready_buffer>(2); }
TEST(LateReadyBuffer, OneWordACycle) { EXPECT_EQ(words_at_full_rate<Vlate_ready_buffer>(), 999u); }

}  // namespace
}  // namespace gputm::tb
