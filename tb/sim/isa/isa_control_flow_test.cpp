// Immediate post-dominators against their definition, and the graph of a sequence of instructions.
#include "isa/control_flow.h"

#include <gtest/gtest.h>

#include "isa/decode.h"
#include "sim/isa/random_program.h"

namespace gputm::isa {
namespace {

using namespace tb;

// Straight from the definitions, on reachability sets.
class BruteForce {
 public:
  explicit BruteForce(std::vector<Successors> graph)
      : graph_(std::move(graph)), exit_(static_cast<Node>(graph_.size())) {
    leave_endless_loops();
  }

  // p post-dominates v if the exit cannot be reached from v without p.
  bool post_dominates(Node p, Node v) const { return p == v || p == exit_ || !reachable(v, p)[exit_]; }

  // The strict post-dominator of v that all other strict post-dominators of v post-dominate.
  Node immediate(Node v) const {
    std::vector<Node> strict;
    for (Node p = 0; p <= exit_; ++p)
      if (p != v && post_dominates(p, v)) strict.push_back(p);
    for (const Node candidate : strict) {
      const bool nearest = std::all_of(strict.begin(), strict.end(), [&](Node other) {
        return candidate == exit_ ? other == exit_ : post_dominates(other, candidate);
      });
      if (nearest) return candidate;
    }
    return kNoNode;
  }

 private:
  // Nodes reachable from v without entering `blocked`.
  std::vector<bool> reachable(Node v, Node blocked) const {
    std::vector<bool> seen(graph_.size() + 1);
    std::vector<Node> pending;
    const auto visit = [&](Node to) {
      if (to != kNoNode && to != blocked && !seen[to]) {
        seen[to] = true;
        if (to != exit_) pending.push_back(to);
      }
    };
    visit(v);
    while (!pending.empty()) {
      const Node from = pending.back();
      pending.pop_back();
      for (const Node to : graph_[from]) visit(to);
    }
    return seen;
  }

  // A node of an endless loop reaches only nodes that reach it in turn; the highest of each loop gets an
  // exit.
  void leave_endless_loops() {
    std::vector<std::vector<bool>> reach;
    for (Node v = 0; v < exit_; ++v) reach.push_back(reachable(v, kNoNode));
    for (Node v = 0; v < exit_; ++v) {
      bool endless = !reach[v][exit_], highest = true;
      for (Node w = 0; w < exit_; ++w) {
        if (!reach[v][w]) continue;
        endless = endless && reach[w][v];
        highest = highest && w <= v;
      }
      if (endless && highest) graph_[v][2] = exit_;
    }
  }

  std::vector<Successors> graph_;
  Node exit_;
};

TEST(PostDominators, MatchTheDefinitionOnRandomGraphs) {
  Rng rng = seeded_rng(2);
  for (std::uint64_t run = run_length(3000); run-- > 0;) {
    const auto count = 1 + static_cast<Node>(below(rng, 24));
    const auto nearby = below(rng, 2) == 0;  // mostly structured code, or anything
    std::vector<Successors> graph(count);
    for (Node v = 0; v < count; ++v) {
      const auto target = [&] {
        if (nearby && below(rng, 4)) return std::min(count, v + 1 + static_cast<Node>(below(rng, 4)));
        return static_cast<Node>(below(rng, count + (one_in(rng, 3) ? 1 : 0)));
      };
      graph[v] = {target(), below(rng, 2) ? target() : kNoNode, kNoNode};
    }
    const std::vector<Node> actual = immediate_post_dominators(graph);
    const BruteForce expected(graph);
    for (Node v = 0; v < count; ++v) {
      ASSERT_EQ(actual[v], expected.immediate(v))
          << "node " << v << " of " << count << ", " << run << " runs left";
    }
  }
}

TEST(PostDominators, TakeLinearTimeOnHugeGraphs) {
  // Ladders and nested jumps on which naive iteration is quadratic.
  constexpr Node kCount = 1 << 20;
  std::vector<Successors> graph(kCount);
  for (Node v = 0; v < kCount; ++v) graph[v] = {v + 1, v % 2 == 0 ? kCount - v / 2 - 1 : v / 2, kNoNode};
  const std::vector<Node> result = immediate_post_dominators(graph);
  EXPECT_EQ(result[kCount - 1], kCount);
}

std::vector<Successors> flow(const std::vector<Word>& code) {
  std::vector<Instruction> decoded;
  for (const Word word : code) decoded.push_back(decode(word));
  return control_flow(decoded, 0x10000);
}

TEST(ControlFlow, BranchesHaveTwoSuccessors) {
  const auto graph = flow({branch(0, 1, 2, 12), kNop, kNop, kRet});
  EXPECT_EQ(graph[0], (Successors{1, 3, kNoNode}));
  EXPECT_EQ(graph[1], (Successors{2, kNoNode, kNoNode}));
  EXPECT_EQ(graph[3], (Successors{4, kNoNode, kNoNode}));
}

TEST(ControlFlow, CallsFallThroughAndJumpsDoNot) {
  const auto graph = flow({jal(1, 8), jal(5, 8), jal(0, 8), kNop, jalr(1, 6, 0), jalr(0, 5, 0), kNop});
  EXPECT_EQ(graph[0][0], 1u);
  EXPECT_EQ(graph[1][0], 2u);
  EXPECT_EQ(graph[2][0], 4u);
  EXPECT_EQ(graph[4][0], 5u);  // indirect call
  EXPECT_EQ(graph[5][0], 7u);  // return through x5
}

TEST(ControlFlow, EcallExitsUnlessA7SaysOtherwise) {
  const auto exits = flow({addi(17, 0, 93), kEcall, kNop});
  EXPECT_EQ(exits[1][0], 3u);
  const auto writes = flow({addi(17, 0, 64), addi(10, 0, 1), kEcall, kNop});
  EXPECT_EQ(writes[2][0], 3u);
  const auto unknown = flow({kEcall, kNop});
  EXPECT_EQ(unknown[0][0], 2u);
}

TEST(ControlFlow, WhatLeavesTheCodeGoesToTheExit) {
  const auto graph = flow({branch(1, 0, 0, -4), branch(1, 0, 0, 64), kEbreak, 0, kNop});
  EXPECT_EQ(graph[0], (Successors{1, 5, kNoNode}));
  EXPECT_EQ(graph[1], (Successors{2, 5, kNoNode}));
  EXPECT_EQ(graph[2][0], 5u);
  EXPECT_EQ(graph[3][0], 5u);
  EXPECT_EQ(graph[4][0], 5u);
}

}  // namespace
}  // namespace gputm::isa
