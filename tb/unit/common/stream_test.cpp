// fifo_sync and skid_buffer beside a queue, with random stalls; their seeded bugs must be found.
#include <gtest/gtest.h>

#include <algorithm>

#include "Vfifo_depth2.h"
#include "Vfifo_depth5.h"
#include "Vfifo_full_push.h"
#include "Vfifo_no_forwarding.h"
#include "Vfifo_stuck_read_pointer.h"
#include "Vskid.h"
#include "Vskid_lost.h"
#include "stream_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
void expect_correct(std::size_t capacity) {
  Rng rng = seeded_rng(20);
  const std::uint64_t cycles = run_length(100000);
  const StreamResult result = run_stream<Model>(cycles, capacity, rng);
  EXPECT_EQ(result.failure, std::nullopt);
  EXPECT_EQ(result.deepest, capacity);
  EXPECT_GT(result.words, cycles / 4);
}

TEST(FifoSync, LosesRepeatsAndReordersNothing) { expect_correct<Vfifo_depth5>(5); }
TEST(FifoSync, SmallestDepth) { expect_correct<Vfifo_depth2>(2); }
TEST(SkidBuffer, LosesRepeatsAndReordersNothing) { expect_correct<Vskid>(2); }

template <typename Model>
std::uint64_t words_at_full_rate() {
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  dut.in_valid_i = 1;
  dut.out_ready_i = 1;
  clocked.reset();
  std::uint64_t words = 0;
  for (int i = 0; i < 1000; ++i) {
    clocked.settle();
    words += dut.out_valid_o;
    clocked.step();
  }
  return words;
}

TEST(FifoSync, OneWordACycle) { EXPECT_EQ(words_at_full_rate<Vfifo_depth5>(), 999u); }
TEST(SkidBuffer, OneWordACycle) { EXPECT_EQ(words_at_full_rate<Vskid>(), 999u); }

template <typename Model>
void expect_caught(std::size_t capacity) {
  Rng rng = seeded_rng(20);
  const StreamResult result = run_stream<Model>(100000, capacity, rng);
  ASSERT_TRUE(result.failure);
  std::cout << *result.failure << '\n';
}

TEST(StreamBugs, FullPushIsCaught) { expect_caught<Vfifo_full_push>(5); }
TEST(StreamBugs, StuckReadPointerIsCaught) { expect_caught<Vfifo_stuck_read_pointer>(5); }
TEST(StreamBugs, NoForwardingIsCaught) { expect_caught<Vfifo_no_forwarding>(5); }
TEST(StreamBugs, SkidLostIsCaught) { expect_caught<Vskid_lost>(2); }

}  // namespace
}  // namespace gputm::tb
