// post_dating_unit against the reference model: verdicts and timestamps of every request.
#include <gtest/gtest.h>

#include "Vpost_dating_full.h"
#include "Vpost_dating_plain.h"
#include "Vpost_dating_small.h"
#include "common/reset_in_traffic.h"
#include "random_requests.h"

namespace gputm::tb {
namespace {

constexpr UnitShape kFull{};
constexpr UnitShape kSmall{
    .slots = 8, .timestamp_bits = 8, .propagation_depth = 3, .propagation_successors = 2};
constexpr UnitShape kPlain{.slots = 8, .timestamp_bits = 8, .propagation_depth = 0};

constexpr TimestampRequest edge(std::uint16_t a, std::uint16_t b) {
  return {.predecessor = {.slot = a}, .successor = {.slot = b}};
}
constexpr TimestampRequest start(std::uint16_t slot, post_dating::Timestamp snapshot_timestamp) {
  return {.op = TimestampOp::kStart, .predecessor = {.slot = slot}, .snapshot_timestamp = snapshot_timestamp};
}

template <typename Model>
void start_all(PostDatingBench<Model>& bench, const UnitShape& shape) {
  for (unsigned slot = 0; slot < shape.slots; ++slot)
    bench.request(start(static_cast<std::uint16_t>(slot), 0));
  bench.drain();
}

TEST(PostDatingUnit, AnswersInThreeCycles) {
  PostDatingBench<Vpost_dating_small> bench(kSmall);
  start_all(bench, kSmall);
  bench.request(edge(0, 1));
  const std::uint64_t before = bench.cycles();
  bench.drain();
  EXPECT_EQ(bench.cycles() - before, 4u) << "taken in the first, answered in the fourth cycle";
  EXPECT_FALSE(bench.busy());
  EXPECT_EQ(bench.failure(), std::nullopt);
}

// Every dependency meets the one before it on one transaction or on both.
TEST(PostDatingUnit, TakesADependencyACycleThatMeetsTheLast) {
  PostDatingBench<Vpost_dating_full> bench(kFull);
  start_all(bench, kFull);
  for (std::uint16_t i = 0; i + 1 < 1000; ++i) {
    bench.request(edge(i, static_cast<std::uint16_t>(i + 1)));
    if (i % 3 == 0) bench.request(edge(i, static_cast<std::uint16_t>(i + 1)));
    if (i % 5 == 0) bench.request(edge(i, static_cast<std::uint16_t>(i + 2)));
  }
  const std::uint64_t before = bench.cycles();
  const std::uint64_t answered = bench.answered();
  bench.drain();
  EXPECT_EQ(bench.answered() - answered + 3, bench.cycles() - before);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(PostDatingUnit, RefusesTheLastDependencyOfALongLoop) {
  PostDatingBench<Vpost_dating_full> bench(kFull);
  start_all(bench, kFull);
  for (std::uint16_t i = 0; i < 9; ++i) bench.request(edge(i, static_cast<std::uint16_t>(i + 1)));
  EXPECT_NE(bench.request(edge(9, 0)), post_dating::Verdict::kAccepted);
  bench.drain();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(PostDatingUnit, FlushForgetsEverything) {
  PostDatingBench<Vpost_dating_small> bench(kSmall);
  start_all(bench, kSmall);
  bench.request(edge(0, 1));
  for (std::uint16_t slot = 0; slot < 8; ++slot)
    bench.request({.op = TimestampOp::kCommit, .predecessor = {.slot = slot}});
  bench.request({.op = TimestampOp::kFlush});
  bench.request(start(0, 0));
  bench.request(start(1, 0));
  EXPECT_EQ(bench.request(edge(1, 0)), post_dating::Verdict::kAccepted);
  bench.drain();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(PostDatingUnit, NoTimestampIsLeftForAStart) {
  PostDatingBench<Vpost_dating_small> bench(kSmall);
  // A commit raises the largest timestamp by 11 from a new snapshot, by 10 from an old one: to 254, the last.
  for (unsigned i = 0; i < 25; ++i) {
    bench.request(start(0, i < 4 ? bench.model().committed_timestamp() : 0));
    EXPECT_EQ(bench.request({.op = TimestampOp::kCommit, .predecessor = {.slot = 0}}),
              post_dating::Verdict::kAccepted);
    bench.request({.op = TimestampOp::kRelease, .predecessor = {.slot = 0}});
  }
  EXPECT_EQ(bench.model().committed_timestamp(), 254);
  EXPECT_EQ(bench.request(start(0, 253)), post_dating::Verdict::kAccepted);
  EXPECT_EQ(bench.request(start(1, 254)), post_dating::Verdict::kExhausted);
  bench.drain();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

template <typename Model>
RequestCounts run_random(const UnitShape& shape, std::uint64_t requests, std::uint64_t seed) {
  Rng rng = seeded_rng(seed);
  PostDatingBench<Model> bench(shape);
  RandomRequests<Model> random(bench, shape.slots, rng);
  random.run(run_length(requests));
  EXPECT_EQ(bench.failure(), std::nullopt);
  const RequestCounts& counts = random.counts();
  std::cout << "edges accepted, suspected, cycles, exhausted:";
  for (const std::uint64_t edges : counts.edges) std::cout << ' ' << edges;
  std::cout << "; with former occupants " << counts.with_former << "; flushes " << counts.flushes
            << "; commits refused " << counts.late_commits << '\n';
  EXPECT_GT(counts.edges[0], requests / 8);
  EXPECT_GT(counts.edges[1], requests / 1000);
  EXPECT_GT(counts.with_former, requests / 1000);
  return counts;
}

TEST(PostDatingUnit, RandomFewTimestamps) {
  const RequestCounts counts = run_random<Vpost_dating_small>(kSmall, 4000000, 2);
  EXPECT_GT(counts.edges[2], 1000u);
  EXPECT_GT(counts.edges[3], 1000u);
  EXPECT_GT(counts.flushes, 1000u);
  EXPECT_GT(counts.late_commits, 1000u);
}

TEST(PostDatingUnit, RandomFull) {
  const RequestCounts counts = run_random<Vpost_dating_full>(kFull, 1500000, 1);
  EXPECT_GT(counts.edges[2], 1000u);
}

TEST(PostDatingUnit, RandomWithoutPropagation) {
  const RequestCounts counts = run_random<Vpost_dating_plain>(kPlain, 1500000, 3);
  EXPECT_EQ(counts.edges[2], 0u);
  EXPECT_GT(counts.flushes, 300u);
}

TEST(PostDatingUnit, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vpost_dating_small>(4, 500, [](Rng& rng) {
    PostDatingBench<Vpost_dating_small> bench(kSmall);
    RandomRequests<Vpost_dating_small> random(bench, kSmall.slots, rng);
    random.run(600);
    return bench.failure();
  });
}

}  // namespace
}  // namespace gputm::tb
