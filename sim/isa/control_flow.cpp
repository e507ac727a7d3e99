#include "isa/control_flow.h"

#include <algorithm>
#include <cstddef>

namespace gputm::isa {
namespace {

constexpr std::uint32_t kExitCall = 93;  // a7 of the exit ecall

// Whether the ecall at `index` ends the thread: a7 is set to 93, or its value is not visible shortly before.
bool is_exit(std::span<const Instruction> code, Node index) {
  constexpr Node kWindow = 8;
  constexpr unsigned kA7 = 17;
  for (Node back = 1; back <= std::min(kWindow, index); ++back) {
    const Instruction& before = code[index - back];
    if (before.unit == Unit::kBranch || before.unit == Unit::kJump) break;
    if (!before.writes_x || before.rd != kA7) continue;
    return before.op != Op::kAddi || before.rs1 != 0 || before.imm == static_cast<std::int32_t>(kExitCall);
  }
  return true;
}

// Predecessors of each node and of the exit: node v's are from_[first_[v]] .. from_[first_[v + 1] - 1].
class Predecessors {
 public:
  explicit Predecessors(std::span<const Successors> graph) : first_(graph.size() + 2) {
    for (const Successors& next : graph)
      for (const Node to : next)
        if (to != kNoNode) ++first_[to + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    from_.resize(first_.back());
    std::vector<std::uint32_t> fill(first_.begin(), first_.end() - 1);
    for (Node v = 0; v < graph.size(); ++v)
      for (const Node to : graph[v])
        if (to != kNoNode) from_[fill[to]++] = v;
  }
  std::span<const Node> of(Node v) const {
    return std::span(from_).subspan(first_[v], first_[v + 1] - first_[v]);
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<Node> from_;
};

// Depth-first search against the edges from `root`, over nodes not yet in `seen`. Calls `enter(v, parent)`
// before and `leave(v)` after the nodes reached from v.
template <typename Enter, typename Leave>
void search_back(const Predecessors& predecessors, Node root, std::vector<bool>& seen, Enter enter,
                 Leave leave) {
  struct Frame {
    Node node;
    std::uint32_t next;
  };
  if (seen[root]) return;
  seen[root] = true;
  enter(root, kNoNode);
  std::vector<Frame> stack{{root, 0}};
  while (!stack.empty()) {
    Frame& top = stack.back();
    const auto from = predecessors.of(top.node);
    if (top.next == from.size()) {
      leave(top.node);
      stack.pop_back();
      continue;
    }
    const Node v = from[top.next++];
    if (seen[v]) continue;
    seen[v] = true;
    enter(v, top.node);
    stack.push_back({v, 0});
  }
}

// One node of every endless loop: the highest node of each strongly connected component without an exit.
// (Kosaraju: searching backwards from high to low, the last node to finish lies in a component that leads
// nowhere else.)
std::vector<Node> endless_loops(const Predecessors& predecessors, Node exit) {
  const auto ignore = [](auto...) {};
  std::vector<bool> reaches_exit(std::size_t{exit} + 1);
  search_back(predecessors, exit, reaches_exit, ignore, ignore);
  std::vector<bool> seen = reaches_exit;
  std::vector<Node> finished;
  for (Node v = exit; v-- > 0;)
    search_back(predecessors, v, seen, ignore, [&](Node left) { finished.push_back(left); });
  std::vector<Node> result;
  for (auto v = finished.rbegin(); v != finished.rend(); ++v) {
    if (reaches_exit[*v]) continue;
    result.push_back(*v);
    search_back(predecessors, *v, reaches_exit, ignore, ignore);
  }
  return result;
}

// Algorithm of Lengauer and Tarjan ("A fast algorithm for finding dominators in a flowgraph", the simple
// version) on the reversed graph. Nodes are numbered by the depth-first search from the exit, which is 0.
class PostDominators {
 public:
  PostDominators(std::span<const Successors> graph, const Predecessors& predecessors, Node exit)
      : graph_(graph), number_(std::size_t{exit} + 1, kNoNode) {
    std::vector<bool> seen(std::size_t{exit} + 1);
    search_back(
        predecessors, exit, seen,
        [&](Node v, Node parent) {
          number_[v] = static_cast<Node>(node_.size());
          node_.push_back(v);
          parent_.push_back(parent == kNoNode ? 0 : number_[parent]);
        },
        [](Node) {});
    const std::size_t count = node_.size();
    semi_.resize(count);
    best_.resize(count);
    for (Node i = 0; i < count; ++i) semi_[i] = best_[i] = i;
    ancestor_.assign(count, kNoNode);
    bucket_.assign(count, kNoNode);
    next_in_bucket_.assign(count, kNoNode);
    dominator_.assign(count, 0);
  }

  // Immediate post-dominator of each node of the graph.
  std::vector<Node> solve() {
    for (Node i = static_cast<Node>(node_.size()); i-- > 1;) {
      for (const Node to : graph_[node_[i]])
        if (to != kNoNode) semi_[i] = std::min(semi_[i], semi_[evaluate(number_[to])]);
      next_in_bucket_[i] = bucket_[semi_[i]];
      bucket_[semi_[i]] = i;
      const Node parent = parent_[i];
      ancestor_[i] = parent;
      for (Node v = bucket_[parent]; v != kNoNode; v = next_in_bucket_[v]) {
        const Node u = evaluate(v);
        dominator_[v] = semi_[u] < semi_[v] ? u : parent;
      }
      bucket_[parent] = kNoNode;
    }
    for (Node i = 1; i < node_.size(); ++i)
      if (dominator_[i] != semi_[i]) dominator_[i] = dominator_[dominator_[i]];
    std::vector<Node> result(graph_.size());
    for (Node v = 0; v < graph_.size(); ++v) result[v] = node_[dominator_[number_[v]]];
    return result;
  }

 private:
  // Node with the smallest semidominator on the linked path above v, including v; compresses the path.
  Node evaluate(Node v) {
    if (ancestor_[v] == kNoNode) return v;
    path_.clear();
    for (Node u = v; ancestor_[ancestor_[u]] != kNoNode; u = ancestor_[u]) path_.push_back(u);
    for (auto u = path_.rbegin(); u != path_.rend(); ++u) {
      const Node above = ancestor_[*u];
      if (semi_[best_[above]] < semi_[best_[*u]]) best_[*u] = best_[above];
      ancestor_[*u] = ancestor_[above];
    }
    return best_[v];
  }

  std::span<const Successors> graph_;
  std::vector<Node> number_;  // by node
  std::vector<Node> node_;    // by number, as all members below
  std::vector<Node> parent_, semi_, best_, ancestor_, bucket_, next_in_bucket_, dominator_;
  std::vector<Node> path_;
};

}  // namespace

std::vector<Successors> control_flow(std::span<const Instruction> code, Address base) {
  const auto exit = static_cast<Node>(code.size());
  std::vector<Successors> graph(code.size());
  for (Node i = 0; i < exit; ++i) {
    const Instruction& instruction = code[i];
    const Node next = i + 1;  // the exit, for the last word
    const Address target_offset = i * 4 + static_cast<Address>(instruction.imm);
    const Node target = target_offset % 4 == 0 && target_offset / 4 < exit && base + target_offset >= base
                            ? target_offset / 4
                            : exit;
    const bool call = is_link_register(instruction.rd);
    switch (instruction.op) {
      case Op::kBeq:
      case Op::kBne:
      case Op::kBlt:
      case Op::kBge:
      case Op::kBltu:
      case Op::kBgeu:
        graph[i] = {next, target, kNoNode};
        break;
      case Op::kJal:
        graph[i] = {call ? next : target, kNoNode, kNoNode};
        break;
      case Op::kJalr:
        graph[i] = {call ? next : exit, kNoNode, kNoNode};
        break;
      case Op::kEcall:
        graph[i] = {is_exit(code, i) ? exit : next, kNoNode, kNoNode};
        break;
      case Op::kEbreak:
      case Op::kIllegal:
        graph[i] = {exit, kNoNode, kNoNode};
        break;
      default:
        graph[i] = {next, kNoNode, kNoNode};
    }
  }
  return graph;
}

std::vector<Node> immediate_post_dominators(std::span<const Successors> graph) {
  const auto exit = static_cast<Node>(graph.size());
  const Predecessors predecessors(graph);
  const std::vector<Node> endless = endless_loops(predecessors, exit);
  if (endless.empty()) return PostDominators(graph, predecessors, exit).solve();
  std::vector<Successors> open(graph.begin(), graph.end());
  for (const Node v : endless) open[v][2] = exit;
  return PostDominators(open, Predecessors(open), exit).solve();
}

}  // namespace gputm::isa
