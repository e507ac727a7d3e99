// GETM's rules accept only serializable histories and never get stuck: all orders of events of all small
// transactions are visited. Without any one of the rules the search finds an order that goes wrong.
#include "getm_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "common/seed.h"

namespace gputm::test {
namespace {

/// All scripts of 1..length accesses to `granules` granules.
std::vector<GetmScript> scripts(unsigned length, unsigned granules) {
  std::vector<GetmScript> all{{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == length) continue;
    for (unsigned what = 0; what < 2 * granules; ++what) {
      all.push_back(all[i]);
      all.back().push_back({(what & 1) != 0, static_cast<std::uint8_t>(what / 2)});
    }
  }
  all.erase(all.begin());
  return all;
}

struct Total {
  std::size_t states = 0, committed_ends = 0;
  bool cycle = false, stuck = false;
  void add(const GetmFindings& findings) {
    states += findings.states;
    committed_ends += findings.committed_ends;
    cycle |= findings.cycle;
    stuck |= findings.stuck;
  }
};

/// Two transactions, every pair of scripts and both orders of their times.
Total pairs(unsigned length, const GetmRules& rules) {
  Total total;
  const auto all = scripts(length, 2);
  for (const GetmScript& first : all) {
    for (const GetmScript& second : all) {
      const std::uint8_t later = rules.equal_times ? 1 : 2;
      total.add(GetmSearch({.scripts = {first, second}, .times = {1, later}, .rules = rules}).run());
    }
  }
  return total;
}

void expect_right(const Total& total) {
  EXPECT_FALSE(total.cycle);
  EXPECT_FALSE(total.stuck);
  EXPECT_GT(total.committed_ends, 0U);
  testing::Test::RecordProperty("states", std::to_string(total.states));
}

TEST(GetmSearch, TwoTransactionsOfThreeAccesses) { expect_right(pairs(3, {})); }

TEST(GetmSearch, TwoTransactionsWithEvictions) { expect_right(pairs(3, {.evictions = true})); }

TEST(GetmSearch, TwoTransactionsWithARollOver) {
  expect_right(pairs(3, {.evictions = true, .roll_over = true}));
}

/// Random programs of three or four transactions on three granules.
Total random_programs(std::uint64_t programs, const GetmRules& rules, std::uint64_t stream) {
  tb::Rng rng = tb::seeded_rng(stream);
  Total total;
  for (std::uint64_t n = 0; n < tb::run_length(programs); ++n) {
    GetmProgram program{.scripts = {}, .times = {}, .rules = rules};
    const unsigned transactions = 3 + (rng() % 4 == 0 ? 1 : 0);
    program.times.resize(transactions);
    std::iota(program.times.begin(), program.times.end(), std::uint8_t{1});
    std::shuffle(program.times.begin(), program.times.end(), rng);
    if (rules.equal_times) std::ranges::fill(program.times, std::uint8_t{1});
    for (unsigned i = 0; i < transactions; ++i) {
      GetmScript& script = program.scripts.emplace_back();
      const unsigned length = 1 + static_cast<unsigned>(rng() % (transactions == 3 ? 3 : 2));
      for (unsigned access = 0; access < length; ++access)
        script.push_back({rng() % 2 == 0, static_cast<std::uint8_t>(rng() % GetmSearch::kGranules)});
    }
    total.add(GetmSearch(program).run());
  }
  return total;
}

TEST(GetmSearch, ThreeOrFourTransactions) { expect_right(random_programs(2000, {}, 1)); }
TEST(GetmSearch, ThreeOrFourTransactionsWithEvictions) {
  expect_right(random_programs(60, {.evictions = true}, 2));
}
TEST(GetmSearch, ThreeOrFourTransactionsWithARollOver) {
  expect_right(random_programs(3000, {.roll_over = true}, 3));
}

// The rules, one by one
TEST(GetmSearch, TheRulesAsCodedByTheAuthorsAreNotSerializableAtEqualTimes) {
  EXPECT_TRUE(pairs(3, {.equal_times = true, .last_reader_only = true}).cycle);
}
TEST(GetmSearch, EqualTimesAreNotSerializable) { EXPECT_TRUE(pairs(3, {.equal_times = true}).cycle); }
TEST(GetmSearch, AReservationMustLastUntilTheWrite) { EXPECT_TRUE(pairs(2, {.released_early = true}).cycle); }
TEST(GetmSearch, ReservedGranulesMustStay) {
  EXPECT_TRUE(pairs(3, {.evictions = true, .evicts_reserved = true}).cycle);
}
TEST(GetmSearch, TimesOfReadersMustOutliveTheirEntries) {
  EXPECT_TRUE(pairs(3, {.evictions = true, .forgets_readers = true}).cycle);
}
TEST(GetmSearch, ARollOverMustWaitForAttempts) {
  EXPECT_TRUE(random_programs(300, {.roll_over = true, .rolls_over_at_once = true}, 4).cycle);
}

}  // namespace
}  // namespace gputm::test
