// The metadata table of a partition against the rules on unlimited exact metadata: it never accepts what
// these refuse, keeps every reservation, and is exact while it has room.
#include "getm/metadata_table.h"

#include <gtest/gtest.h>

#include <map>

#include "base/types.h"
#include "common/seed.h"

namespace gputm::engines::getm {
namespace {

struct Reserved {
  GranuleNumber granule = 0;
  unsigned words = 0;
};

/// Attempts access random granules. Those that hold reservations release them later.
struct Traffic {
  MetadataTable::Config config;
  unsigned granules = 64;
  unsigned attempts = 8;
  bool exact = false;  ///< the table has room for all granules
};

MetadataTable::Counters run(const Traffic& traffic, std::uint64_t steps) {
  tb::Rng rng = tb::seeded_rng(81);
  MetadataTable table(traffic.config);
  std::map<GranuleNumber, Granule> exact;
  struct Attempt {
    Time time;
    std::vector<Reserved> held;
  };
  std::vector<Attempt> attempts(traffic.attempts);
  std::uint64_t counter = 0;
  const auto release = [&](Attempt& attempt) {
    const Reserved reserved = attempt.held.back();
    attempt.held.pop_back();
    Granule& granule = exact.at(reserved.granule);
    granule.reserved -= reserved.words;
    EXPECT_EQ(table.release(reserved.granule, reserved.words).turn == Time::latest(), granule.reserved == 0);
  };
  for (std::uint64_t step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
    const auto index = static_cast<unsigned>(rng() % attempts.size());
    Attempt& attempt = attempts[index];
    if (attempt.time.value == 0 || rng() % 8 == 0) {
      while (!attempt.held.empty()) release(attempt);
      // Clocks of cores differ: a new time may be earlier than that of others.
      counter += 1 + rng() % 3;
      attempt.time = Time::of(counter > 6 ? counter - rng() % 6 : counter, index, 0);
      continue;
    }
    const auto granule = static_cast<GranuleNumber>(rng() % traffic.granules);
    const bool stores = rng() % 3 == 0;
    const unsigned words = 1 + static_cast<unsigned>(rng() % 4);
    Granule after = exact[granule];
    const Verdict wanted = stores ? store(after, attempt.time, words) : load(after, attempt.time);
    const MetadataTable::Answer answer =
        stores ? table.store(granule, attempt.time, words) : table.load(granule, attempt.time);
    if (traffic.exact) {
      EXPECT_EQ(answer.verdict, wanted);
    } else if (wanted != Verdict::kPass) {
      // An entry that has been forgotten may refuse what would have to wait, but never the other way.
      EXPECT_NE(answer.verdict, Verdict::kPass) << "granule " << granule;
      EXPECT_TRUE(wanted == Verdict::kStall || answer.verdict == Verdict::kAbort);
    }
    if (answer.verdict == Verdict::kAbort && answer.needs) {
      EXPECT_GT(*answer.needs, attempt.time);
    }
    if (answer.verdict != Verdict::kPass) continue;
    if (wanted != Verdict::kPass) break;
    exact[granule] = after;
    if (stores) attempt.held.push_back({granule, words});
  }
  return table.counters();
}

TEST(MetadataTable, IsExactWhileItHasRoom) {
  const auto counters =
      run({.config = {.rows = 256}, .granules = 64, .exact = true}, tb::run_length(200'000));
  EXPECT_EQ(counters.evictions, 0U);
}

TEST(MetadataTable, RefusesAtLeastWhatTheRulesRefuse) {
  const auto counters = run({.config = {.rows = 16, .stash = 4, .filter_buckets = 16}, .granules = 500},
                            tb::run_length(200'000));
  EXPECT_GT(counters.evictions, 1000U);
}

TEST(MetadataTable, KeepsReservationsWhenFull) {
  const auto counters =
      run({.config = {.rows = 4, .stash = 2, .filter_buckets = 16}, .granules = 40, .attempts = 32},
          tb::run_length(200'000));
  EXPECT_GT(counters.displacements, 1000U);
  EXPECT_GT(counters.stashed, 100U);
  EXPECT_GT(counters.no_room, 100U);
  EXPECT_GT(counters.unrecorded_loads, 100U);
}

TEST(MetadataTable, RefusesMoreWordsThanItCanCount) {
  MetadataTable table({});
  const Time time = Time::of(3, 1, 2);
  EXPECT_EQ(table.store(7, time, MetadataTable::kMostReserved).verdict, Verdict::kPass);
  const auto answer = table.store(7, time, 1);
  EXPECT_EQ(answer.verdict, Verdict::kAbort);
  EXPECT_FALSE(answer.needs.has_value());
  EXPECT_EQ(table.release(7, MetadataTable::kMostReserved).turn, Time::latest());
}

TEST(MetadataTable, AReleaseOfWhatIsNotReservedIsAnError) {
  MetadataTable table({});
  EXPECT_THROW(table.release(7, 1), Error);
}

TEST(MetadataTable, ForgetsAllTimes) {
  MetadataTable table({});
  EXPECT_EQ(table.load(7, Time::of(9, 0, 0)).verdict, Verdict::kPass);
  EXPECT_EQ(table.store(7, Time::of(1, 1, 0), 1).verdict, Verdict::kAbort);
  table.clear();
  EXPECT_EQ(table.store(7, Time::of(1, 1, 0), 1).verdict, Verdict::kPass);
}

}  // namespace
}  // namespace gputm::engines::getm
