// Rounds of work shared by two threads, with either of them late.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "base/second_thread.h"

namespace gputm {
namespace {

using namespace std::chrono_literals;

TEST(SecondThread, DoesEachRoundOnceAndItsEffectsAreSeen) {
  // No atomics: only the rounds order these reads and writes.
  std::array<std::uint64_t, 2> sums{};
  std::uint64_t round = 0;
  SecondThread thread([&] { sums[1] += round; });
  std::uint64_t expected = 0;
  for (round = 1; round <= 200'000; ++round) {
    thread.offer();
    sums[0] += round;
    expected += round;
    thread.finish();
    ASSERT_EQ(sums[1], expected);
  }
  EXPECT_EQ(sums[0], sums[1]);
}

TEST(SecondThread, IsAnotherThreadThatLeavesWhatItHasNotBegun) {
  std::thread::id worker;
  std::atomic<bool> begun = false;
  SecondThread thread([&] {
    worker = std::this_thread::get_id();
    begun = true;
  });
  thread.offer();
  while (!begun) std::this_thread::yield();
  thread.finish();
  EXPECT_NE(worker, std::this_thread::get_id());
  // A thread that finishes at once mostly finds a round that has not begun, and has no reason to wait.
  bool own = false;
  for (unsigned i = 0; i < 100'000 && !own; ++i) {
    thread.offer();
    thread.finish();
    own = worker == std::this_thread::get_id();
  }
  EXPECT_TRUE(own);
}

TEST(SecondThread, IsWaitedForAndWokenHoweverLongItTakes) {
  std::atomic<bool> begun = false;
  unsigned rounds = 0;
  SecondThread thread([&] {
    begun = true;
    std::this_thread::sleep_for(5ms);  // finish() is asleep by then
    ++rounds;
  });
  for (unsigned round = 1; round <= 5; ++round) {
    begun = false;
    thread.offer();
    while (!begun) std::this_thread::yield();
    thread.finish();
    EXPECT_EQ(rounds, round);
    std::this_thread::sleep_for(5ms);  // and the thread too
  }
}

TEST(SecondThread, EndsAwakeOrAsleep) {
  for (const auto pause : {0ms, 5ms}) {
    unsigned rounds = 0;
    {
      SecondThread thread([&] { ++rounds; });
      thread.offer();
      thread.finish();
      std::this_thread::sleep_for(pause);
    }
    EXPECT_EQ(rounds, 1u);
  }
}

}  // namespace
}  // namespace gputm
