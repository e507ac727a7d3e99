// Reads and writes per cycle through the RTL dependency unit at the paper's sizes, one JSON object a line:
// concurrent transactions, nine reads and one write in ten accesses, without dependencies. First until ids
// have to be reused, for several numbers of readers per block; then over many transactions, whose ids must
// first be reclaimed from the tables, also with shorter transactions, and with nearly as many threads as ids.
// Last, the number of refused operations; of 960 threads apart, as their writes exceed the writer table's
// room.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include "engines/snapshot/dependency_unit_rtl.h"

namespace gputm::tb {
namespace {

using Kind = tm::SnapshotOp::Kind;

/// How transactions share blocks: a cohort of them reads the same blocks in groups of `readers`, which are
/// neighbours, or as far from each other as the cohort allows, so that their ids share no leaf.
struct Sharing {
  unsigned readers = 3;   ///< readers per block
  unsigned cohort = 64;   ///< transactions
  bool spread = false;    ///< ids far apart; all accesses are reads, as so many writes would overflow
  unsigned threads = 64;  ///< threads with transactions, unless they wait for ids
};

class RateStream {
 public:
  RateStream(tm::SnapshotUnit& unit, unsigned accesses, const Sharing& sharing)
      : unit_(unit),
        length_(accesses),
        sharing_(sharing),
        transactions_(std::max(sharing.threads, sharing.spread ? sharing.cohort : 0u)) {}

  /// Reads and writes a cycle until `commits` more transactions have committed.
  double run(std::uint64_t commits) {
    const std::uint64_t last = commits_ + commits, accesses = accesses_, cycles = cycles_;
    while (commits_ < last) {
      if (unit_.can_submit()) submit();
      unit_.tick();
      ++cycles_;
      if (const auto answer = unit_.answer()) {
        take(*answer);
        unit_.pop_answer();
      }
    }
    return static_cast<double>(accesses_ - accesses) / static_cast<double>(cycles_ - cycles);
  }
  std::uint64_t refused() const { return refused_; }

 private:
  static constexpr std::uint32_t kWritten = 1u << 20;
  struct Transaction {
    bool waiting = false, running = false;
    unsigned done = 0;
    std::uint32_t serial = 0;  ///< number among all transactions
    std::uint16_t id = 0;
  };

  std::uint32_t group_of(std::uint32_t serial) const {
    if (!sharing_.spread) return serial / sharing_.readers;
    const std::uint32_t groups = sharing_.cohort / sharing_.readers;
    return serial / sharing_.cohort * groups + serial % groups;
  }

  void submit() {
    for (std::size_t i = 0; i < transactions_.size(); ++i) {
      Transaction& t = transactions_[next_];
      const std::size_t number = next_;
      next_ = (next_ + 1) % transactions_.size();
      if (t.waiting) continue;
      tm::SnapshotOp op{.transaction = t.id};
      if (!t.running) {
        if (unit_.startable() == 0) continue;
        op.kind = Kind::kSnapshot;
      } else if (t.done == length_) {
        op.kind = Kind::kCommit;
      } else {
        op.kind = t.done % 10 == 9 && !sharing_.spread ? Kind::kWrite : Kind::kRead;
        // Each block has its readers, or one writer.
        op.block = (op.kind == Kind::kRead ? group_of(t.serial) : kWritten + t.serial) * length_ + t.done;
        ++t.done;
      }
      t.waiting = true;
      unit_.submit(op);
      pending_.push_back(number);
      return;
    }
  }

  void take(const tm::SnapshotAnswer& answer) {
    Transaction& t = transactions_[pending_.front()];
    pending_.pop_front();
    t.waiting = false;
    if (answer.kind == Kind::kSnapshot) {
      t.running = answer.result == tm::SnapshotAnswer::Result::kDone;
      t.id = answer.transaction;
      t.done = 0;
      t.serial = begins_++;
      return;
    }
    refused_ += answer.result != tm::SnapshotAnswer::Result::kDone;
    if (answer.kind == Kind::kCommit) {
      t.running = false;
      ++commits_;
    } else {
      ++accesses_;
    }
  }

  tm::SnapshotUnit& unit_;
  unsigned length_;  ///< accesses of a transaction
  Sharing sharing_;
  std::vector<Transaction> transactions_;
  std::deque<std::size_t> pending_;
  std::size_t next_ = 0;
  std::uint32_t begins_ = 0;
  std::uint64_t commits_ = 0, accesses_ = 0, cycles_ = 0;
  std::uint64_t refused_ = 0;
};

/// Writes to blocks that already have readers: readers named per cycle, from the first write to the last
/// answer. The readers' ids share leaves, or each has its own as far as there are leaves.
class MeetingStream {
 public:
  MeetingStream(tm::SnapshotUnit& unit, unsigned readers, bool spread)
      : unit_(unit), readers_(readers), spread_(spread) {}

  double run() {
    std::vector<std::uint16_t> ids(kIds);
    for (std::uint16_t& id : ids) id = begin();
    for (unsigned block = 0; block < kBlocks; ++block) {
      for (unsigned i = 0; i < readers_; ++i) {
        // Another set of neighbours for each block, which its writer is not in.
        const unsigned first = block * readers_ % kIds;
        const unsigned reader = spread_ ? (block + i * (kIds / readers_)) % kIds : (first + i) % kIds;
        perform({.kind = Kind::kRead, .transaction = ids[reader], .block = block}, false);
      }
    }
    drain();
    const std::uint64_t start = cycles_;
    for (unsigned writer = 0; writer < kWriters; ++writer) {
      const auto id = begin();
      for (unsigned block = 0; block < kBlocks; ++block)
        perform({.kind = Kind::kWrite, .transaction = id, .block = block}, false);
      perform({.kind = Kind::kAbort, .transaction = id});
    }
    return static_cast<double>(kWriters * kBlocks * readers_) / static_cast<double>(cycles_ - start);
  }
  std::uint64_t refused() const { return refused_; }

 private:
  static constexpr unsigned kIds = 960, kBlocks = 960, kWriters = 2;

  std::uint16_t begin() {
    while (unit_.startable() == 0) cycle();
    return perform({.kind = Kind::kSnapshot}).transaction;
  }
  /// Waits for the answer, if requested.
  tm::SnapshotAnswer perform(const tm::SnapshotOp& op, bool wait = true) {
    while (!unit_.can_submit()) cycle();
    unit_.submit(op);
    ++asked_;
    cycle();
    if (wait) drain();
    return last_;
  }
  void drain() {
    while (asked_ != answered_) cycle();
  }
  void cycle() {
    unit_.tick();
    ++cycles_;
    if (const auto answer = unit_.answer()) {
      last_ = *answer;
      refused_ += answer->result != tm::SnapshotAnswer::Result::kDone;
      unit_.pop_answer();
      ++answered_;
    }
  }

  tm::SnapshotUnit& unit_;
  unsigned readers_;
  bool spread_;
  tm::SnapshotAnswer last_;
  std::uint64_t cycles_ = 0, asked_ = 0, answered_ = 0;
  std::uint64_t refused_ = 0;
};

constexpr unsigned kReaders[] = {1, 3, 4, 8, 64};

/// The rate for each number of readers, the lesser of both placements of their ids; and by placement, as
/// `key_shared` and `key_spread`. Returns the least of all.
template <typename Measure>
double print_by_readers(const std::string& key, Measure measure) {
  std::string least, shared, spread;
  double least_of_all = 1e9;
  for (const unsigned readers : kReaders) {
    const double near = measure(readers, false), far = measure(readers, true);
    const std::string name = (least.empty() ? "\"readers" : ", \"readers") + std::to_string(readers) + "\": ";
    least += name + std::to_string(std::min(near, far));
    shared += name + std::to_string(near);
    spread += name + std::to_string(far);
    least_of_all = std::min({least_of_all, near, far});
  }
  std::printf("{\"%s_shared\": {%s}}\n{\"%s_spread\": {%s}}\n", key.c_str(), shared.c_str(), key.c_str(),
              spread.c_str());
  std::printf("{\"%s\": {%s}}\n", key.c_str(), least.c_str());
  std::fflush(stdout);
  return least_of_all;
}

}  // namespace
}  // namespace gputm::tb

int main() {
  std::uint64_t refused = 0;
  using gputm::engines::snapshot::make_dependency_unit;
  gputm::tb::print_by_readers("dependency_ops_per_cycle", [&](unsigned readers, bool spread) {
    const auto unit = make_dependency_unit();
    gputm::tb::RateStream stream(*unit, 100,
                                 {.readers = readers, .cohort = 512 / readers * readers, .spread = spread});
    const double rate = stream.run(400);
    refused += stream.refused();
    return rate;
  });
  const double met =
      gputm::tb::print_by_readers("dependency_readers_met", [&](unsigned readers, bool spread) {
        const auto unit = make_dependency_unit();
        gputm::tb::MeetingStream stream(*unit, readers, spread);
        const double rate = stream.run();
        refused += stream.refused();
        return rate;
      });
  std::printf("{\"dependency_readers_met_per_cycle\": %.4f}\n", met);
  const auto print_sustained = [&](const char* key, unsigned accesses, unsigned threads) {
    const auto unit = make_dependency_unit();
    gputm::tb::RateStream stream(*unit, accesses, {.threads = threads});
    stream.run(2000);
    const double sustained = stream.run(8000);
    std::printf("{\"dependency_ops_per_cycle_%s\": %.4f}\n", key, sustained);
    std::fflush(stdout);
    return stream.refused();
  };
  refused += print_sustained("sustained", 100, 64);
  refused += print_sustained("sustained_40", 40, 64);
  const std::uint64_t of_960_threads = print_sustained("960_threads_40", 40, 960);
  std::printf("{\"dependency_refused\": %ju}\n", static_cast<std::uintmax_t>(refused));
  std::printf("{\"dependency_refused_960_threads_40\": %ju}\n", static_cast<std::uintmax_t>(of_960_threads));
  return 0;
}
