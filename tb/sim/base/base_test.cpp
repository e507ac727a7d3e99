// Random numbers, statistics and logging.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>

#include "base/logging.h"
#include "base/rng.h"
#include "base/statistics.h"

namespace gputm {
namespace {

TEST(Rng, IsXoshiro256StarStarSeededBySplitMix64) {
  // The generators' published reference values: SplitMix64 of 0 starts 0xe220a8397b1dcdaf, and so on.
  Rng rng(0);
  EXPECT_EQ(rng(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(rng(), 0xbf6e1f784956452au);
}

TEST(Rng, BelowIsInRangeAndEven) {
  Rng rng(7);
  std::array<unsigned, 10> counts{};
  for (int i = 0; i < 100'000; ++i) ++counts.at(rng.below(10));
  for (unsigned count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(Statistics, ComponentsShareACounterOfOneName) {
  Statistics statistics;
  std::uint64_t& first = statistics.counter("l2.hits", "accesses", "tag hits");
  first += 3;
  statistics.counter("a.other", "cycles", "something");
  statistics.counter("l2.hits", "accesses", "tag hits") += 4;
  EXPECT_EQ(first, 7u);
  EXPECT_EQ(statistics.value("l2.hits"), 7u);
  EXPECT_EQ(statistics.value("nothing"), 0u);
  EXPECT_EQ(statistics.to_json().dump(), R"({"a.other":0,"l2.hits":7})");
  EXPECT_EQ(statistics.definitions_markdown(),
            "| name | unit | definition |\n|---|---|---|\n| `a.other` | cycles | something |\n"
            "| `l2.hits` | accesses | tag hits |\n");
}

TEST(Statistics, OneNameHasOneDefinition) {
  Statistics statistics;
  statistics.counter("x", "cycles", "one thing");
  EXPECT_THROW(statistics.counter("x", "cycles", "another"), std::logic_error);
  EXPECT_THROW(statistics.counter("x", "bytes", "one thing"), std::logic_error);
}

TEST(Logging, RefusesUnknownLevels) {
  EXPECT_NO_THROW(init_logging("warning"));
  EXPECT_NO_THROW(init_logging("off"));
  EXPECT_THROW(init_logging("loud"), Error);
}

}  // namespace
}  // namespace gputm
