// Random transactions on a small dependency_unit whose timestamps or commits run out.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "dependency_bench.h"

namespace gputm::tb {

inline constexpr unsigned kTxns = 16;

inline post_dating::Rules rules(unsigned timestamp_bits) {
  post_dating::Rules rules;
  rules.propagation_depth = 16;
  rules.last_timestamp = (1 << timestamp_bits) - 2;
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
            << ", doomed " << bench.answers(DepResult::kDoomed) << ", gone "
            << bench.answers(DepResult::kGone) << ", " << bench.flushes() << " flushes\n";
}

constexpr std::uint64_t last_commit(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

// Timestamps are far too few for the transactions of one run: everything is refused until all have ended,
// then starts again. No dependency is lost meanwhile, or the committed transactions would have no serial
// order.
template <typename Model>
void run_out(unsigned timestamp_bits, unsigned commit_bits, std::uint64_t seed, std::uint64_t runs) {
  constexpr std::array kWays = {DepOp::kRead, DepOp::kWrite, DepOp::kCommit};
  Rng rng = seeded_rng(seed);
  unsigned flushes = 0;
  std::array<std::uint64_t, 5> exhausted{};
  for (std::uint64_t run = 0; run < runs; ++run) {
    DependencyBench<Model> bench(kTxns, last_commit(commit_bits), rules(timestamp_bits), rng);
    bench.run({.operations = 60000,
               .running = 2 + static_cast<unsigned>(below(rng, 15)),
               .blocks = 10 + static_cast<unsigned>(below(rng, 50)),
               .accesses = 1 + static_cast<unsigned>(below(rng, 8)),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt);
    print(bench);
    flushes += bench.flushes();
    for (const DepOp op : kWays)
      exhausted[static_cast<std::size_t>(op)] += bench.answers(op, DepResult::kExhausted);
  }
  std::cout << flushes << " flushes\n";
  EXPECT_GT(flushes, 60 * runs);
  for (const DepOp op : kWays) EXPECT_GT(exhausted[static_cast<std::size_t>(op)], 6 * runs);
}

}  // namespace gputm::tb
