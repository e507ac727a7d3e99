// Transactions of a core's warps: begin, attempts, commit and abort on the SIMT stack (MICRO paper,
// sections 4.1 and 4.6), for every TM system; and the accounting of threads' time, which follows the same
// transitions.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/core.h"

namespace gputm::core {

using tm::SystemKind;

/// tx.begin. Outermost: the warp needs a concurrency slot, then R and T are pushed. Nested: flattened.
void Core::tx_begin(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask lanes = warp.stack.top().mask;
  const Address pc = warp.stack.top().pc;
  if (environment_.system.kind == SystemKind::kLock) {
    fail(w, "tx.begin, but the lock system has no transactions");
  }
  if (warp.stack.in_transaction()) {
    for_each_lane(lanes, [&](unsigned lane) { ++warp.transaction.nesting[lane]; });
    warp.stack.advance(pc + 4);
    return schedule(w, now);
  }
  account(w, now);
  if (!take_concurrency_slot()) {
    warp.state = WarpState::kBegin;
    begin_waiting_.push(w);
    return;
  }
  enter_transaction(w, now);
}

bool Core::take_concurrency_slot() {
  const unsigned limit =
      environment_.system.kind == SystemKind::kKilo ? environment_.config.kilo.warp_limit : 0;
  if (limit != 0 && warps_in_transactions_ >= limit) return false;
  ++warps_in_transactions_;
  return true;
}

void Core::enter_transaction(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask lanes = warp.stack.top().mask;
  const Address pc = warp.stack.top().pc;
  const bool one_at_a_time = environment_.system.kind == SystemKind::kSerial;
  const LaneMask first = one_at_a_time ? lanes & (~lanes + 1) : lanes;
  environment_.transactions.begins += static_cast<unsigned>(std::popcount(lanes));
  warp.transaction.inside = lanes;
  warp.transaction.snapshot.copy_lanes(warp.registers, lanes);
  warp.stack.begin_transaction(first, lanes & ~first, pc + 4);
  warp.earliest_issue =
      std::max(warp.earliest_issue, now + environment_.config.kilo.register_checkpoint_cycles);
  start_attempt(w, now);
}

/// The lanes of the T entry start an attempt; under the serial system once they have the global lock.
void Core::start_attempt(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  transaction.reads.clear();
  transaction.writes.clear();
  transaction.write_filter.clear();
  transaction.undo.clear();
  transaction.lanes = warp.stack.transaction().mask;
  transaction.undecided = transaction.failed = 0;
  transaction.bad_lanes = 0;
  transaction.attempt_start = now;
  transaction.attempt_cycles = 0;
  for_each_lane(transaction.lanes, [&](unsigned lane) { transaction.nesting[lane] = 0; });
  if (environment_.system.kind == SystemKind::kSerial) {
    warp.state = WarpState::kBegin;
    lock_waiting_ |= LaneMask{1} << w;
    environment_.system.global_lock->request(index_ * environment_.config.core.max_warps + w, now);
  } else {
    resume(w, now);
  }
}

void Core::hold_global_lock(unsigned w, Cycle now) {
  if (((lock_waiting_ >> w) & 1) == 0) return;
  lock_waiting_ &= ~(LaneMask{1} << w);
  account(w, now);
  warps_[w].transaction.attempt_start = now;
  resume(w, now);
}

void Core::tx_commit(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  const LaneMask lanes = warp.stack.top().mask;
  const Address pc = warp.stack.top().pc;
  if (!warp.stack.in_transaction()) fail(w, "tx.commit outside a transaction");
  LaneMask nested = 0;
  for_each_lane(lanes, [&](unsigned lane) { nested |= LaneMask{transaction.nesting[lane] != 0} << lane; });
  if (nested == lanes) {
    for_each_lane(lanes, [&](unsigned lane) { --transaction.nesting[lane]; });
    warp.stack.advance(pc + 4);
    return schedule(w, now);
  }
  if (nested != 0 || !warp.stack.transaction_on_top()) {
    fail(w, fmt::format("divergent tx.commit: lanes {:#x} of {:#x} are here", lanes, transaction.lanes));
  }
  account(w, now);
  transaction.commit_pc = pc;
  transaction.undecided = lanes;
  warp.state = WarpState::kCommit;
  if (environment_.system.kind == SystemKind::kKilo) {
    log_unit_.commit(w, lanes, false);
  } else if (warp.accesses_in_flight == 0) {
    commit_instantly(w, now);
  } else {
    draining_ |= LaneMask{1} << w;
  }
}

/// Ideal and serial systems: once its accesses are complete, the warp's lanes commit or abort at once, in
/// lane order.
void Core::commit_instantly(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  for_each_lane(warp.transaction.undecided, [&](unsigned lane) {
    bool passed = true;
    if (environment_.system.kind == SystemKind::kIdeal) {
      gather_logs(w, lane);
      passed = environment_.system.instant_commit->commit(lane_reads_, lane_writes_, environment_.memory);
    }
    decide_lane(w, lane, passed, passed ? environment_.next_order++ : 0, now);
  });
  if (environment_.system.kind == SystemKind::kSerial) environment_.system.global_lock->release(now);
  finish_commit(w, now);
}

void Core::gather_logs(unsigned w, unsigned lane) {
  lane_reads_.clear();
  lane_writes_.clear();
  warps_[w].transaction.reads.gather(lane, lane_reads_);
  warps_[w].transaction.writes.gather(lane, lane_writes_);
}

/// Books one lane's outcome.
void Core::decide_lane(unsigned w, unsigned lane, bool passed, std::uint64_t order, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  TransactionCounters& counters = environment_.transactions;
  account(w, now);
  const LaneMask bit = LaneMask{1} << lane;
  transaction.undecided &= ~bit;
  if (!passed) transaction.failed |= bit;
  gather_logs(w, lane);
  if (passed) {
    ++counters.commits;
    counters.read_words += lane_reads_.size();
    counters.write_words += lane_writes_.size();
  } else {
    ++counters.aborts;
  }
  thread_times_.add(passed ? ThreadTime::kTU : ThreadTime::kTA, 1, transaction.attempt_cycles);
  if (environment_.history != nullptr) {
    environment_.history->attempt({.thread = warp.csrs.first_thread + lane,
                                   .number = transaction.attempts[lane],
                                   .committed = passed,
                                   .order = order,
                                   .reads = lane_reads_,
                                   .writes = lane_writes_});
  }
  ++transaction.attempts[lane];
}

/// KILO TM: outcomes of lanes, as the log unit learned them.
void Core::take_decisions(Cycle now) {
  std::swap(decisions_, log_unit_.decisions());
  for (const TransactionLogUnit::Decision& decision : decisions_) {
    const unsigned w = decision.warp;
    Transaction& transaction = warps_[w].transaction;
    const auto lane = static_cast<unsigned>(std::countr_zero(decision.lane));
    if (warps_[w].state == WarpState::kValidate) {
      account(w, now);
      transaction.undecided &= ~decision.lane;
      if (decision.passed == 0) transaction.failed |= decision.lane;
      if (transaction.undecided == 0) finish_validation(w, now);
    } else {
      decide_lane(w, lane, decision.passed != 0, decision.order, now);
      if (transaction.undecided == 0) finish_commit(w, now);
    }
  }
  decisions_.clear();
}

/// Every lane of the attempt has its outcome: failed lanes go back to the state at tx.begin and into R.
void Core::finish_commit(unsigned w, Cycle now) {
  roll_back(w, warps_[w].transaction.failed);
  end_attempt(w, now);
}

/// Undoes what the attempt did to the lanes' registers and private memory, and moves them into R.
void Core::roll_back(unsigned w, LaneMask lanes) {
  if (lanes == 0) return;
  Warp& warp = warps_[w];
  for (auto undo = warp.transaction.undo.rbegin(); undo != warp.transaction.undo.rend(); ++undo) {
    if ((lanes >> undo->lane) & 1) environment_.memory.word(undo->physical) = undo->before;
  }
  warp.registers.copy_lanes(warp.transaction.snapshot, lanes);
  warp.stack.abort_lanes(lanes);
}

/// Starts the next attempt with R's lanes, or leaves the transaction when there are none.
void Core::end_attempt(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask again = warp.stack.retry().mask;
  const LaneMask next = environment_.system.kind == SystemKind::kSerial ? again & (~again + 1) : again;
  account(w, now);
  if (!warp.stack.end_attempt(next, warp.transaction.commit_pc + 4)) return start_attempt(w, now);
  --warps_in_transactions_;
  if (!begin_waiting_.empty() && take_concurrency_slot()) {
    const unsigned waiting = begin_waiting_.front();
    begin_waiting_.pop();
    account(waiting, now);
    enter_transaction(waiting, now);
  }
  resume(w, now);
}

/// An attempt has run for very long, or did what only a doomed one should do: its read logs are validated
/// now. Lanes that fail abort; the others go on (MICRO paper, section 4.2: this bounds the life of doomed
/// transactions).
void Core::watchdog(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  if (environment_.system.kind == SystemKind::kSerial) {
    // Nothing runs beside it, so it cannot be doomed.
    if (transaction.bad_lanes != 0) fail(w, transaction.bad_access);
    transaction.attempt_start = now;
    return schedule(w, now);
  }
  account(w, now);
  transaction.undecided = warp.stack.transaction().mask;
  transaction.failed = 0;
  warp.state = WarpState::kValidate;
  environment_.transactions.watchdog_validations +=
      static_cast<unsigned>(std::popcount(transaction.undecided));
  if (environment_.system.kind == SystemKind::kKilo) {
    log_unit_.commit(w, transaction.undecided, true);
    return;
  }
  if (warp.accesses_in_flight == 0) {
    validate_instantly(w, now);
  } else {
    draining_ |= LaneMask{1} << w;
  }
}

void Core::validate_instantly(unsigned w, Cycle now) {
  Transaction& transaction = warps_[w].transaction;
  for_each_lane(transaction.undecided, [&](unsigned lane) {
    gather_logs(w, lane);
    if (!environment_.system.instant_commit->commit(lane_reads_, {}, environment_.memory)) {
      transaction.failed |= LaneMask{1} << lane;
    }
  });
  transaction.undecided = 0;
  finish_validation(w, now);
}

void Core::finish_validation(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  Transaction& transaction = warp.transaction;
  if ((transaction.bad_lanes & ~transaction.failed) != 0) {
    warp.state = WarpState::kRunning;
    fail(w, transaction.bad_access);
  }
  const LaneMask failed = transaction.failed;
  environment_.transactions.watchdog_aborts += static_cast<unsigned>(std::popcount(failed));
  for_each_lane(failed, [&](unsigned lane) { decide_lane(w, lane, false, 0, now); });
  roll_back(w, failed);
  account(w, now);
  transaction.lanes &= ~failed;
  transaction.failed = transaction.bad_lanes = 0;
  transaction.attempt_start = now;
  warp.pending = 0;
  if (transaction.lanes == 0) return end_attempt(w, now);
  resume(w, now);
}

/// Attributes the warp's time since the last call. Called before every change of what its threads do.
void Core::account(unsigned w, Cycle now) {
  const Warp& warp = warps_[w];
  const Cycle duration = now - accounted_until_[w];
  accounted_until_[w] = now;
  if (duration == 0 || warp.stack.empty()) return;
  const auto add = [&](ThreadTime what, LaneMask lanes) {
    thread_times_.add(what, static_cast<unsigned>(std::popcount(lanes)), duration);
  };
  const LaneMask alive = warp.stack.entries().front().mask;
  if (warp.state == WarpState::kBarrier) return add(ThreadTime::kBA, alive);
  if (!warp.stack.in_transaction()) {
    // A lane may end while its atomic is under way.
    const LaneMask waiting =
        warp.state == WarpState::kBegin ? warp.stack.top().mask : warp.atomic_lanes & alive;
    add(warp.state == WarpState::kBegin ? ThreadTime::kTC : ThreadTime::kAT, waiting);
    return add(ThreadTime::kNL, alive & ~waiting);
  }
  const LaneMask attempt = warp.transaction.lanes;
  const LaneMask retry = warp.stack.retry().mask;
  const LaneMask inside = warp.transaction.inside;
  const LaneMask passed_before = inside & ~attempt & ~retry;
  switch (warp.state) {
    case WarpState::kCommit:
    case WarpState::kValidate: {
      const LaneMask passed = attempt & ~warp.transaction.undecided & ~warp.transaction.failed;
      add(ThreadTime::kTO, attempt & ~passed);
      add(ThreadTime::kTW, passed | passed_before);
      break;
    }
    case WarpState::kBegin:
      add(ThreadTime::kTC, attempt);
      add(ThreadTime::kTW, passed_before);
      break;
    default:
      warps_[w].transaction.attempt_cycles += duration;  // TU or TA once the outcome is known
      add(ThreadTime::kTW, passed_before);
  }
  add(ThreadTime::kTC, retry & ~attempt);
  add(ThreadTime::kNL, alive & ~inside);
}

void Core::settle_time(Cycle now) {
  const Cycle launch = now - launched_at_;
  const Cycle busy = core_time_.exec + core_time_.stall;
  const std::uint64_t classified =
      std::accumulate(thread_times_.cycles.begin(), thread_times_.cycles.end(), std::uint64_t{0});
  if (resident_ != 0 || resident_cycles_ > launch || busy > resident_cycles_ ||
      classified != thread_times_.resident) {
    throw RunError(fmt::format(
        "internal error: core {}'s time does not add up: {} of {} cycles resident, {} of them busy, {} of {} "
        "thread-cycles classified",
        index_, resident_cycles_, launch, busy, classified, thread_times_.resident));
  }
  core_time_.idle = launch - resident_cycles_;
  core_time_.scrb = resident_cycles_ - busy;
}

}  // namespace gputm::core
