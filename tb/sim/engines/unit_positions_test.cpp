// UnitPositions against a serial order that is kept whole: random logs, cuts and retirement.
#include "engines/kilo/unit_positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/seed.h"

namespace gputm::engines::kilo {
namespace {

using tm::CommitId;

void arrive(UnitPositions& unit, CommitId id, CommitId position) {
  tm::Message message;
  message.fills = {{.kind = tm::FillWord::Kind::kRead, .last = false, .id = id},
                   {.kind = tm::FillWord::Kind::kWrite, .last = true, .id = id}};
  message.positions = {position};
  unit.arrive(message);
}

TEST(UnitPositions, WithSkipsIdsArePositions) {
  UnitPositions unit(false);
  for (unsigned id = 0; id < 70'000; id += 7) {
    unit.tick(static_cast<CommitId>(id));
    EXPECT_EQ(unit.retired(), static_cast<CommitId>(id));
    EXPECT_EQ(unit.of(static_cast<CommitId>(id)), static_cast<CommitId>(id));
    EXPECT_TRUE(unit.up_to_date());
  }
}

TEST(UnitPositions, AnIdleUnitLearnsFromCuts) {
  UnitPositions unit(true);
  unit.cut(1000, 0);
  unit.tick(0);
  EXPECT_EQ(unit.retired(), 128) << "what a temporal table can follow";
  EXPECT_FALSE(unit.up_to_date());
  for (unsigned cycle = 0; cycle < 7; ++cycle) unit.tick(0);
  EXPECT_EQ(unit.retired(), 1000);
  EXPECT_TRUE(unit.up_to_date());
}

TEST(UnitPositions, ACutBehindALogWaitsForIt) {
  UnitPositions unit(true);
  arrive(unit, 0, 5);
  unit.cut(100, 1);
  unit.tick(0);
  EXPECT_EQ(unit.retired(), 5) << "the log is the next one here";
  EXPECT_EQ(unit.of(0), 5);
  unit.tick(1);
  EXPECT_EQ(unit.retired(), 100);
}

// Positions are 64-bit numbers here; the unit sees their low bits, and both orders wrap.
TEST(UnitPositions, NeverAheadOfAnUnretiredLog) {
  tb::Rng random = tb::seeded_rng(7);
  UnitPositions unit(true);
  std::vector<std::uint64_t> logs;  // positions of the unit's IDs
  std::uint64_t position = 0, retired = 0, cut = 0, cut_id = 0, reached = 0;
  std::size_t arrived = 0;
  for (unsigned step = 0; step < 400'000; ++step) {
    // Alive positions stay within half of the ID space: the vendor's window.
    const std::uint64_t oldest = retired < logs.size() ? logs[retired] : position;
    const bool room = position - oldest < 30'000 && position - reached < 30'000;
    if (room && tb::one_in(random, 3)) {
      position += tb::below(random, 40);
      logs.push_back(position++);
    }
    if (arrived < logs.size() && tb::one_in(random, 3)) {
      arrive(unit, static_cast<CommitId>(arrived), static_cast<CommitId>(logs[arrived]));
      ++arrived;
    }
    if (retired >= cut_id && tb::one_in(random, 100)) {
      cut = position;
      cut_id = logs.size();
      unit.cut(static_cast<CommitId>(cut), static_cast<CommitId>(cut_id));
    }
    if (retired < arrived && tb::one_in(random, 2)) ++retired;
    unit.tick(static_cast<CommitId>(retired));
    const auto moved = static_cast<CommitId>(unit.retired() - static_cast<CommitId>(reached));
    ASSERT_LE(moved, 128) << "step " << step;
    reached += moved;
    const std::uint64_t unretired = retired < logs.size() ? logs[retired] : position;
    ASSERT_LE(reached, unretired) << "step " << step << ": a log may still be written";
    if (!unit.up_to_date()) continue;
    std::uint64_t known = retired == 0 ? 0 : logs[retired - 1] + 1;
    if (retired >= cut_id) known = std::max(known, cut);
    if (retired < arrived) known = logs[retired];
    ASSERT_EQ(reached, known) << "step " << step;
    if (retired < arrived) {
      ASSERT_EQ(unit.of(static_cast<CommitId>(retired)), static_cast<CommitId>(known));
    }
  }
  EXPECT_GT(logs.size(), 66'000U) << "ids wrap";
}

}  // namespace
}  // namespace gputm::engines::kilo
