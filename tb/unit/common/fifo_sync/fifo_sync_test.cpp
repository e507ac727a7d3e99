// fifo_sync against a queue, with random stalls.
#include <gtest/gtest.h>

#include "Vfifo_sync.h"
#include "Vfifo_sync_depth2.h"
#include "Vfifo_sync_full_push.h"
#include "Vfifo_sync_no_forwarding.h"
#include "Vfifo_sync_stuck_read_pointer.h"
#include "unit/common/common/stream_bench.h"

namespace gputm::tb {
namespace {

TEST(FifoSync, LosesRepeatsAndReordersNothing) { expect_correct<Vfifo_sync>(5); }
TEST(FifoSync, SmallestDepth) { expect_correct<Vfifo_sync_depth2>(2); }
TEST(FifoSync, OneWordACycle) { EXPECT_EQ(words_at_full_rate<Vfifo_sync>(), 999u); }

TEST(FifoSyncBugs, FullPushIsCaught) { expect_caught<Vfifo_sync_full_push>(5); }
TEST(FifoSyncBugs, StuckReadPointerIsCaught) { expect_caught<Vfifo_sync_stuck_read_pointer>(5); }
TEST(FifoSyncBugs, NoForwardingIsCaught) { expect_caught<Vfifo_sync_no_forwarding>(5); }

}  // namespace
}  // namespace gputm::tb
