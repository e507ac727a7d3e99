// Elements that threads take from both ends.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>

#include "base/second_thread.h"
#include "base/untaken.h"

namespace gputm {
namespace {

TEST(Untaken, GivesFirstOnesAndLastOnes) {
  Untaken untaken;
  EXPECT_EQ(untaken.take(false), std::nullopt) << "before an offer";
  untaken.offer(5);
  EXPECT_EQ(untaken.take(false), 0U);
  EXPECT_EQ(untaken.take(true), 4U);
  EXPECT_EQ(untaken.take(true), 3U);
  EXPECT_EQ(untaken.take(false), 1U);
  EXPECT_EQ(untaken.take(false), 2U);
  for (const bool from_last : {true, true, false, true}) EXPECT_EQ(untaken.take(from_last), std::nullopt);
  untaken.offer(1);
  EXPECT_EQ(untaken.take(true), 0U);
  EXPECT_EQ(untaken.take(false), std::nullopt);
  untaken.offer(0);
  EXPECT_EQ(untaken.take(true), std::nullopt);
}

TEST(Untaken, GivesEachElementToOneOfTwoThreads) {
  constexpr std::size_t kElements = 7;
  Untaken untaken;
  // No atomics: each thread counts in a row of its own.
  std::array<std::array<unsigned, kElements>, 2> taken{};
  const auto take_all = [&](bool from_last) {
    while (const auto i = untaken.take(from_last)) ++taken[from_last ? 1 : 0].at(*i);
  };
  SecondThread thread([&] { take_all(false); });
  for (unsigned round = 1; round <= 20'000; ++round) {
    untaken.offer(kElements);
    thread.offer();
    take_all(true);
    thread.finish();
    for (std::size_t i = 0; i < kElements; ++i) ASSERT_EQ(taken[0][i] + taken[1][i], round) << i;
  }
}

}  // namespace
}  // namespace gputm
