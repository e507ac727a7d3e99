// access_unit against its model: random warps that load, store, stall, abort, commit and release, with random
// stalls at both ports; and its rates.
#include <gtest/gtest.h>

#include <algorithm>

#include "Vaccess_unit.h"
#include "Vaccess_unit_full.h"
#include "common/reset_in_traffic.h"
#include "unit/getm/access_unit/access_traffic.h"

namespace gputm::tb::access_unit_test {
namespace {

TEST(AccessUnit, IsTheModel) {
  Rng rng = seeded_rng(406);
  AccessBench<Vaccess_unit> bench(kSmall, kStallEntries);
  AccessCheck::Counters sum;
  std::uint64_t runs = run_length(60);
  for (std::uint64_t i = 0; i < runs; ++i) {
    run(bench, rng, 1500);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << i;
    const AccessCheck::Counters& counters = bench.check().counters();
    sum.stalls += counters.stalls;
    sum.too_late += counters.too_late;
    sum.stall_buffer_full += counters.stall_buffer_full;
    sum.no_room += counters.no_room;
    bench.clear();
  }
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(sum.stalls, runs * 20);
  EXPECT_GT(sum.too_late, runs * 20);
  EXPECT_GT(sum.stall_buffer_full, runs);
  EXPECT_GT(sum.no_room, runs);
}

TEST(AccessUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vaccess_unit>(408, 600, [](Rng& rng) {
    AccessBench<Vaccess_unit> bench(kSmall, kStallEntries);
    run(bench, rng, 700);
    return bench.failure();
  });
}

/// Granules a cycle of accesses to `parts` granules each, which start anywhere among `granules`
double rate(Rng& rng, unsigned parts, std::uint64_t granules) {
  AccessBench<Vaccess_unit_full> bench({}, 16);
  constexpr std::uint64_t kGranules = 20'000;
  constexpr std::uint32_t kAllSlots = 32;
  std::uint64_t begin = 0, begun = 0;
  std::deque<std::uint32_t> free;
  for (std::uint32_t slot = 0; slot < kAllSlots; ++slot) free.push_back(slot);
  std::uint64_t time = 1;
  while (bench.granules() < kGranules && !bench.failure()) {
    if (begin == 0 && bench.granules() > kGranules / 2) {
      begin = bench.cycles();
      begun = bench.granules();
    }
    if (bench.can_offer() && !free.empty()) {
      Access access{.kind = AccessKind::kLoad, .time = {++time}, .tag = free.front(), .parts = {}};
      free.pop_front();
      const std::uint64_t first = below(rng, granules);
      for (unsigned i = 0; i < parts; ++i)
        access.parts.push_back({.granule = static_cast<GranuleNumber>(first * parts + i)});
      bench.offer(std::move(access));
    }
    if (const auto outcome = bench.cycle(true, true)) free.push_back(outcome->tag);
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  const double rate =
      static_cast<double>(bench.granules() - begun) / static_cast<double>(bench.cycles() - begin);
  std::cout << parts << " of " << granules << " granules: " << rate << " granules a cycle\n";
  return rate;
}

/// While no outcome is taken, as many accesses enter as there is room for outcomes; then all come out.
TEST(AccessUnit, OutcomesBlock) {
  AccessBench<Vaccess_unit_full> bench({}, 16);
  constexpr unsigned kRoom = 16, kAccesses = 24;
  unsigned offered = 0, outcomes = 0;
  const auto cycles = [&](unsigned count, bool takes) {
    for (unsigned cycle = 0; cycle < count; ++cycle) {
      if (bench.can_offer() && offered < kAccesses) {
        bench.offer({.kind = AccessKind::kLoad,
                     .time = {offered + 1},
                     .tag = offered,
                     .parts = {{.granule = 7 * offered, .words = 0}}});
        ++offered;
      }
      outcomes += bench.cycle(true, takes).has_value();
    }
  };
  cycles(100, false);
  EXPECT_EQ(bench.granules(), kRoom);
  cycles(100, true);
  EXPECT_EQ(outcomes, kAccesses);
  bench.await_idle();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// Cycles from the last beat of an access to its outcome, with nothing else in the unit
template <typename Model>
std::uint64_t latency(AccessBench<Model>& bench, Access access) {
  bench.await_idle();
  const std::uint64_t last_beat = bench.granules() + std::max<std::size_t>(1, access.parts.size());
  bench.offer(std::move(access));
  std::uint64_t taken = 0;
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    const std::uint64_t now = bench.cycles();
    const bool left = bench.cycle(true, true).has_value();
    if (left) return now - taken;
    if (taken == 0 && bench.granules() == last_beat) taken = now;
  }
  bench.fail("no outcome");
  return 0;
}

constexpr std::uint64_t kLatency = 12;

TEST(AccessUnit, LatencyOfOneGranule) {
  AccessBench<Vaccess_unit_full> bench({}, 16);
  EXPECT_EQ(latency(bench, {.kind = AccessKind::kPlain, .time = {1}, .tag = 0, .parts = {}}), kLatency);
  for (GranuleNumber granule = 1; granule < 20; ++granule) {
    const std::vector<Access::Part> parts{{.granule = granule, .words = 2}};
    for (const AccessKind kind : {AccessKind::kLoad, AccessKind::kStore, AccessKind::kCommit})
      EXPECT_EQ(latency(bench, {.kind = kind, .time = {granule}, .tag = 1, .parts = parts}), kLatency);
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// The table holds the second granule for a cycle if it shares a row with the new entry of the first.
TEST(AccessUnit, LatencyOfTwoGranules) {
  AccessBench<Vaccess_unit> bench(kSmall, kStallEntries);
  unsigned held = 0, not_held = 0;
  for (GranuleNumber granule = 0; granule < 64; granule += 2) {
    const std::uint64_t cycles = latency(bench, {.kind = AccessKind::kLoad,
                                                 .time = {granule + 1},
                                                 .tag = 0,
                                                 .parts = {{.granule = granule}, {.granule = granule + 1}}});
    (cycles == kLatency ? not_held : held) += 1;
    EXPECT_GE(cycles, kLatency);
    EXPECT_LE(cycles, kLatency + 1);
  }
  EXPECT_GT(held, 0u);
  EXPECT_GT(not_held, 0u);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// A relocation takes the place of an operation, and the one behind it is held for a cycle.
TEST(AccessUnit, LatencyBehindARelocation) {
  AccessBench<Vaccess_unit> bench(kSmall, kStallEntries);
  std::uint64_t time = 0;
  unsigned behind = 0, others = 0;
  const auto access = [&](AccessKind kind, GranuleNumber granule) {
    const std::uint64_t cycles = latency(
        bench, {.kind = kind, .time = {++time}, .tag = 0, .parts = {{.granule = granule, .words = 1}}});
    EXPECT_TRUE(cycles == kLatency || cycles == kLatency + 2) << cycles;
    (cycles == kLatency ? others : behind) += 1;
  };
  // More reserved granules than the ways have places for
  const unsigned reserved = MetadataTable::kWays * kSmall.rows + 2;
  for (GranuleNumber granule = 0; granule < reserved; ++granule) access(AccessKind::kStore, granule);
  for (unsigned i = 0; i < 40; ++i) access(AccessKind::kLoad, 1000 + i);
  EXPECT_GT(behind, 0u);
  EXPECT_GT(others, behind);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// Accesses outside of transactions have no granules, so that all their beats are the same.
TEST(AccessUnit, OnePlainAccessACycle) {
  AccessBench<Vaccess_unit_full> bench({}, 16);
  constexpr std::uint64_t kAccesses = 2000;
  const std::uint64_t begin = bench.cycles();
  std::uint32_t slot = 0;
  for (std::uint64_t cycle = 0; cycle < 3 * kAccesses && bench.granules() < kAccesses; ++cycle) {
    if (bench.can_offer())
      bench.offer({.kind = AccessKind::kPlain, .time = {1}, .tag = slot++ % 32, .parts = {}});
    bench.cycle(true, true);
  }
  EXPECT_EQ(bench.cycles() - begin, kAccesses);
  for (unsigned cycle = 0; cycle < 2 * kLatency; ++cycle) bench.cycle(true, true);
  bench.await_idle();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(AccessUnit, OneGranuleACycle) {
  Rng rng = seeded_rng(407);
  for (const std::uint64_t granules : {512u, 2048u, 1u << 20}) {
    EXPECT_GE(rate(rng, 1, granules), 0.95);
    EXPECT_GE(rate(rng, 8, granules), 0.95);
  }
}

}  // namespace
}  // namespace gputm::tb::access_unit_test
