// SIMT stack of a warp: position of each lane and reconvergence points. In addition to the normal entries of
// branch divergence it has KILO TM's retry (R) and transaction (T) entries (MICRO paper, section 4.1 and
// figure 3). Ours: lanes of an attempt may commit, and lanes of a warp wait at the block's barrier, at
// different instructions, since compilers copy code.
#pragma once

#include <vector>

#include "base/types.h"
#include "isa/program.h"

namespace gputm::core {

enum class EntryKind : std::uint8_t {
  kNormal,       ///< N: a control-flow path
  kRetry,        ///< R: lanes that will run the transaction again; below its T
  kTransaction,  ///< T: the current attempt
  kCommitted,    ///< C: lanes of an earlier attempt that continue when R is empty; below R
};

struct StackEntry {
  Address pc = 0;
  Address rpc = 0;  ///< reconvergence pc; kNever, or Program::kNoReconvergence for "at the function's return"
  LaneMask mask = 0;
  std::uint16_t depth = 0;      ///< call depth of `pc`
  std::uint16_t rpc_depth = 0;  ///< call depth at which the entry pops
  EntryKind kind = EntryKind::kNormal;
  bool waits = false;  ///< waits at `pc`, a commit or barrier, for other lanes of the attempt or warp
};

/// Every operation leaves the top entry at the next instruction to run: entries that have reached their
/// reconvergence point, or have no lanes left, are popped. An entry pops only when pc and call depth both
/// match, so recursion does not reconverge a callee's lanes with its caller's. While lanes wait, the top is
/// an entry that does not, if there is one.
///
/// Invariants: an entry is above all entries that contain its lanes. A normal entry's rpc is the pc of the
/// next entry below that contains its lanes, unless that is T, R or an entry with a transaction that ran past
/// its rpc.
class SimtStack {
 public:
  /// `program` supplies the meeting points of lanes that diverge without a branch.
  void reset(Address pc, LaneMask mask, const isa::Program* program);
  bool empty() const { return entries_.empty(); }
  const StackEntry& top() const { return entries_.back(); }
  const std::vector<StackEntry>& entries() const { return entries_; }

  /// Moves the top's lanes to `pc`.
  void advance(Address pc) {
    StackEntry& entry = entries_.back();
    entry.pc = pc;
    if (entry.rpc == pc || entry.rpc == isa::Program::kNoReconvergence) settle();
  }
  /// Splits the top's lanes at a branch or an indirect jump: `taken` (neither empty nor all) to `target`, the
  /// others to `fallthrough`.
  void diverge(LaneMask taken, Address target, Address fallthrough, Address rpc);
  /// The top's lanes enter a function at `target`; they return to `return_pc`.
  void call(Address target);
  /// The lanes of `lanes` (a proper subset of the top's) call `target` alone, through a pointer that differs
  /// among the lanes. The others make the call afterwards, and all meet at `return_pc`.
  void call_apart(LaneMask lanes, Address target, Address return_pc);
  void ret(Address target);
  /// The top keeps only `lanes`; the others execute the same instruction afterwards. The two meet at the
  /// top's meeting point.
  void part(LaneMask lanes);
  /// Ends the lanes.
  void exit(LaneMask lanes);

  /// The top's lanes wait at their instruction for all others of the attempt or, outside of transactions, of
  /// the warp. Returns all_wait().
  bool wait();
  /// Whether all running lanes of the attempt (outside of transactions: of the warp) wait.
  bool all_wait() const {
    const LaneMask lanes = entries_[base()].mask;
    return lanes != 0 && (lanes & ~waiting_) == 0;
  }
  /// All waiting lanes continue after the instruction at which they waited.
  void release();
  /// As above, only these lanes: all of one or more waiting entries.
  void release(LaneMask lanes);

  /// Outside of transactions: moves another path to the top, so that all lanes eventually get a turn,
  /// including those that wait at their meeting point with the top's. False: no other path can run.
  bool give_way();
  /// Lanes that have had a turn, as counted by give_way().
  LaneMask served() const { return served_; }

  /// Pushes R and T: `running` starts the first attempt at `pc`, `deferred` waits in R.
  void begin_transaction(LaneMask running, LaneMask deferred, Address pc);
  bool in_transaction() const { return transaction_ != kNone; }
  const StackEntry& transaction() const { return entries_[transaction_]; }
  const StackEntry& retry() const { return entries_[transaction_ - 1]; }
  /// Moves failed lanes from every entry of the attempt into R.
  void abort_lanes(LaneMask lanes);
  /// Lanes that have just failed leave the transaction and continue where it begins.
  void leave_aborted(LaneMask lanes);
  /// Ends the attempt; its lanes that have not failed wait at their commits. Starts the next attempt with
  /// `next` of R's lanes, or, when R is empty (and so is `next`), pops R, and all lanes continue after their
  /// commits; returns true in that case.
  bool end_attempt(LaneMask next);

  static constexpr Address kNever = ~Address{0};

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// Exit of an attempt from the code it began in: the entry to which its lanes still belong. It differs from
  /// the entry they began in once they have run past that entry's rpc.
  struct Passage {
    std::size_t home = 0;
    Address pc = 0;           ///< pc at which the other lanes of home will arrive (home's rpc not yet passed)
    std::uint16_t depth = 0;  ///< call depth of `pc`
    std::uint16_t low = 0;    ///< lowest call depth reached by the lanes
  };
  struct Meeting {
    Address pc = 0;
    std::uint16_t depth = 0;  ///< as StackEntry::rpc_depth
  };

  std::size_t base() const { return in_transaction() ? transaction_ : 0; }
  std::size_t next_containing(std::size_t below, LaneMask lanes) const;
  static bool reached(const StackEntry& entry);
  Meeting meeting_after(Address pc, std::uint16_t depth) const;
  void settle();
  void pop_reached();
  bool bring_up_runnable();
  void bring_up(std::size_t index);
  void go_on_without_waiting(std::size_t index, Meeting meeting);
  Meeting meeting_behind_branch(Address pc, std::uint16_t depth) const;
  std::size_t next_in_turn() const;
  void push_attempt(LaneMask lanes);
  void pass_meetings();
  void release_waiting();
  void keep_committed();
  void leave_transaction();
  Meeting meeting_of_committed(LaneMask others) const;
  void join_committed();

  std::vector<StackEntry> entries_;
  std::size_t transaction_ = kNone;  ///< index of the T entry
  LaneMask waiting_ = 0;             ///< lanes of waiting entries
  LaneMask served_ = 0;              ///< lanes that have given way in this round of turns
  const isa::Program* program_ = nullptr;
  std::size_t outer_ = 0;        ///< index of the entry in which the transaction began
  Passage attempt_, committed_;  ///< of the current attempt, and the furthest of the committed ones
};

}  // namespace gputm::core
