#include "isa/markers.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gputm::isa {
namespace {

// Follows every path from every function's entry and gives each instruction the transaction that it is in.
class Nesting {
 public:
  Nesting(const Program& program, std::span<const Successors> graph)
      : program_(program),
        graph_(graph),
        transaction_of_(graph.size(), kUnvisited),
        transactions_{{0, 0, kNoNode}} {}

  void add_function(Node entry) { reach(entry, kOutside, entry); }

  void follow() {
    while (!pending_.empty()) {
      const Node v = pending_.back();
      pending_.pop_back();
      const Instruction& instruction = program_.code()[v];
      std::uint32_t now = transaction_of_[v];
      if (instruction.op == Op::kTxBegin) {
        transactions_.push_back({now, v, kNoNode});
        now = static_cast<std::uint32_t>(transactions_.size() - 1);
      } else if (instruction.op == Op::kTxCommit) {
        now = commit(now, v);
      } else if (instruction.op == Op::kJal && is_link_register(instruction.rd)) {
        const Address callee = program_.code_base() + v * 4 + static_cast<Address>(instruction.imm);
        if (program_.at(callee) != nullptr) add_function((callee - program_.code_base()) / 4);
      }
      for (const Node next : graph_[v]) {
        if (next == kNoNode) continue;
        if (next < graph_.size())
          reach(next, now, v);
        else if (now != kOutside && leaves_function(instruction.op))
          fail("leaves the transaction that begins at " + where(transactions_[now].begin) + " open", v);
      }
    }
  }

 private:
  static constexpr std::uint32_t kOutside = 0;
  static constexpr std::uint32_t kUnvisited = ~std::uint32_t{0};
  struct Transaction {
    std::uint32_t parent;  // the one around it, or kOutside
    Node begin, commit;
  };

  std::string where(Node v) const { return program_.describe(program_.code_base() + v * 4); }
  [[noreturn]] void fail(const std::string& what, Node v) const {
    throw LoadError(program_.name() + ": " + where(v) + ": " + what);
  }

  // A trap (`ebreak`, an illegal word) stops the run anyway.
  static bool leaves_function(Op op) { return op != Op::kEbreak && op != Op::kIllegal; }

  void reach(Node v, std::uint32_t transaction, Node from) {
    if (transaction_of_[v] == kUnvisited) {
      transaction_of_[v] = transaction;
      pending_.push_back(v);
    } else if (transaction_of_[v] != transaction) {
      fail("is reached in different transactions, or in and outside of one, from " + where(from) +
               ": the compiler has duplicated or merged a tx.begin or tx.commit",
           v);
    }
  }

  std::uint32_t commit(std::uint32_t transaction, Node v) {
    if (transaction == kOutside) fail("tx.commit without tx.begin on every path to it", v);
    Transaction& open = transactions_[transaction];
    if (open.commit != kNoNode && open.commit != v)
      fail("second tx.commit of the transaction that begins at " + where(open.begin) + "; the first is at " +
               where(open.commit),
           v);
    open.commit = v;
    return open.parent;
  }

  const Program& program_;
  std::span<const Successors> graph_;
  std::vector<std::uint32_t> transaction_of_;  // at the instruction's start; index into transactions_
  std::vector<Transaction> transactions_;
  std::vector<Node> pending_;
};

// GCC moves unlikely parts of f to f.cold.
std::string_view source_function(std::string_view symbol) {
  constexpr std::string_view kCold = ".cold";
  if (symbol.ends_with(kCold)) symbol.remove_suffix(kCold.size());
  return symbol;
}

void check_copies(const Program& program, std::span<const ElfMarker> markers) {
  std::map<std::pair<std::string_view, Word>, Address> known;
  for (const ElfMarker& marker : markers) {
    const Instruction* instruction = program.at(marker.address);
    if (instruction == nullptr || (instruction->op != Op::kTxBegin && instruction->op != Op::kTxCommit &&
                                   instruction->op != Op::kBarrier))
      throw LoadError(program.name() + ": .gputm.markers names " + program.describe(marker.address) +
                      ", which is not a tx.begin, tx.commit or barrier");
    const auto [first, added] =
        known.try_emplace({source_function(program.function(marker.address)), marker.source}, marker.address);
    if (!added && first->second != marker.address)
      throw LoadError(program.name() + ": " + program.describe(marker.address) +
                      ": copy of the transaction marker or barrier at " + program.describe(first->second) +
                      "; keep the code around it in one place (no inlining twice, no unrolling)");
  }
}

}  // namespace

void check_markers(const Program& program, std::span<const Successors> graph, std::span<const Node> roots,
                   std::span<const ElfMarker> markers) {
  Nesting nesting(program, graph);
  for (const Node root : roots) {
    nesting.add_function(root);
    nesting.follow();
  }
  check_copies(program, markers);
}

}  // namespace gputm::isa
