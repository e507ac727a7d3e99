// Streams of transactions over data structures through the RTL dependency unit at the paper's sizes: the
// structures are whole afterwards, and the committed transactions have an equivalent serial order. Plain
// snapshot isolation breaks what the streams of anomalies are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "Vdependency_unit_streams.h"
#include "common/seed.h"
#include "engines/snapshot/verilated_dependency_unit.h"
#include "plain_snapshot_unit.h"
#include "stream_runner.h"

namespace gputm::tb {
namespace {

using streams::StreamInfo;
using streams::StreamOptions;
using streams::StreamResult;

StreamResult run(const StreamInfo& info, const StreamOptions& options, tm::SnapshotUnit& unit) {
  return streams::run_stream(*info.make(options.sizes), unit, options);
}

const StreamInfo& stream(std::string_view name) {
  return *std::ranges::find(streams::all_streams(), name, &StreamInfo::name);
}

StreamOptions options_of(const StreamInfo& info, std::uint64_t seed) {
  StreamOptions options;
  options.sizes = info.sizes;
  options.seed = seed;
  return options;
}

class EveryStream : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryStream, IsSerializable) {
  engines::snapshot::VerilatedDependencyUnit<Vdependency_unit_streams> unit(1024, {});
  const StreamInfo& info = stream(GetParam());
  StreamOptions options = options_of(info, 1);
  // Those that abort most run with fewer threads, but for long runs.
  const bool slow = GetParam() == "list2" || GetParam().starts_with("vacation");
  if (slow && run_length(1) == 1) options.sizes.threads = 90;
  const StreamResult result = run(info, options, unit);
  EXPECT_EQ(result.check, "pass");
  EXPECT_EQ(result.history, "pass");
  EXPECT_EQ(result.commits, std::uint64_t{options.sizes.threads} * options.sizes.transactions);
  std::cout << result.cycles << " cycles, " << result.commits << " commits, " << result.aborts << " aborts, "
            << result.dependencies << " dependencies, " << result.true_loops << " true loops, "
            << result.false_verdicts << " false verdicts\n";
}

// One transaction at a time: neither aborts nor waits.
TEST_P(EveryStream, IsRightAlone) {
  PlainSnapshotUnit unit;
  const StreamInfo& info = stream(GetParam());
  StreamOptions options = options_of(info, 2);
  options.sizes.transactions *= options.sizes.threads;
  options.sizes.threads = 1;
  const StreamResult result = run(info, options, unit);
  EXPECT_EQ(result.aborts, 0u);
  EXPECT_EQ(result.check, "pass");
  EXPECT_EQ(result.history, "pass");
}

INSTANTIATE_TEST_SUITE_P(Streams, EveryStream,
                         testing::Values("list", "list2", "bst", "bst2", "rbtree", "rbtree2", "graphcut",
                                         "graphcut2", "vacation", "vacation2", "skew", "receipts", "rings"),
                         [](const auto& test) { return std::string(test.param); });

class Anomaly : public testing::TestWithParam<std::string_view> {};

TEST_P(Anomaly, HappensUnderPlainSnapshotIsolation) {
  PlainSnapshotUnit unit;
  const StreamInfo& info = stream(GetParam());
  const StreamResult result = run(info, options_of(info, 1), unit);
  EXPECT_NE(result.check, "pass");
  EXPECT_NE(result.history, "pass");
  std::cout << result.check << "; " << result.history << '\n';
}

INSTANTIATE_TEST_SUITE_P(Streams, Anomaly, testing::Values("skew", "receipts", "rings"),
                         [](const auto& test) { return std::string(test.param); });

/// Says that there are ids when there are few, or none.
class EagerUnit final : public tm::SnapshotUnit {
 public:
  bool can_submit() const override { return unit_.can_submit(); }
  unsigned startable() const override { return 1; }
  void submit(const tm::SnapshotOp& op) override { unit_.submit(op); }
  std::optional<tm::SnapshotAnswer> answer() const override { return unit_.answer(); }
  void pop_answer() override { unit_.pop_answer(); }
  void tick() override { unit_.tick(); }
  tm::SnapshotOccupancy occupancy() const override { return unit_.occupancy(); }
  std::uint64_t dependencies() const override { return unit_.dependencies(); }

 private:
  engines::snapshot::VerilatedDependencyUnit<Vdependency_unit_streams> unit_{1024, {}};
};

// 960 threads with a stream each of short transactions, other seeds. All ask for ids at once.
TEST(ManyTransactions, AreSerializable) {
  for (std::uint64_t seed = 10; seed < 13; ++seed) {
    EagerUnit unit;
    StreamOptions options = options_of(stream("skew"), seed);
    options.sizes = {.threads = 960, .transactions = 2, .size = 400};
    const StreamResult result = run(stream("skew"), options, unit);
    EXPECT_EQ(result.check, "pass");
    EXPECT_EQ(result.history, "pass");
    EXPECT_GT(result.most_running, 900u);
  }
}

}  // namespace
}  // namespace gputm::tb
