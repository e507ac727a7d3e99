#include "workloads/streams/stream_runner.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <queue>

#include "tm/history_writer.h"
#include "tm/snapshot_history.h"

namespace gputm::workloads {
namespace {

using Kind = tm::SnapshotOp::Kind;
using Result = tm::SnapshotAnswer::Result;

constexpr Cycle kAskAgain = 64;    // after a snapshot that could not be had
constexpr unsigned kBackoff = 16;  // longest pause after a first abort; doubles with each
constexpr unsigned kBackoffDoublings = 6;
constexpr Cycle kStuck = 20'000'000;  // without a commit
constexpr unsigned kMostRunning =
    960;                       // threads at a time (ISCA 2017, table 2); others come when one has ended
constexpr Cycle kSample = 64;  // between two looks at the occupancy

struct StoredAttempt {
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  bool committed = false;
  tm::SnapshotHistory::Serial serial = 0;
  std::vector<tm::LogEntry> reads, writes;
};

class Runner {
 public:
  Runner(Stream& stream, tm::SnapshotUnit& unit, const StreamOptions& options)
      : stream_(stream), unit_(unit), options_(options), rng_(options.seed), threads_(options.sizes.threads) {
    initial_ = memory_ = stream_.setup(rng_);
    while (started_ < std::min(options.sizes.threads, kMostRunning)) wake(started_++, 0);
  }

  StreamResult run() {
    const std::uint64_t transactions = std::uint64_t{options_.sizes.threads} * options_.sizes.transactions;
    Cycle last_commit = 0;
    while (result_.commits < transactions) {
      submit();
      unit_.tick();
      ++now_;
      if (const auto answer = unit_.answer()) {
        if (answer->kind == Kind::kCommit && answer->result == Result::kDone) last_commit = now_;
        take(*answer);
        unit_.pop_answer();
      }
      if (now_ % kSample == 0) sample();
      if (now_ - last_commit > kStuck)
        throw Error("no transaction has committed for " + std::to_string(kStuck) + " cycles");
    }
    result_.cycles = now_;
    result_.dependencies = unit_.dependencies();
    result_.check = stream_.check(memory_);
    if (options_.check_history) result_.history = check_history();
    if (options_.history != nullptr) write_history(*options_.history);
    return result_;
  }

 private:
  struct Thread {
    unsigned index = 0;  ///< of its transactions
    std::uint32_t attempts = 0;
    unsigned aborts = 0;  ///< of this transaction
    std::optional<StreamView> view;
    std::size_t position = 0;  ///< in the view's accesses
    std::uint16_t id = 0;
    tm::SnapshotHistory::Serial serial = 0;
    bool refused = false;
  };
  struct Wake {
    Cycle cycle = 0;
    std::uint64_t number = 0;  ///< first come, first served
    unsigned thread = 0;
    friend bool operator>(const Wake& a, const Wake& b) {
      return std::pair(a.cycle, a.number) > std::pair(b.cycle, b.number);
    }
  };
  struct Pending {
    unsigned thread = 0;
    StreamView::Access access;
  };

  void wake(unsigned thread, Cycle pause) { wakes_.push({now_ + pause, wakes_made_++, thread}); }

  void submit() {
    if (!unit_.can_submit() || wakes_.empty() || wakes_.top().cycle > now_) return;
    const unsigned number = wakes_.top().thread;
    wakes_.pop();
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
      op.kind = access.write ? Kind::kWrite : Kind::kRead;
      op.block = block_of(access.address);
    }
    unit_.submit(op);
    pending_.push_back({number, access});
    ++result_.operations;
  }

  void take(const tm::SnapshotAnswer& answer) {
    const Pending pending = pending_.front();
    pending_.pop_front();
    Thread& t = threads_[pending.thread];
    ++result_.answers[static_cast<std::size_t>(answer.result)];
    switch (answer.kind) {
      case Kind::kSnapshot:
        if (answer.result == Result::kWait) return wake(pending.thread, kAskAgain + rng_.below(kAskAgain));
        ++result_.begins;
        t.id = answer.transaction;
        t.view.emplace(memory_);
        t.position = 0;
        t.serial = history_.begin();
        t.refused = answer.result != Result::kDone;
        if (!t.refused) stream_.run(*t.view, pending.thread, t.index);
        return wake(pending.thread, options_.gap);
      case Kind::kRead:
      case Kind::kWrite:
        if (pending.access.write) {
          history_.write(t.serial, block_of(pending.access.address));
        } else {
          history_.read(t.serial, block_of(pending.access.address));
        }
        if (answer.result == Result::kDone) return wake(pending.thread, options_.gap);
        refuse(t, answer.result);
        return wake(pending.thread, 0);
      case Kind::kCommit:
        if (answer.result == Result::kDone) return committed(pending.thread);
        history_.abort(t.serial);
        return aborted(pending.thread);
      case Kind::kAbort:
        return aborted(pending.thread);
    }
  }

  void refuse(Thread& t, Result result) {
    if (result == Result::kSuspected || result == Result::kCycle) {
      ++(history_.on_cycle(t.serial) ? result_.true_loops : result_.false_verdicts);
    }
    t.refused = true;
    history_.abort(t.serial);
  }

  void committed(unsigned number) {
    Thread& t = threads_[number];
    history_.commit(t.serial);
    for (const tm::LogEntry& write : t.view->writes()) memory_[write.address] = write.value;
    result_.reads += t.view->reads().size();
    result_.writes += t.view->writes().size();
    ++result_.commits;
    store(number, true);
    ++t.index;
    t.aborts = 0;
    if (t.index < options_.sizes.transactions) {
      wake(number, options_.gap);
    } else if (started_ < options_.sizes.threads) {
      wake(started_++, options_.gap);
    }
    if (options_.progress) options_.progress(now_, result_.commits);
  }

  void aborted(unsigned number) {
    Thread& t = threads_[number];
    ++result_.aborts;
    store(number, false);
    const unsigned doublings = std::min(t.aborts++, kBackoffDoublings);
    wake(number, options_.gap + rng_.below(kBackoff << doublings));
  }

  void store(unsigned number, bool committed) {
    Thread& t = threads_[number];
    if (options_.history != nullptr || (committed && options_.check_history)) {
      StoredAttempt attempt{.thread = number,
                            .number = t.attempts,
                            .committed = committed,
                            .serial = t.serial,
                            .reads = {},
                            .writes = {}};
      attempt.reads.assign(t.view->reads().begin(), t.view->reads().end());
      attempt.writes.assign(t.view->writes().begin(), t.view->writes().end());
      attempts_.push_back(std::move(attempt));
    }
    ++t.attempts;
    t.view.reset();
  }

  void sample() {
    const tm::SnapshotOccupancy now = unit_.occupancy();
    tm::SnapshotOccupancy& most = result_.most;
    most.running = std::max(most.running, now.running);
    most.retained = std::max(most.retained, now.retained);
    most.writer_entries = std::max(most.writer_entries, now.writer_entries);
    most.reader_entries = std::max(most.reader_entries, now.reader_entries);
  }

  /// Dependencies first, then the values: run one after the other in an order that the dependencies allow,
  /// the committed transactions read what they have read and leave the memory that there is.
  std::string check_history() {
    if (const auto violation = history_.violation()) return *violation;
    const auto order = history_.serial_order();
    std::map<tm::SnapshotHistory::Serial, const StoredAttempt*> attempts;
    for (const StoredAttempt& attempt : attempts_) {
      if (attempt.committed) attempts[attempt.serial] = &attempt;
    }
    StreamMemory memory = initial_;
    for (const auto serial : order) {
      const StoredAttempt& attempt = *attempts.at(serial);
      for (const tm::LogEntry& read : attempt.reads) {
        if (memory[read.address] == read.value) continue;
        return "thread " + std::to_string(attempt.thread) + " attempt " + std::to_string(attempt.number) +
               " read a value that no serial order gives";
      }
      for (const tm::LogEntry& write : attempt.writes) memory[write.address] = write.value;
    }
    for (const auto& [address, value] : memory) {
      if (memory_[address] != value) return "the final memory is not that of the serial order";
    }
    return "pass";
  }

  void write_history(std::ostream& out) {
    std::map<tm::SnapshotHistory::Serial, std::uint64_t> orders;
    for (const auto serial : history_.serial_order()) orders.emplace(serial, orders.size());
    tm::HistoryWriter writer(out);
    std::map<Address, Word> touched;
    for (const StoredAttempt& attempt : attempts_) {
      const auto order = orders.find(attempt.serial);
      writer.attempt({.thread = attempt.thread,
                      .number = attempt.number,
                      .committed = attempt.committed,
                      .order = order == orders.end() ? 0 : order->second,
                      .reads = attempt.reads,
                      .writes = attempt.writes});
      for (const tm::LogEntry& read : attempt.reads) touched[read.address];
      for (const tm::LogEntry& write : attempt.writes) touched[write.address];
    }
    writer.begin_final();
    for (const auto& [address, unused] : touched) writer.final_word(address, memory_[address]);
    writer.end_final();
  }

  static std::uint32_t block_of(Address address) {
    return static_cast<std::uint32_t>(address / sizeof(Word));
  }

  Stream& stream_;
  tm::SnapshotUnit& unit_;
  const StreamOptions& options_;
  Rng rng_;
  StreamMemory initial_, memory_;
  std::vector<Thread> threads_;
  std::priority_queue<Wake, std::vector<Wake>, std::greater<>> wakes_;
  std::uint64_t wakes_made_ = 0;
  std::deque<Pending> pending_;
  tm::SnapshotHistory history_;
  std::vector<StoredAttempt> attempts_;
  StreamResult result_;
  Cycle now_ = 0;
  unsigned started_ = 0;  ///< threads
};

}  // namespace

StreamResult run_stream(Stream& stream, tm::SnapshotUnit& unit, const StreamOptions& options) {
  return Runner(stream, unit, options).run();
}

}  // namespace gputm::workloads
