#include "core/transaction_control.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/access_observer.h"
#include "core/contention_control.h"
#include "core/limit_control.h"
#include "core/profiler.h"
#include "core/timeline.h"

namespace gputm::core {

TransactionControl::TransactionControl(const TransactionConfig& config, std::string_view system,
                                       memory::BackingStore& memory, LaunchState& launch, unsigned core,
                                       std::vector<Warp>& warps, unsigned lanes, WarpScheduler& scheduler,
                                       TimeAccount& time, SideEvents& events)
    : config_(config),
      system_(system),
      memory_(memory),
      launch_(launch),
      core_(core),
      warps_(warps),
      scheduler_(scheduler),
      time_(time),
      events_(events),
      lanes_(lanes),
      weights_(warps.size()),
      in_section_(warps.size()) {}

void TransactionControl::begin(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask lanes = warp.stack.top().mask;
  if (sides_.deciding() == nullptr) {
    fail(warp, *launch_.program, fmt::format("tx.begin, but the {} system has no transactions", system_),
         lanes);
  }
  const isa::RegisterMask writes = warp.next->writes;
  const auto started = writes == 0 ? 0U : static_cast<unsigned>(std::countr_zero(writes));
  note_started(warp, started, lanes, 1);
  ++warp.epoch;
  if (warp.stack.in_transaction()) {
    for_each_lane(lanes, [&](unsigned lane) { ++warp.transaction.nesting[lane]; });
    warp.stack.advance(warp.stack.top().pc + 4);
    return scheduler_.schedule(w, now);
  }
  time_.account(w, now);
  warp.transaction.started_register = started;
  if (launch_.profiler != nullptr) launch_.profiler->begin(warp);
  if (LimitControl* const adaptive = limit_control()) adaptive->asks(now);
  if (enter_slot(w, lanes)) return enter(w, now);
  warp.state = WarpState::kBegin;
}

/// Writes to the register named by tx.begin whether each lane is in the transaction.
void TransactionControl::note_started(Warp& warp, unsigned reg, LaneMask lanes, Word started) {
  if (reg == 0) return;
  for_each_lane(lanes, [&](unsigned lane) { warp.registers.x(reg)[lane] = started; });
  if (warp.registers.wide())
    for_each_lane(lanes, [&](unsigned lane) { warp.registers.upper(reg)[lane] = 0; });
}

void TransactionControl::begin_section(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask lanes = warp.stack.top().mask;
  const bool first = sides_.deciding() == nullptr && in_section_[w] == 0;
  if (sides_.deciding() == nullptr) in_section_[w] |= lanes;
  warp.stack.advance(warp.stack.top().pc + 4);
  if (!first || enter_slot(w, lanes)) return scheduler_.schedule(w, now);
  time_.account(w, now);
  warp.state = WarpState::kBegin;
}

void TransactionControl::end_section(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  leave_section(w, warp.stack.top().mask, now);
  warp.stack.advance(warp.stack.top().pc + 4);
  scheduler_.schedule(w, now);
}

void TransactionControl::leave_section(unsigned w, LaneMask lanes, Cycle now) {
  if (in_section_[w] == 0) return;
  in_section_[w] &= ~lanes;
  if (in_section_[w] == 0) leave_slot(w, 0, now);
}

/// What lanes of a warp count against the limit.
unsigned TransactionControl::weight(LaneMask lanes) const {
  return counts_threads() ? lane_count(lanes) : static_cast<unsigned>(lanes != 0);
}

/// The search for a limit, where one runs: for transactions, not for critical sections.
LimitControl* TransactionControl::limit_control() const {
  return sides_.deciding() != nullptr ? launch_.limit : nullptr;
}

/// Limit in the unit of `weight`; 0: unlimited.
unsigned TransactionControl::limit() const {
  if (const LimitControl* const adaptive = limit_control()) return adaptive->warps();
  return counts_threads() ? warp_limit_ * lanes_ : warp_limit_;
}

bool TransactionControl::enter_slot(unsigned w, LaneMask lanes) {
  weights_[w] = weight(lanes);
  return concurrency_.enter(w, weights_[w], limit());
}

/// Lanes of a warp, or all of them, have left their transaction or critical section: admits warps that wait.
void TransactionControl::leave_slot(unsigned w, LaneMask still_inside, Cycle now) {
  const unsigned left = weight(still_inside);
  if (left == weights_[w]) return;
  concurrency_.leave(weights_[w] - left);
  if (LimitControl* const adaptive = limit_control(); adaptive != nullptr && left == 0) adaptive->leaves(now);
  weights_[w] = left;
  while (const auto next = concurrency_.admit(limit())) {
    time_.account(*next, now);
    if (sides_.deciding() != nullptr) {
      enter(*next, now);
    } else {
      scheduler_.resume(*next, now);
    }
  }
}

void TransactionControl::enter(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask lanes = warp.stack.top().mask;
  const Address pc = warp.stack.top().pc;
  if (LimitControl* const adaptive = limit_control()) adaptive->enters(now);
  counters().begins += lane_count(lanes);
  warp.transaction.inside = lanes;
  warp.transaction.begun = ++launch_.begins;
  warp.transaction.failures = 0;
  warp.transaction.alone = false;
  const LaneMask first = lanes_of_next(w, lanes);
  warp.transaction.snapshot.copy_lanes(warp.registers, lanes);
  warp.stack.begin_transaction(first, lanes & ~first, pc + 4);
  warp.earliest_issue = std::max(warp.earliest_issue, now + config_.register_checkpoint_cycles);
  start_attempt(w, now);
}

/// Starts an attempt of the T entry's lanes as soon as the system admits it.
void TransactionControl::start_attempt(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  transaction.logs.reads.clear();
  transaction.logs.writes.clear();
  transaction.local_logs.reads.clear();
  transaction.local_logs.writes.clear();
  transaction.undo.clear();
  transaction.lanes = warp.stack.transaction().mask;
  transaction.undecided = transaction.failed = transaction.conflicts = 0;
  transaction.deferred = false;
  transaction.bad_lanes = transaction.asked = transaction.leaving = 0;
  transaction.log_full = false;
  transaction.attempt_start = now;
  transaction.issued = 0;
  transaction.issues_due = 1;
  transaction.began = now;
  transaction.executed = 0;
  transaction.instructions = transaction.lane_instructions = 0;
  transaction.attempt_cycles = 0;
  transaction.outcomes = transaction.commits = 0;
  for_each_lane(transaction.lanes, [&](unsigned lane) { transaction.nesting[lane] = 0; });
  if (launch_.profiler != nullptr) launch_.profiler->start(warp, now);
  if (sides_.following() != nullptr || may_run(w, now)) ask_system(w, now);
}

/// Requests admission of the attempt from the systems and, with both systems, then from contention control. A
/// system that holds local memory may admit no other warp after this one, so it is asked before contention
/// control.
void TransactionControl::ask_system(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  bool starts = true;
  events_.during([&] {
    if (sides_.local != nullptr) starts &= sides_.local->begin(WarpId(w), now);
    if (sides_.global != nullptr) starts &= sides_.global->begin(WarpId(w), now);
  });
  if (starts) {
    if (sides_.following() == nullptr || may_run(w, now)) run_attempt(w, now);
    return;
  }
  warp.state = WarpState::kBegin;
  waiting_for_admission_ |= LaneMask{1} << w;
}

/// Requests admission from contention control; if refused, the warp waits for granted().
bool TransactionControl::may_run(unsigned w, Cycle now) {
  if (!controlled() || launch_.contention->enter({core_, w}, now)) return true;
  warps_[w].state = WarpState::kBegin;
  return false;
}

void TransactionControl::granted(unsigned w, Cycle now) {
  time_.account(w, now);
  warps_[w].transaction.attempt_start = warps_[w].transaction.began = now;
  if (sides_.following() == nullptr) return ask_system(w, now);
  if (launch_.profiler != nullptr) launch_.profiler->admitted(warps_[w], now);
  run_attempt(w, now);
}

void TransactionControl::run_attempt(unsigned w, Cycle now) {
  if (const Cycle wait = backoff(warps_[w])) hold_back(w, now + wait, now);
  scheduler_.resume(w, now);
}

/// Delay of the next attempt after a failed one, so that others finish meanwhile. Warps that failed together
/// must not return together, so part of the delay differs between warps. An attempt that others wait for
/// starts at once.
Cycle TransactionControl::backoff(const Warp& warp) const {
  const unsigned failures = warp.transaction.failures;
  if (failures == 0 || (controlled() && launch_.contention->others_wait())) return 0;
  const unsigned first =
      config_.backoff_cycles != 0 ? config_.backoff_cycles : sides_.deciding()->backoff_cycles();
  const Cycle most = Cycle{first} << std::min(failures - 1, config_.backoff_doublings);
  const std::uint32_t scattered = (warp.csrs.first_thread / 32 + failures * 97 + 1) * 2654435769U;
  return most - most / 2 * (scattered >> 16) / 65536;
}

/// The attempt has started, but executes nothing before `until`.
void TransactionControl::hold_back(unsigned w, Cycle until, Cycle now) {
  Warp& warp = warps_[w];
  warp.earliest_issue = std::max(warp.earliest_issue, until);
  warp.transaction.attempt_start = warp.transaction.began = until;
  time_.hold_back(w, until - now);
  if (launch_.profiler != nullptr) launch_.profiler->admitted(warp, until);
}

/// Lanes that do not run this attempt wait in R, in their state at tx.begin.
void TransactionControl::take(const tm::Admitted& event, Cycle now) {
  const unsigned w = event.warp;
  const LaneMask bit = LaneMask{1} << w;
  if ((waiting_for_admission_ & bit) == 0) return;
  waiting_for_admission_ &= ~bit;
  const LaneMask deferred = warps_[w].transaction.lanes & ~event.lanes;
  if (deferred != 0) warps_[w].stack.abort_lanes(deferred);
  warps_[w].transaction.lanes = event.lanes;
  time_.account(w, now);
  warps_[w].transaction.attempt_start = warps_[w].transaction.began = now;
  if (launch_.profiler != nullptr) launch_.profiler->admitted(warps_[w], now);
  if (sides_.following() == nullptr || may_run(w, now)) scheduler_.resume(w, now);
}

void TransactionControl::commit(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  const LaneMask lanes = warp.stack.top().mask;
  const Address pc = warp.stack.top().pc;
  if (!warp.stack.in_transaction()) fail(warp, *launch_.program, "tx.commit outside a transaction", lanes);
  ++warp.epoch;
  LaneMask nested = 0;
  for_each_lane(lanes, [&](unsigned lane) { nested |= LaneMask{transaction.nesting[lane] != 0} << lane; });
  if (nested == lanes) {
    for_each_lane(lanes, [&](unsigned lane) { --transaction.nesting[lane]; });
    warp.stack.advance(pc + 4);
    return scheduler_.schedule(w, now);
  }
  if (nested != 0) {  // lanes outermost only here wait here; the others run first
    for_each_lane(nested, [&](unsigned lane) { --transaction.nesting[lane]; });
    warp.stack.diverge(nested, pc + 4, pc, launch_.program->reconvergence_pc(pc));
  }
  if (!warp.stack.wait()) return scheduler_.schedule(w, now);
  commit_attempt(w, now);
}

/// All lanes of the attempt wait, each at a tx.commit: commits them together.
void TransactionControl::commit_attempt(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  time_.account(w, now);
  if (launch_.observer != nullptr) launch_.observer->asks_to_commit(warp);
  warp.transaction.executed = now - std::min(now, warp.transaction.began);
  if (defer(w, WarpState::kCommit)) return;
  warp.transaction.undecided = warp.transaction.lanes;
  warp.state = WarpState::kCommit;
  const LaneMask undecided = global_lanes(warp.transaction);
  for_each_lane(warp.transaction.lanes & ~undecided,
                [&](unsigned lane) { decide_lane(w, lane, Outcome::kCommitsLocally, 0, now); });
  if (undecided == 0) return finish_commit(w, now);
  events_.during([&] { sides_.deciding()->commit(WarpId(w), undecided, now); });
}

/// Lanes of the attempt that the system of global memory has to decide. The other lanes have accessed only
/// local memory, which they hold until they commit.
LaneMask TransactionControl::global_lanes(const Transaction& transaction) const {
  if (sides_.following() == nullptr) return transaction.lanes;
  LaneMask lanes = 0;
  const auto add = [&](const tm::WarpLog& log) {
    for (unsigned row = 0; row < log.size(); ++row) lanes |= log[row].valid;
  };
  add(transaction.logs.reads);
  add(transaction.logs.writes);
  return lanes & transaction.lanes;
}

/// Local memory may find a conflict until the last access is complete. The system of global memory is asked
/// only then, so that it never has to take back what it has begun.
bool TransactionControl::defer(unsigned w, WarpState state) {
  Warp& warp = warps_[w];
  warp.transaction.deferred = sides_.following() != nullptr && warp.accesses_in_flight != 0;
  if (warp.transaction.deferred) warp.state = state;
  return warp.transaction.deferred;
}

void TransactionControl::take(const tm::Decided& event, Cycle now) {
  if (warps_[event.warp].state == WarpState::kValidate) return take_validation(event, now);
  std::uint64_t position = event.first_position;
  for_each_lane(event.lanes, [&](unsigned lane) {
    const bool commits = ((event.passed >> lane) & 1) != 0;
    decide_lane(event.warp, lane, commits ? Outcome::kCommits : Outcome::kAborts, commits ? position++ : 0,
                now);
  });
  if (event.continues && warps_[event.warp].transaction.undecided == 0) finish_commit(event.warp, now);
}

void TransactionControl::take_validation(const tm::Decided& event, Cycle now) {
  Transaction& transaction = warps_[event.warp].transaction;
  time_.account(event.warp, now);
  transaction.undecided &= ~event.lanes;
  transaction.failed |= event.lanes & ~event.passed;
  if (transaction.undecided == 0) finish_validation(event.warp, now);
}

void TransactionControl::take(const tm::Validated& event, Cycle now) {
  warps_[event.warp].transaction.undecided = 0;
  warps_[event.warp].transaction.failed = event.failed;
  finish_validation(event.warp, now);
}

void TransactionControl::take(const tm::CommittedSilently& event, Cycle now) {
  decide_lane(event.warp, event.lane, Outcome::kCommitsSilently, event.position, now);
  if (warps_[event.warp].transaction.undecided == 0) finish_commit(event.warp, now);
}

/// Records one lane's outcome.
void TransactionControl::decide_lane(unsigned w, unsigned lane, Outcome outcome, std::uint64_t order,
                                     Cycle now) {
  const bool passed = outcome != Outcome::kAborts;
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  tm::TransactionCounters& counters = this->counters();
  time_.account(w, now);
  const LaneMask bit = LaneMask{1} << lane;
  transaction.undecided &= ~bit;
  if (!passed) transaction.failed |= bit;
  const unsigned asked = !passed && (transaction.asked & bit) != 0 ? 1 : 0;
  transaction.outcomes += 1 - asked;
  lane_reads_.clear();
  lane_writes_.clear();
  transaction.logs.reads.gather(lane, lane_reads_);
  transaction.logs.writes.gather(lane, lane_writes_);
  transaction.local_logs.reads.gather(lane, lane_reads_);
  transaction.local_logs.writes.gather(lane, lane_writes_);
  if (passed) {
    ++counters.commits;
    ++launch_.grids[core_][warp.grid].commits;
    ++transaction.commits;
    counters.read_words += lane_reads_.size();
    counters.write_words += lane_writes_.size();
  } else {
    ++counters.aborts;
    ++launch_.grids[core_][warp.grid].aborts;
    counters.asked_aborts += asked;
  }
  time_.attempt(warp, passed);
  if (launch_.observer != nullptr) launch_.observer->attempt_ends(warp, lane, passed);
  if (launch_.profiler != nullptr) launch_.profiler->outcome(warp, lane, passed, lane_writes_, now);
  if (launch_.history != nullptr) {
    launch_.history->attempt({.thread = warp.csrs.first_thread + lane,
                              .number = transaction.attempts[lane],
                              .committed = passed,
                              .silent = outcome == Outcome::kCommitsSilently,
                              .local = outcome == Outcome::kCommitsLocally,
                              .order = order,
                              .snapshot = transaction.snapshots[lane],
                              .begun = transaction.begun,
                              .stores_seen = transaction.stores_seen,
                              .reads = lane_reads_,
                              .writes = lane_writes_});
  }
  ++transaction.attempts[lane];
}

/// Every lane of the attempt has its outcome. It takes effect in local memory first.
void TransactionControl::finish_commit(unsigned w, Cycle now) {
  Transaction& transaction = warps_[w].transaction;
  transaction.failures += transaction.failed != 0 ? 1 : 0;
  if (sides_.following() == nullptr) return take_effect(w, now);
  events_.during([&] {
    sides_.following()->follow(WarpId(w), transaction.lanes & ~transaction.failed, transaction.failed, now);
  });
}

/// Failed lanes return to their state at tx.begin and into R.
void TransactionControl::take_effect(unsigned w, Cycle now) {
  Transaction& transaction = warps_[w].transaction;
  settle(w, transaction.lanes & ~transaction.failed, transaction.failed, now);
  roll_back(w, transaction.failed);
  end_attempt(w, now);
}

void TransactionControl::settle(unsigned w, LaneMask committed, LaneMask aborted, Cycle now) {
  events_.during([&] {
    if (sides_.global != nullptr) sides_.global->settle(WarpId(w), committed, aborted, now);
    if (sides_.local != nullptr) sides_.local->settle(WarpId(w), committed, aborted, now);
  });
}

/// Undoes what the attempt did to the lanes' registers and private memory, and moves them into R.
void TransactionControl::roll_back(unsigned w, LaneMask lanes) {
  if (lanes == 0) return;
  Warp& warp = warps_[w];
  for (auto undo = warp.transaction.undo.rbegin(); undo != warp.transaction.undo.rend(); ++undo) {
    if ((lanes >> undo->lane) & 1) memory_.word(undo->physical) = undo->before;
  }
  warp.registers.copy_lanes(warp.transaction.snapshot, lanes);
  warp.stack.abort_lanes(lanes);
}

/// Starts the next attempt with R's lanes, or leaves the transaction when R is empty.
void TransactionControl::end_attempt(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask retry = warp.stack.retry().mask;
  if (controlled()) {
    const Transaction& t = warp.transaction;
    launch_.contention->ended({core_, w},
                              {.lanes = t.outcomes,
                               .commits = t.commits,
                               .executed = executed_by_a_lane(t, now),
                               .took = executed(t, now)},
                              now);
  }
  if (LimitControl* const adaptive = limit_control()) adaptive->ended(warp.transaction.commits, now);
  const LaneMask next = retry == 0 ? 0 : lanes_of_next(w, retry);
  time_.account(w, now);
  if (launch_.timeline != nullptr) launch_.timeline->attempt_ended(warp);
  const bool left = warp.stack.end_attempt(next);
  leave_slot(w, retry, now);
  if (!left) return start_attempt(w, now);
  scheduler_.resume(w, now);
}

/// Time of the attempt from its begin to its commit, or to its end if earlier.
Cycle TransactionControl::executed(const Transaction& transaction, Cycle now) {
  return transaction.executed != 0 ? transaction.executed : now - std::min(now, transaction.began);
}

/// As above, per lane: diverged lanes have run one after the other.
Cycle TransactionControl::executed_by_a_lane(const Transaction& transaction, Cycle now) const {
  const Cycle all = executed(transaction, now);
  const std::uint64_t most = transaction.instructions * std::max(1U, transaction.outcomes);
  return most == 0 ? all : all * transaction.lane_instructions / most;
}

LaneMask TransactionControl::lanes_of_next(unsigned w, LaneMask waiting) const {
  const LaneMask lanes = sides_.deciding()->next_attempt(waiting);
  const Transaction& transaction = warps_[w].transaction;
  if (transaction.alone || (config_.serialize_after != 0 && transaction.failures >= config_.serialize_after))
    return lanes & (~lanes + 1);  // the lowest
  return controlled() ? launch_.contention->lanes({core_, w}, lanes) : lanes;
}

void TransactionControl::watchdog(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  if (!sides_.deciding()->can_be_doomed()) {
    if (transaction.leaving != 0) return conflict(w, transaction.leaving, now);
    if (transaction.bad_lanes != 0) {
      if (!share_log(warp) || !can_be_left()) fail_attempt(warp, transaction.bad_lanes);
      transaction.alone = true;
      return conflict(w, transaction.lanes, now);
    }
    restart_watchdog(transaction, now);
    return scheduler_.schedule(w, now);
  }
  time_.account(w, now);
  if (!defer(w, WarpState::kValidate)) validate_attempt(w, now);
}

void TransactionControl::validate_attempt(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  transaction.undecided = warp.stack.transaction().mask;
  transaction.failed = 0;
  warp.state = WarpState::kValidate;
  counters().watchdog_validations += lane_count(transaction.undecided);
  events_.during([&] { sides_.deciding()->validate(WarpId(w), transaction.undecided, now); });
}

void TransactionControl::finish_validation(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  counters().watchdog_aborts += lane_count(transaction.failed);
  transaction.leaving &= ~transaction.failed;
  transaction.asked = transaction.leaving;
  const LaneMask bad = transaction.bad_lanes & ~transaction.failed;
  // The stored error is that of the lowest lane. If it fails, the others get here again and find their own.
  const LaneMask lowest = transaction.bad_lanes & (~transaction.bad_lanes + 1);
  const bool share = bad != 0 && share_log(warp);
  if (bad == 0 || (!share && (bad & lowest) == 0))
    return abort_lanes(w, transaction.failed | transaction.leaving, now);
  if (!share) {
    warp.state = WarpState::kRunning;
    fail_attempt(warp, bad);
  }
  transaction.alone = true;
  abort_lanes(w, transaction.lanes, now);
}

/// Ends the run: lanes of an attempt that is not doomed did something illegal. Throws RunError.
void TransactionControl::fail_attempt(const Warp& warp, LaneMask lanes) const {
  if (launch_.observer != nullptr) launch_.observer->refused(warp, lanes, warp.transaction.bad_access);
  fail(warp, *launch_.program, warp.transaction.bad_access, lanes);
}

/// Whether the full log has rows of several lanes. Some of them may be doomed, and the rows of each lane
/// alone may fit.
bool TransactionControl::share_log(const Warp& warp) const {
  const Transaction& transaction = warp.transaction;
  const bool several = lane_count(transaction.lanes | warp.stack.retry().mask) > 1;
  return transaction.log_full && several && !transaction.alone;
}

/// The attempt continues. It must execute one instruction before the next validation, then two, four ..., so
/// that it ends even if the time between two of its instructions is longer than the watchdog's.
void TransactionControl::restart_watchdog(Transaction& transaction, Cycle now) {
  transaction.attempt_start = now;
  transaction.issued = 0;
  transaction.issues_due = std::min(2 * transaction.issues_due, kMostIssuesDue);
}

void TransactionControl::retry(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  warp.transaction.asked = warp.stack.top().mask;
  conflict(w, warp.transaction.asked, now);
}

void TransactionControl::leave(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  warp.transaction.asked = warp.transaction.leaving = warp.stack.top().mask;
  watchdog(w, now);
}

void TransactionControl::conflict(unsigned w, LaneMask lanes, Cycle now) {
  Warp& warp = warps_[w];
  time_.account(w, now);
  const bool decides = warp.state == WarpState::kCommit || warp.state == WarpState::kValidate;
  if (sides_.following() != nullptr && decides && !warp.transaction.deferred)
    fail(warp, *launch_.program, "a conflict in local memory while global memory decides", lanes);
  warp.transaction.conflicts |= lanes;
  warp.transaction.deferred = false;
  if (warp.state == WarpState::kRunning) scheduler_.withdraw(w);
  warp.state = WarpState::kAbort;
  if (warp.accesses_in_flight == 0) drained(w, now);
}

void TransactionControl::drained(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  if (warp.state == WarpState::kAbort) {
    abort_lanes(w, std::exchange(warp.transaction.conflicts, 0), now);
  } else if (warp.state == WarpState::kCommit || warp.state == WarpState::kValidate) {
    if (!std::exchange(warp.transaction.deferred, false))
      return events_.during([&] { sides_.deciding()->drained(WarpId(w), now); });
    time_.account(w, now);
    warp.state == WarpState::kCommit ? commit_attempt(w, now) : validate_attempt(w, now);
  }
}

/// Aborts lanes of an attempt that has not reached its commit; the others continue.
void TransactionControl::abort_lanes(unsigned w, LaneMask lanes, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  transaction.failures += lanes != 0 ? 1 : 0;
  for_each_lane(lanes, [&](unsigned lane) { decide_lane(w, lane, Outcome::kAborts, 0, now); });
  if (lanes != 0) settle(w, 0, lanes, now);
  roll_back(w, lanes);
  if (transaction.leaving != 0) {
    warp.stack.leave_aborted(transaction.leaving);
    note_started(warp, transaction.started_register, transaction.leaving, 0);
  }
  time_.account(w, now);
  transaction.lanes &= ~lanes;
  transaction.failed = transaction.bad_lanes = transaction.asked = transaction.leaving = 0;
  transaction.log_full = false;
  restart_watchdog(transaction, now);
  warp.pending = 0;
  if (transaction.lanes == 0) return end_attempt(w, now);
  if (warp.stack.all_wait()) return commit_attempt(w, now);  // instead of the lanes that have left
  scheduler_.resume(w, now);
}

}  // namespace gputm::core
