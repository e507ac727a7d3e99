// The access unit of a partition: which accesses wait, which goes first, and that random traffic always comes
// to an end.
#include "engines/getm/access_unit_rtl.h"

#include <gtest/gtest.h>

#include <map>

#include "common/seed.h"

namespace gputm::engines::getm {
namespace {

/// The Verilated unit as runs have it
constexpr AccessUnitParameters kDefault{.parts = 16, .stall_entries = 16};
constexpr AccessUnitParameters kSmall{
    .queue = 1, .parts = 16, .stall_entries = 3, .table_rows = 16, .stash_entries = 2, .filter_buckets = 16};

struct Unit {
  explicit Unit(const AccessUnitParameters& parameters = kDefault)
      : made(make_access_unit(parameters)), unit(*made) {}
  std::unique_ptr<AccessUnit> made;
  AccessUnit& unit;

  void take(AccessKind kind, Time time, std::uint32_t tag, std::vector<Access::Part> parts) {
    ASSERT_TRUE(unit.can_take());
    unit.take({.kind = kind, .time = time, .tag = tag, .parts = std::move(parts)});
  }
  /// Outcomes of the next cycles.
  std::vector<Outcome> run(unsigned cycles = 200) {
    std::vector<Outcome> outcomes;
    for (unsigned i = 0; i < cycles; ++i) {
      unit.tick();
      while (const Outcome* const outcome = unit.outcome()) {
        outcomes.push_back(*outcome);
        unit.pop_outcome();
      }
    }
    return outcomes;
  }
  std::vector<std::uint32_t> tags() {
    std::vector<std::uint32_t> result;
    for (const Outcome& outcome : run()) result.push_back(outcome.tag);
    return result;
  }
};

using Tags = std::vector<std::uint32_t>;
constexpr Time at(unsigned counter) { return Time::of(counter, counter, 0); }

TEST(AccessUnit, TheEarliestWaiterGoesFirst) {
  Unit unit;
  unit.take(AccessKind::kStore, at(1), 0, {{.granule = 5, .words = 2}});
  unit.take(AccessKind::kLoad, at(4), 1, {{.granule = 5}});
  unit.take(AccessKind::kStore, at(3), 2, {{.granule = 5, .words = 1}});
  unit.take(AccessKind::kLoad, at(2), 3, {{.granule = 5}});
  EXPECT_EQ(unit.tags(), Tags({0}));
  EXPECT_EQ(unit.unit.stalled(), 3U);
  unit.take(AccessKind::kCommit, at(1), 4, {{.granule = 5, .words = 1}});
  EXPECT_EQ(unit.tags(), Tags({4})) << "a word is still reserved";
  unit.take(AccessKind::kRelease, at(1), 5, {{.granule = 5, .words = 1}});
  EXPECT_EQ(unit.tags(), Tags({5, 3, 2}))
      << "the load at 2, then the store at 3, for which the load at 4 waits";
  unit.take(AccessKind::kCommit, at(3), 6, {{.granule = 5, .words = 1}});
  EXPECT_EQ(unit.tags(), Tags({6, 1}));
  EXPECT_TRUE(unit.unit.idle());
}

TEST(AccessUnit, AWarpDoesNotWaitForItself) {
  Unit unit;
  unit.take(AccessKind::kStore, at(1), 0, {{.granule = 5, .words = 1}});
  unit.take(AccessKind::kStore, at(2), 1, {{.granule = 5, .words = 1}});
  unit.take(AccessKind::kStore, at(2), 2, {{.granule = 5, .words = 1}});
  unit.take(AccessKind::kLoad, at(2), 3, {{.granule = 5}});
  EXPECT_EQ(unit.tags(), Tags({0}));
  unit.take(AccessKind::kCommit, at(1), 4, {{.granule = 5, .words = 1}});
  EXPECT_EQ(unit.run().size(), 4U) << "all accesses of the warp that has got the granule go on";
}

TEST(AccessUnit, ALoadThatHasWaitedIsCheckedAgainAsAWhole) {
  Unit unit;
  unit.take(AccessKind::kStore, at(1), 0, {{.granule = 5, .words = 1}});
  unit.take(AccessKind::kLoad, at(3), 1, {{.granule = 4}, {.granule = 5}});
  unit.run();
  // A later attempt writes granule 4, which the load has checked but not read.
  unit.take(AccessKind::kStore, at(7), 2, {{.granule = 4, .words = 1}});
  unit.take(AccessKind::kCommit, at(7), 3, {{.granule = 4, .words = 1}});
  unit.run();
  unit.take(AccessKind::kCommit, at(1), 4, {{.granule = 5, .words = 1}});
  const auto outcomes = unit.run();
  ASSERT_EQ(outcomes.size(), 2U);
  EXPECT_EQ(outcomes[1].tag, 1U);
  EXPECT_EQ(outcomes[1].aborted, 1U) << "granule 4, its first part";
  EXPECT_EQ(outcomes[1].needs, at(7));
}

TEST(AccessUnit, AFullStallBufferRefuses) {
  Unit unit{kSmall};
  unit.take(AccessKind::kStore, at(1), 0, {{.granule = 5, .words = 1}});
  unit.run();
  for (unsigned i = 2; i < 2 + kSmall.stall_entries; ++i) {
    unit.take(AccessKind::kLoad, at(i), 1, {{.granule = 5}});
    EXPECT_TRUE(unit.run().empty());
  }
  unit.take(AccessKind::kLoad, at(9), 2, {{.granule = 5}});
  const auto outcomes = unit.run();
  ASSERT_EQ(outcomes.size(), 1U);
  EXPECT_EQ(outcomes[0].tag, 2U);
  EXPECT_EQ(outcomes[0].aborted, 1U);
  EXPECT_FALSE(outcomes[0].needs.has_value()) << "any later time may do";
}

TEST(AccessUnit, AGranuleACycle) {
  Unit unit;
  std::vector<Access::Part> parts;
  for (unsigned i = 0; i < kDefault.parts; ++i) parts.push_back({.granule = i});
  constexpr unsigned kLatency = 13;  // of the unit, and of the register of the outcome
  unit.take(AccessKind::kLoad, at(1), 0, parts);
  EXPECT_TRUE(unit.run(kDefault.parts + kLatency - 2).empty());
  EXPECT_EQ(unit.run(1).size(), 1U);
}

/// Warps that access random granules, commit or give up, until each has ended a number of attempts.
void random_traffic(const AccessUnitParameters& parameters, unsigned granules, std::uint64_t attempts_each) {
  tb::Rng rng = tb::seeded_rng(91);
  Unit made(parameters);
  AccessUnit& unit = made.unit;
  struct Warp {
    Time time;
    unsigned left = 0;  ///< accesses until it ends
    bool waits = false, aborted = false;
    std::map<GranuleNumber, unsigned> held;
    std::uint64_t ended = 0;
  };
  constexpr unsigned kWarps = 24;
  std::vector<Warp> warps(kWarps);
  std::vector<std::vector<Access::Part>> parts(kWarps);
  std::uint64_t counter = 0;
  std::vector<AccessKind> kinds(kWarps);
  unsigned done = 0;
  for (std::uint64_t cycle = 0; done < kWarps; ++cycle) {
    ASSERT_LT(cycle, std::uint64_t{2'000} * attempts_each * kWarps) << "some warp waits for ever";
    const auto w = static_cast<unsigned>(rng() % kWarps);
    Warp& warp = warps[w];
    if (!warp.waits && unit.can_take() && warp.ended < attempts_each) {
      if (warp.left == 0 && warp.held.empty()) {
        if (warp.time.value != 0 && ++warp.ended == attempts_each) ++done;
        warp.time = Time::of(++counter - rng() % std::min<std::uint64_t>(counter, 8), w, 0);
        warp.left = 1 + static_cast<unsigned>(rng() % 6);
        warp.aborted = false;
        continue;
      }
      parts[w].clear();
      if (warp.left == 0 || warp.aborted) {
        kinds[w] = warp.aborted ? AccessKind::kRelease : AccessKind::kCommit;
        warp.left = 0;
        if (!warp.held.empty()) {
          const auto [granule, words] = *warp.held.begin();
          parts[w].push_back({.granule = granule, .words = static_cast<std::uint16_t>(words)});
          warp.held.erase(warp.held.begin());
        }
        if (parts[w].empty()) continue;
      } else {
        --warp.left;
        kinds[w] = rng() % 2 == 0 ? AccessKind::kLoad : AccessKind::kStore;
        const auto first = static_cast<GranuleNumber>(rng() % granules);
        for (unsigned i = 0; i < 1 + rng() % 4; ++i)
          parts[w].push_back({.granule = (first + i) % granules, .words = 1});
      }
      warp.waits = true;
      unit.take({.kind = kinds[w], .time = warp.time, .tag = w, .parts = parts[w]});
    }
    unit.tick();
    if (rng() % 4 == 0) continue;
    const Outcome* const outcome = unit.outcome();
    if (outcome == nullptr) continue;
    Warp& other = warps[outcome->tag];
    other.waits = false;
    if (kinds[outcome->tag] == AccessKind::kStore) {
      for (std::size_t i = 0; i < parts[outcome->tag].size(); ++i)
        if (((outcome->aborted >> i) & 1) == 0) ++other.held[parts[outcome->tag][i].granule];
    }
    other.aborted |= outcome->aborted != 0;
    unit.pop_outcome();
  }
  for (unsigned i = 0; i < 100 && !unit.idle(); ++i) unit.tick();
  EXPECT_TRUE(unit.idle());
}

TEST(AccessUnit, RandomTrafficComesToAnEnd) {
  random_traffic(kDefault, 40, tb::run_length(300));
  random_traffic(kSmall, 200, tb::run_length(300));
}

}  // namespace
}  // namespace gputm::engines::getm
