#include "stream_runner.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <queue>

#include "tm/snapshot_history.h"

namespace gputm::tb::streams {
namespace {

using Kind = tm::SnapshotOp::Kind;
using Result = tm::SnapshotAnswer::Result;

constexpr Cycle kAskAgain = 64;    // cycles to the retry of a refused snapshot
constexpr unsigned kBackoff = 16;  // longest pause after a first abort; doubles with each abort
constexpr unsigned kBackoffDoublings = 6;
constexpr unsigned kMostRunning = 960;  // maximum number of running threads (ISCA 2017, table 2)

/// Committed transaction, stored until its place in the serial order is known
struct StoredAttempt {
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  std::vector<tm::LogEntry> reads, writes;
};

class Runner {
 public:
  Runner(Stream& stream, tm::SnapshotUnit& unit, const StreamOptions& options)
      : stream_(stream), unit_(unit), options_(options), rng_(options.seed), threads_(options.sizes.threads) {
    memory_ = stream_.setup(rng_);
    replayed_ = memory_;
    while (started_ < std::min(options.sizes.threads, kMostRunning)) wake(started_++);
  }

  StreamResult run() {
    const std::uint64_t transactions = std::uint64_t{options_.sizes.threads} * options_.sizes.transactions;
    while (result_.commits < transactions) {
      submit();
      unit_.tick();
      ++now_;
      if (const auto answer = unit_.answer()) {
        take(*answer);
        unit_.pop_answer();
      }
      result_.most_running = std::max<std::size_t>(result_.most_running, unit_.occupancy().running);
      if (now_ - last_progress_ <= options_.stuck_cycles) continue;
      throw Error("stuck at cycle " + std::to_string(now_) + " after " + std::to_string(result_.commits) +
                  " commits");
    }
    result_.cycles = now_;
    result_.dependencies = unit_.dependencies();
    finish_history();
    result_.check = stream_.check(memory_);
    return result_;
  }

 private:
  struct Thread {
    unsigned index = 0;   ///< index among its transactions
    unsigned aborts = 0;  ///< aborts of this transaction
    std::optional<StreamView> view;
    std::size_t position = 0;  ///< index in the view's accesses
    std::size_t furthest = 0;  ///< furthest position of any attempt: repeating it is no progress
    std::uint16_t id = 0;
    tm::SnapshotHistory::Serial serial = 0;
    bool refused = false;
  };
  struct Wake {
    Cycle cycle = 0;
    std::uint64_t number = 0;  ///< FIFO order
    unsigned thread = 0;
    friend bool operator>(const Wake& a, const Wake& b) {
      return std::pair(a.cycle, a.number) > std::pair(b.cycle, b.number);
    }
  };
  struct Pending {
    unsigned thread = 0;
    StreamView::Access access;
  };

  void wake(unsigned thread, Cycle pause = 0) { wakes_.push({now_ + pause, wakes_made_++, thread}); }

  bool one_is_due() const { return !wakes_.empty() && wakes_.top().cycle <= now_; }

  /// Next thread to begin a transaction; threads queue until the unit has IDs for them.
  std::optional<unsigned> next_thread() {
    for (; one_is_due() && !threads_[wakes_.top().thread].view; wakes_.pop())
      starts_.push_back(wakes_.top().thread);
    std::optional<unsigned> thread;
    if (!starts_.empty() && unit_.startable() != 0) {
      thread = starts_.front();
      starts_.pop_front();
    } else if (one_is_due()) {
      thread = wakes_.top().thread;
      wakes_.pop();
    }
    return thread;
  }

  void submit() {
    if (!unit_.can_submit()) return;
    const std::optional<unsigned> next = next_thread();
    if (!next) return;
    const unsigned number = *next;
    Thread& t = threads_[number];
    tm::SnapshotOp op{.transaction = t.id};
    StreamView::Access access;
    if (!t.view) {
      op.kind = Kind::kSnapshot;
    } else if (t.refused) {
      op.kind = Kind::kAbort;
    } else if (t.position == t.view->accesses().size()) {
      op.kind = Kind::kCommit;
    } else {
      access = t.view->accesses()[t.position++];
      if (t.position > t.furthest) {
        t.furthest = t.position;
        last_progress_ = now_;
      }
      op.kind = access.write ? Kind::kWrite : Kind::kRead;
      op.block = block_of(access.address);
    }
    unit_.submit(op);
    pending_.push_back({number, access});
  }

  void take(const tm::SnapshotAnswer& answer) {
    const Pending pending = pending_.front();
    pending_.pop_front();
    Thread& t = threads_[pending.thread];
    switch (answer.kind) {
      case Kind::kSnapshot:
        if (answer.result == Result::kWait) return wake(pending.thread, kAskAgain + rng_.below(kAskAgain));
        t.id = answer.transaction;
        t.view.emplace(memory_);
        t.position = 0;
        t.refused = answer.result != Result::kDone;
        if (!t.refused) {
          t.serial = history_.begin();
          stream_.run(*t.view, pending.thread, t.index);
        }
        return wake(pending.thread);
      case Kind::kRead:
      case Kind::kWrite:
        if (pending.access.write) {
          history_.write(t.serial, block_of(pending.access.address));
        } else {
          history_.read(t.serial, block_of(pending.access.address));
        }
        if (answer.result != Result::kDone) refuse(t, answer.result);
        return wake(pending.thread);
      case Kind::kCommit:
        if (answer.result == Result::kDone) return committed(pending.thread);
        refuse(t, answer.result);
        return aborted(pending.thread);
      case Kind::kAbort:
        return aborted(pending.thread);
      case Kind::kPublish:
        return;  // snapshots are of the present: there is nothing to publish
    }
  }

  void refuse(Thread& t, Result result) {
    t.refused = true;
    if (result == Result::kSuspected || result == Result::kCycle) {
      ++(history_.on_cycle(t.serial) ? result_.true_loops : result_.false_verdicts);
    }
    history_.abort(t.serial);
  }

  void committed(unsigned number) {
    Thread& t = threads_[number];
    history_.commit(t.serial);
    const auto reads = t.view->reads(), writes = t.view->writes();
    unsettled_[t.serial] = {number, t.index, {reads.begin(), reads.end()}, {writes.begin(), writes.end()}};
    for (const tm::LogEntry& write : t.view->writes()) memory_[write.address] = write.value;
    ++result_.commits;
    t.view.reset();
    ++t.index;
    t.furthest = 0;
    last_progress_ = now_;
    t.aborts = 0;
    if (t.index < options_.sizes.transactions) {
      wake(number);
    } else if (started_ < options_.sizes.threads) {
      wake(started_++);
    }
  }

  void aborted(unsigned number) {
    Thread& t = threads_[number];
    ++result_.aborts;
    t.view.reset();
    const unsigned doublings = std::min(t.aborts++, kBackoffDoublings);
    wake(number, rng_.below(kBackoff << doublings));
  }

  /// Next transaction in the serial order: its reads must match the state left by those before it.
  void settled(tm::SnapshotHistory::Serial serial) {
    const auto found = unsettled_.find(serial);
    const StoredAttempt& attempt = found->second;
    for (const tm::LogEntry& read : attempt.reads) {
      if (replayed_[read.address] == read.value || violation_) continue;
      violation_ = "thread " + std::to_string(attempt.thread) + " transaction " +
                   std::to_string(attempt.number) + " read a value that no serial order gives";
    }
    for (const tm::LogEntry& write : attempt.writes) replayed_[write.address] = write.value;
    unsettled_.erase(found);
  }

  /// Checks the dependencies first, then the values: in a serial order that the dependencies allow, the
  /// committed transactions read the values that they have read and leave the present memory.
  void finish_history() {
    history_.settle();
    if (history_.violation()) violation_ = history_.violation();
    for (const auto& [address, value] : replayed_) {
      if (memory_[address] != value && !violation_)
        violation_ = "the final memory is not that of the serial order";
    }
    result_.history = violation_.value_or("pass");
  }

  static std::uint32_t block_of(Address address) {
    return static_cast<std::uint32_t>(address / sizeof(Word));
  }

  Stream& stream_;
  tm::SnapshotUnit& unit_;
  const StreamOptions& options_;
  Rng rng_;
  StreamMemory memory_;
  std::vector<Thread> threads_;
  std::priority_queue<Wake, std::vector<Wake>, std::greater<>> wakes_;
  std::deque<unsigned> starts_;
  std::uint64_t wakes_made_ = 0;
  std::deque<Pending> pending_;
  tm::SnapshotHistory history_{[this](tm::SnapshotHistory::Serial serial) { settled(serial); }};
  std::unordered_map<tm::SnapshotHistory::Serial, StoredAttempt> unsettled_;
  StreamMemory replayed_;
  std::optional<std::string> violation_;
  StreamResult result_;
  Cycle now_ = 0;
  Cycle last_progress_ = 0;
  unsigned started_ = 0;  ///< threads started so far
};

}  // namespace

StreamResult run_stream(Stream& stream, tm::SnapshotUnit& unit, const StreamOptions& options) {
  return Runner(stream, unit, options).run();
}

}  // namespace gputm::tb::streams
