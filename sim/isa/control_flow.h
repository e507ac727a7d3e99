// Control flow of decoded code, and the immediate post-dominators at which diverged lanes reconverge.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "isa/instruction.h"

namespace gputm::isa {

/// Nodes are instruction indices; the virtual exit of a graph with n nodes is node n.
using Node = std::uint32_t;
inline constexpr Node kNoNode = ~Node{0};

/// Successors of a node within its own function; unused elements are kNoNode. The third is for the edge that
/// leaves an endless loop.
using Successors = std::array<Node, 3>;

/// x1 and x5 hold return addresses: a jump that writes one is a call, `jalr x0` through one is a return.
constexpr bool is_link_register(unsigned r) { return r == 1 || r == 5; }

/// Control flow of every word of `code`, which starts at `base`. Calls fall through. Returns, indirect jumps,
/// the exit `ecall`, `ebreak`, illegal words and everything that leaves `code` go to the virtual exit.
///
/// One graph serves all functions: the post-dominators of a node depend only on the nodes reachable from it,
/// so the target of a tail call has the same ones for every caller.
std::vector<Successors> control_flow(std::span<const Instruction> code, Address base);

/// Immediate post-dominator of each node: the first node on every path from it to the exit. Time O(n log n)
/// for any graph. An endless loop counts as left after its last instruction (highest index).
std::vector<Node> immediate_post_dominators(std::span<const Successors> graph);

}  // namespace gputm::isa
