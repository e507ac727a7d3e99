// Transactions of a core's warps on the SIMT stack (MICRO paper, sections 4.1 and 4.6), for every TM system:
// begin, attempts, outcomes, abort and the watchdog. The TM system determines the outcomes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/machine_config.h"
#include "core/concurrency_control.h"
#include "core/launch_state.h"
#include "core/memory_unit.h"
#include "core/side_events.h"
#include "core/time_account.h"
#include "core/warp.h"
#include "core/warp_scheduler.h"
#include "memory/backing_store.h"
#include "tm/core_side.h"

namespace gputm::core {

class TransactionControl {
 public:
  /// `warps`: warp slots of the core, at their final address; `lanes`: of a warp. `system`: name of the TM
  /// system, for messages.
  TransactionControl(const TransactionConfig& config, std::string_view system, memory::BackingStore& memory,
                     LaunchState& launch, unsigned core, std::vector<Warp>& warps, unsigned lanes,
                     WarpScheduler& scheduler, TimeAccount& time, SideEvents& events);
  void attach(const CoreSides& sides, unsigned warp_limit) {
    sides_ = sides;
    warp_limit_ = warp_limit;
  }

  unsigned warp_limit() const { return warp_limit_; }
  /// Whether lanes can abort on request of the kernel: not out of local memory that holds itself.
  bool can_be_left() const { return sides_.local == nullptr; }
  bool would_be_overdue(const Warp& warp, Cycle now) const {
    const Transaction& transaction = warp.transaction;
    return now - transaction.attempt_start > config_.watchdog_cycles &&
           transaction.issued >= transaction.issues_due;
  }
  /// Whether the warp's attempt has run long enough for a check by the watchdog. If not, the warp executes
  /// its next instruction.
  bool overdue(Warp& warp, Cycle now) const {
    if (!warp.stack.in_transaction()) return false;
    if (would_be_overdue(warp, now)) return true;
    Transaction& transaction = warp.transaction;
    ++transaction.issued;
    ++transaction.instructions;
    transaction.lane_instructions += lane_count(warp.stack.top().mask);
    return false;
  }
  /// tx.begin. Outermost: the warp needs a concurrency slot, then R and T are pushed. Nested: flattened.
  void begin(unsigned warp, Cycle now);
  /// Begin and end of a critical section. Without transactions, a warp with lanes in one needs a concurrency
  /// slot.
  void begin_section(unsigned warp, Cycle now);
  void end_section(unsigned warp, Cycle now);
  /// Ends the threads of these lanes of the warp.
  void end_lanes(unsigned warp, LaneMask lanes, Cycle now) {
    if ((in_section_[warp] & lanes) != 0) leave_section(warp, lanes, now);
  }
  /// tx.commit. Outermost: the lanes wait for all others of their attempt, at any commit.
  void commit(unsigned warp, Cycle now);
  /// Validates the reads of an attempt that has run very long, or that did something only a doomed one should
  /// do. Lanes that fail abort; the others continue (MICRO paper, section 4.2: this bounds the life of doomed
  /// transactions).
  void watchdog(unsigned warp, Cycle now);
  /// tx.retry: the top's lanes abort and run the transaction again.
  void retry(unsigned warp, Cycle now);
  /// tx.abort: the top's lanes abort and leave the transaction. Their reads are validated first: the decision
  /// must not rest on inconsistent values.
  void leave(unsigned warp, Cycle now);
  /// The system found lanes in conflict: they abort once the warp's accesses are complete.
  void conflict(unsigned warp, LaneMask lanes, Cycle now);

  // Events of the TM system's sides
  void take(const tm::Admitted& event, Cycle now);
  void take(const tm::Conflict& event, Cycle now) { conflict(event.warp, event.lanes, now); }
  void take(const tm::Decided& event, Cycle now);
  void take(const tm::Validated& event, Cycle now);
  void take(const tm::CommittedSilently& event, Cycle now);
  void take(const tm::Continued& event, Cycle now) { finish_commit(event.warp, now); }
  void take(const tm::Followed& event, Cycle now) { take_effect(event.warp, now); }

  /// Contention control admits the warp's waiting attempt.
  void granted(unsigned warp, Cycle now);

  /// The warp's last access is complete.
  void drained(unsigned warp, Cycle now);

 private:
  /// Small enough to find a doomed attempt soon, large enough that validations take little of the time.
  static constexpr unsigned kMostIssuesDue = 32;

  tm::TransactionCounters& counters() { return launch_.cores[core_].transactions; }
  void leave_section(unsigned warp, LaneMask lanes, Cycle now);
  bool enter_slot(unsigned warp, LaneMask lanes);
  void leave_slot(unsigned warp, LaneMask still_inside, Cycle now);
  bool counts_threads() const {
    return config_.limit == ConcurrencyLimit::kThreads && sides_.deciding() != nullptr;
  }
  unsigned weight(LaneMask lanes) const;
  LimitControl* limit_control() const;
  unsigned limit() const;
  void enter(unsigned warp, Cycle now);
  void start_attempt(unsigned warp, Cycle now);
  void ask_system(unsigned warp, Cycle now);
  void run_attempt(unsigned warp, Cycle now);
  bool may_run(unsigned warp, Cycle now);
  static Cycle executed(const Transaction& transaction, Cycle now);
  Cycle executed_by_a_lane(const Transaction& transaction, Cycle now) const;
  /// Whether contention control applies: the system of local memory has a schedule of its own.
  bool controlled() const { return launch_.contention != nullptr && sides_.global != nullptr; }
  LaneMask lanes_of_next(unsigned warp, LaneMask waiting) const;
  void commit_attempt(unsigned warp, Cycle now);
  void validate_attempt(unsigned warp, Cycle now);
  bool defer(unsigned warp, WarpState state);
  LaneMask global_lanes(const Transaction& transaction) const;
  /// Outcome of a lane's attempt. Silent: it commits without a serial position of its own. Local: likewise,
  /// since it has accessed only local memory, beside a system of global memory.
  enum class Outcome : std::uint8_t { kAborts, kCommits, kCommitsSilently, kCommitsLocally };
  void decide_lane(unsigned warp, unsigned lane, Outcome outcome, std::uint64_t order, Cycle now);
  void take_validation(const tm::Decided& event, Cycle now);
  void finish_commit(unsigned warp, Cycle now);
  void take_effect(unsigned warp, Cycle now);
  void finish_validation(unsigned warp, Cycle now);
  bool share_log(const Warp& warp) const;
  [[noreturn]] void fail_attempt(const Warp& warp, LaneMask lanes) const;
  static void restart_watchdog(Transaction& transaction, Cycle now);
  void abort_lanes(unsigned warp, LaneMask lanes, Cycle now);
  void roll_back(unsigned warp, LaneMask lanes);
  static void note_started(Warp& warp, unsigned reg, LaneMask lanes, Word started);
  void settle(unsigned warp, LaneMask committed, LaneMask aborted, Cycle now);
  void end_attempt(unsigned warp, Cycle now);
  void hold_back(unsigned warp, Cycle until, Cycle now);
  Cycle backoff(const Warp& warp) const;

  const TransactionConfig& config_;
  std::string_view system_;
  memory::BackingStore& memory_;
  LaunchState& launch_;
  unsigned core_;
  std::vector<Warp>& warps_;
  WarpScheduler& scheduler_;
  TimeAccount& time_;
  SideEvents& events_;
  CoreSides sides_;
  ConcurrencyControl concurrency_;
  unsigned lanes_;                                      ///< of a warp
  unsigned warp_limit_ = 0;                             ///< of the system; 0: unlimited
  std::vector<unsigned> weights_;                       ///< by warp: what it counts in `concurrency_`
  std::vector<LaneMask> in_section_;                    ///< by warp: lanes inside a critical section
  LaneMask waiting_for_admission_ = 0;                  ///< warps with an attempt not admitted by the system
  std::vector<tm::LogEntry> lane_reads_, lane_writes_;  ///< logs of the lane being decided
};

}  // namespace gputm::core
