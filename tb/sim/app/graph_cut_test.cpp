// Karger's minimal cut: two sets remain, which the contracted edges have made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "finished_run.h"
#include "workloads/host_memory.h"
#include "workloads/kernels/graph_cut.h"

namespace gputm::workloads {
namespace {

using Graph = kernels::Graph<HostMemory>;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(GraphCut, LeavesTwoSets) {
  for (const char* system : {"ideal", "lock", "serial"}) {
    for (const char* threads : {"workload.threads=32", "workload.threads=7"}) {
      const Finished run("graphcut", system, {threads, kLogs});
      EXPECT_EQ(run.check(), "pass") << system;
      EXPECT_EQ(run.transactions(), 58u);
      if (system == std::string_view("lock")) continue;
      EXPECT_EQ(run.result().history, "pass");
      EXPECT_EQ(run.result().transactions.commits, 58u);
      EXPECT_EQ(run.result().transactions.write_words, 3u * 58) << "a link, a count and the edge";
    }
  }
}

TEST(GraphCut, OfTheSmallestGraphAndOfATree) {
  EXPECT_EQ(Finished("graphcut", "ideal", {"workload.vertices=3", "workload.edges=3"}).check(), "pass");
  EXPECT_EQ(Finished("graphcut", "lock", {"workload.vertices=3", "workload.edges=3"}).check(), "pass");
  EXPECT_EQ(Finished("graphcut2", "ideal", {"workload.edges=90", kLogs}).check(), "pass");
}

TEST(GraphCut, RefusesAGraphThatMayNotBeConnected) {
  Config config = small_machine();
  config.workload = {{"vertices", 10}, {"edges", 9}};
  EXPECT_THROW(make_workload("graphcut", config), ConfigError);
}

TEST(GraphCut, CheckCatchesWhatIsWrong) {
  Finished run("graphcut", "lock", {});
  ASSERT_EQ(run.check(), "pass");
  kernels::GraphCutArguments at{};
  at.vertices = run.argument(0);
  at.contracted = run.argument(2);
  const Graph graph(at);
  const auto get = [&](Address address) { return run.get<Word>(address); };
  const auto with = [&](Address address, Word value) {
    const Word good = get(address);
    run.put(address, value);
    const std::string found = run.check();
    run.put(address, good);
    return found;
  };
  std::vector<Word> last;  // representatives of the two sets
  Word leaf = 0;
  for (Word vertex = 1; vertex <= 60; ++vertex) {
    if (get(graph.field(vertex, Graph::kLink)) == 0) {
      last.push_back(vertex);
    } else {
      leaf = vertex;
    }
  }
  ASSERT_EQ(last.size(), 2u);
  const Address count = graph.field(last[0], Graph::kCount), link = graph.field(leaf, Graph::kLink);
  EXPECT_EQ(with(graph.field(1, Graph::kLock), 1), "vertex 1 is still locked");
  EXPECT_THAT(with(count, get(count) + 1), HasSubstr("counts"));
  EXPECT_THAT(with(link, leaf), EndsWith("lead nowhere"));
  EXPECT_THAT(with(link, 61), EndsWith("lead nowhere"));
  EXPECT_THAT(with(link, 0), EndsWith("which no contraction made"));
  EXPECT_THAT(with(graph.field(last[0], Graph::kLink), last[1]), EndsWith("which no contraction made"));
  EXPECT_EQ(with(graph.contracted(0), 0), "contraction 0 is of edge 0, which is none");
  EXPECT_EQ(with(graph.contracted(0), 181), "contraction 0 is of edge 181, which is none");
  EXPECT_THAT(with(graph.contracted(0), get(graph.contracted(1))), EndsWith("within a set"));
}

}  // namespace
}  // namespace gputm::workloads
