// dependency_unit at sizes where tables overflow, ids are reused and dates run out all the time.
#include <gtest/gtest.h>

#include <iostream>

#include "Vdependency_unit_dates.h"
#include "Vdependency_unit_small.h"
#include "dependency_bench.h"

namespace gputm::tb {
namespace {

constexpr unsigned kTxns = 16;

tm::Rules rules(unsigned date_bits) {
  tm::Rules rules;
  rules.push_transactions = 8;
  rules.last_date = (1 << date_bits) - 2;
  return rules;
}

template <typename Bench>
void print(const Bench& bench) {
  std::cout << bench.operations() << " operations, " << bench.commits() << " commits, " << bench.edges()
            << " dependencies; wait " << bench.answers(DepResult::kWait) << ", second writer "
            << bench.answers(DepResult::kSecondWriter) << ", late writer "
            << bench.answers(DepResult::kLateWriter) << ", suspected " << bench.answers(DepResult::kSuspected)
            << ", cycle " << bench.answers(DepResult::kCycle) << ", overflow "
            << bench.answers(DepResult::kOverflow) << ", exhausted " << bench.answers(DepResult::kExhausted)
            << ", doomed " << bench.answers(DepResult::kDoomed) << ", " << bench.flushes() << " flushes\n";
}

TEST(DependencyUnit, RandomTransactions) {
  Rng rng = seeded_rng(1);
  std::uint64_t overflows = 0, loops = 0;
  for (std::uint64_t run = 0; run < run_length(12); ++run) {
    DependencyBench<Vdependency_unit_small> bench(kTxns, rules(24), rng);
    bench.run({.operations = 8000,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 2 + static_cast<unsigned>(below(rng, 60)),
               .accesses = 1 + static_cast<unsigned>(below(rng, 12)),
               .writes = 10 + static_cast<unsigned>(below(rng, 60)),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt);
    print(bench);
    overflows += bench.answers(DepResult::kOverflow);
    loops += bench.answers(DepResult::kCycle);
  }
  EXPECT_GT(overflows, 0u);
  EXPECT_GT(loops, 0u);
}

TEST(DependencyUnit, DatesRunOut) {
  Rng rng = seeded_rng(2);
  unsigned flushes = 0;
  for (std::uint64_t run = 0; run < run_length(6); ++run) {
    DependencyBench<Vdependency_unit_dates> bench(kTxns, rules(9), rng);
    bench.run({.operations = 8000,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 10 + static_cast<unsigned>(below(rng, 50)),
               .accesses = 4});
    ASSERT_EQ(bench.failure(), std::nullopt);
    print(bench);
    flushes += bench.flushes();
  }
  EXPECT_GT(flushes, 10u);
}

}  // namespace
}  // namespace gputm::tb
