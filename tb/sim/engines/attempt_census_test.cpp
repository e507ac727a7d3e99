// The census of concurrent attempts under snapshot isolation, against a comparison of all pairs.
#include "engines/snapshot/attempt_census.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/seed.h"

namespace gputm::engines::snapshot {
namespace {

TEST(AttemptCensus, CountsPairsThatReadWhatTheOtherWrote) {
  AttemptCensus census(4);
  for (Slot slot = 0; slot < 3; ++slot) census.begin(slot, 7);
  for (Slot slot = 0; slot < 3; ++slot) {
    census.access(slot, 4 * slot, false);
    census.access(slot, 4 * ((slot + 1) % 3), true);
  }
  for (Slot slot = 0; slot < 3; ++slot) census.end(slot);
  EXPECT_EQ(census.possible_loops(), 0U) << "a loop of three";
  census.begin(0, 7);
  census.begin(1, 9);
  for (Slot slot = 0; slot < 2; ++slot) {
    census.access(slot, 4 * slot, false);
    census.access(slot, 4 - 4 * slot, true);
    census.end(slot);
  }
  EXPECT_EQ(census.possible_loops(), 1U);
  EXPECT_EQ(census.snapshots(), 2U);
}

struct Attempt {
  std::uint64_t began = 0, ended = 0;
  std::set<Address> reads{}, writes{};
};

bool meet(const std::set<Address>& a, const std::set<Address>& b) {
  return std::ranges::any_of(a, [&](Address word) { return b.contains(word); });
}

std::uint64_t pairs(const std::vector<Attempt>& attempts) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    for (std::size_t j = i + 1; j < attempts.size(); ++j) {
      const Attempt &a = attempts[i], &b = attempts[j];
      if (a.ended < b.began || b.ended < a.began) continue;
      sum += meet(a.reads, b.writes) && meet(b.reads, a.writes) ? 1 : 0;
    }
  }
  return sum;
}

TEST(AttemptCensus, AgreesWithAllPairs) {
  constexpr Slot kSlots = 6;
  tb::Rng rng = tb::seeded_rng(29);
  std::uint64_t found = 0;
  for (std::uint64_t run = tb::run_length(60); run != 0; --run) {
    AttemptCensus census(kSlots);
    std::vector<Attempt> ended, running(kSlots);
    std::vector<bool> runs(kSlots);
    std::set<Position> snapshots;
    const std::uint64_t words = 2 + tb::below(rng, 12);
    for (std::uint64_t now = 1; now < 400; ++now) {
      const auto slot = static_cast<Slot>(tb::below(rng, kSlots));
      if (!runs[slot] ||
          (running[slot].reads.empty() && running[slot].writes.empty() && tb::one_in(rng, 8))) {
        const Position snapshot = now / 16;
        census.begin(slot, snapshot);
        snapshots.insert(snapshot);
        running[slot] = {.began = now};
        runs[slot] = true;
      } else if (tb::one_in(rng, 5)) {
        census.end(slot);
        running[slot].ended = now;
        ended.push_back(running[slot]);
        runs[slot] = false;
      } else {
        const bool write = tb::one_in(rng, 3);
        const auto word = static_cast<Address>(4 * tb::below(rng, words));
        census.access(slot, word, write);
        (write ? running[slot].writes : running[slot].reads).insert(word);
      }
    }
    ASSERT_EQ(census.possible_loops(), pairs(ended));
    ASSERT_EQ(census.snapshots(), snapshots.size());
    found += census.possible_loops();
  }
  EXPECT_GT(found, 100U);
}

}  // namespace
}  // namespace gputm::engines::snapshot
