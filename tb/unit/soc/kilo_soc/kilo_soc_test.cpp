// kilo_soc: every transfer commits within bounds, for any seed; a serial replay in the order of commit ids
// reproduces the transfers' reads and the balances found by the sweep.
#include <gtest/gtest.h>

#include <iostream>

#include "Vkilo_soc.h"
#include "Vkilo_soc_pair.h"
#include "Vkilo_soc_wide.h"
#include "common/reset_in_traffic.h"
#include "soc_bench.h"

namespace gputm::tb {
namespace {

// As the parameters of the models in CMakeLists.txt
constexpr SocSizes kContended{.generators = 4, .accounts = 16, .balance = 1000, .first_id = 65500};
constexpr SocSizes kPair{.generators = 2, .accounts = 8, .balance = 77, .first_id = 0};
constexpr SocSizes kWide{.generators = 8, .accounts = 1024, .balance = 65536, .first_id = 3};

/// Runs a model to its end and compares it with the replay; returns the error, if any.
template <typename Model>
SocResult run(const SocSizes& sizes, std::uint32_t seed, unsigned transfers) {
  SocBench<Model> bench(sizes, seed, transfers);
  bench.run();
  const SocResult result = bench.result();
  std::cout << result.commits << " commits and " << result.aborts << " aborts in " << result.cycles
            << " cycles" << std::endl;
  return result;
}

TEST(KiloSoc, TwoGeneratorsAndTwoUnits) {
  Rng rng = seeded_rng(81);
  for (int i = 0; i < 5; ++i) {
    const SocResult result =
        run<Vkilo_soc_pair>(kPair, static_cast<std::uint32_t>(rng()), static_cast<unsigned>(run_length(150)));
    ASSERT_EQ(result.failure, std::nullopt);
    EXPECT_GT(result.aborts, 0u) << "eight accounts, and nobody was in the other's way";
  }
}

TEST(KiloSoc, FourGeneratorsInEachOthersWay) {
  Rng rng = seeded_rng(82);
  for (int i = 0; i < 5; ++i) {
    const SocResult result =
        run<Vkilo_soc>(kContended, static_cast<std::uint32_t>(rng()), static_cast<unsigned>(run_length(250)));
    ASSERT_EQ(result.failure, std::nullopt);
    EXPECT_GT(result.aborts, result.commits / 10);
    EXPECT_GE(result.least_at_first_end, result.transfers / 2) << "a generator is kept waiting";
  }
}

TEST(KiloSoc, EightGeneratorsOnManyAccounts) {
  Rng rng = seeded_rng(83);
  const SocResult result =
      run<Vkilo_soc_wide>(kWide, static_cast<std::uint32_t>(rng()), static_cast<unsigned>(run_length(400)));
  ASSERT_EQ(result.failure, std::nullopt);
  EXPECT_LT(result.aborts, result.commits / 4);
  EXPECT_GE(result.least_at_first_end, result.transfers * 3 / 4) << "a generator is kept waiting";
}

TEST(KiloSoc, NothingToDo) {
  const SocResult result = run<Vkilo_soc_pair>(kPair, 0, 0);
  EXPECT_EQ(result.failure, std::nullopt);
  EXPECT_EQ(result.commits, 0u);
}

TEST(KiloSoc, OneSeedOneRun) {
  const SocResult first = run<Vkilo_soc>(kContended, 5, 20), again = run<Vkilo_soc>(kContended, 5, 20);
  const SocResult other = run<Vkilo_soc>(kContended, 6, 20);
  EXPECT_EQ(first.failure, std::nullopt);
  EXPECT_EQ(first.cycles, again.cycles);
  EXPECT_EQ(first.balances, again.balances);
  EXPECT_NE(first.balances, other.balances);
}

// A reset discards everything in flight: the run after it equals one from the start, cycle by cycle.
TEST(KiloSoc, BeginsAnewAfterAReset) {
  const SocResult first = run<Vkilo_soc>(kContended, 5, 20);
  ASSERT_EQ(first.failure, std::nullopt);
  check_resets_in_traffic<Vkilo_soc>(84, first.cycles, [&](Rng&) -> std::optional<std::string> {
    const SocResult again = run<Vkilo_soc>(kContended, 5, 20);
    if (again.failure) return again.failure;
    if (again.cycles != first.cycles || again.balances != first.balances)
      return "is not the run from the start";
    return std::nullopt;
  });
}

}  // namespace
}  // namespace gputm::tb
