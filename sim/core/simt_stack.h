// The SIMT stack of a warp: which lanes run where, and where they meet again. Beside the normal entries of
// branch divergence it has KILO TM's retry (R) and transaction (T) entries (MICRO paper, section 4.1 and
// figure 3).
#pragma once

#include <vector>

#include "base/types.h"
#include "isa/program.h"

namespace gputm::core {

enum class EntryKind : std::uint8_t {
  kNormal,       ///< N: a control-flow path
  kRetry,        ///< R: lanes that will run the transaction again; below its T
  kTransaction,  ///< T: the current attempt
};

struct StackEntry {
  Address pc = 0;
  Address rpc = 0;  ///< reconvergence pc; kNever, or Program::kNoReconvergence for "at the function's return"
  LaneMask mask = 0;
  std::uint16_t depth = 0;      ///< call depth of `pc`
  std::uint16_t rpc_depth = 0;  ///< call depth at which the entry pops
  EntryKind kind = EntryKind::kNormal;
};

/// Every operation leaves the top entry at the next instruction to run: entries that reached their
/// reconvergence point, or have no lanes left, are popped. An entry pops only when pc and call depth both
/// match, so recursion does not reconverge a callee's lanes with its caller's.
class SimtStack {
 public:
  void reset(Address pc, LaneMask mask);
  bool empty() const { return entries_.empty(); }
  const StackEntry& top() const { return entries_.back(); }
  const std::vector<StackEntry>& entries() const { return entries_; }

  /// The top's lanes go on at `pc` together.
  void advance(Address pc) {
    StackEntry& entry = entries_.back();
    entry.pc = pc;
    if (entry.rpc == pc || entry.rpc == isa::Program::kNoReconvergence) settle();
  }
  /// The top's lanes split: `taken` (neither empty nor all) to `target`, the others to `fallthrough`.
  void diverge(LaneMask taken, Address target, Address fallthrough, Address rpc);
  /// The top's lanes enter a function at `target`; `return_pc` is where they will go on.
  void call(Address target);
  /// The lanes of `lanes` (a proper subset of the top's) call `target` alone, through a pointer that differs
  /// among the lanes; the others make the call afterwards, and all meet at `return_pc`.
  void call_apart(LaneMask lanes, Address target, Address return_pc);
  void ret(Address target);
  /// The lanes end.
  void exit(LaneMask lanes);

  /// Pushes R and T: `running` starts the first attempt at `pc`, `deferred` waits in R.
  void begin_transaction(LaneMask running, LaneMask deferred, Address pc);
  bool in_transaction() const { return transaction_ != kNone; }
  const StackEntry& transaction() const { return entries_[transaction_]; }
  const StackEntry& retry() const { return entries_[transaction_ - 1]; }
  /// Whether all lanes of the attempt are together at the top: what tx.commit requires.
  bool transaction_on_top() const { return in_transaction() && entries_.size() == transaction_ + 1; }
  /// Moves lanes from every entry of the attempt into R (they failed).
  void abort_lanes(LaneMask lanes);
  /// The attempt is over: pops everything down to R, then starts the next attempt with `next` of R's lanes.
  /// When R is empty (and so is `next`), pops R too and goes on at `after_commit`; true in that case.
  bool end_attempt(LaneMask next, Address after_commit);

  static constexpr Address kNever = ~Address{0};

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  void settle();
  std::vector<StackEntry> entries_;
  std::size_t transaction_ = kNone;  ///< index of the T entry
};

}  // namespace gputm::core
