// Reads and writes a cycle through the RTL dependency unit at the paper's sizes, one JSON object a line:
// transactions side by side, of nine reads and one write in ten accesses, without dependencies. First until
// ids have to be used again; then over many transactions, whose ids must be reclaimed out of the tables
// before, also with shorter transactions and with more of them side by side.
#include <cstdio>
#include <deque>
#include <vector>

#include "engines/snapshot/dependency_unit_rtl.h"

namespace gputm::tb {
namespace {

using Kind = tm::SnapshotOp::Kind;

class RateStream {
 public:
  RateStream(tm::SnapshotUnit& unit, unsigned accesses) : unit_(unit), length_(accesses), transactions_(64) {}

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
  bool refused() const { return refused_; }

 private:
  static constexpr std::uint32_t kWritten = 1u << 20;
  struct Transaction {
    bool waiting = false, running = false;
    unsigned done = 0;
    std::uint32_t serial = 0;  ///< of all transactions
    std::uint16_t id = 0;
  };

  void submit() {
    for (std::size_t i = 0; i < transactions_.size(); ++i) {
      Transaction& t = transactions_[next_];
      const std::size_t number = next_;
      next_ = (next_ + 1) % transactions_.size();
      if (t.waiting) continue;
      tm::SnapshotOp op{.transaction = t.id};
      if (!t.running) {
        op.kind = Kind::kSnapshot;
      } else if (t.done == length_) {
        op.kind = Kind::kCommit;
      } else {
        op.kind = t.done % 10 == 9 ? Kind::kWrite : Kind::kRead;
        // Each block has three readers or one writer.
        op.block = (op.kind == Kind::kRead ? t.serial / 3 : kWritten + t.serial) * length_ + t.done;
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
    refused_ = refused_ || answer.result != tm::SnapshotAnswer::Result::kDone;
    if (answer.kind == Kind::kCommit) {
      t.running = false;
      ++commits_;
    } else {
      ++accesses_;
    }
  }

  tm::SnapshotUnit& unit_;
  unsigned length_;  ///< accesses of a transaction
  std::vector<Transaction> transactions_;
  std::deque<std::size_t> pending_;
  std::size_t next_ = 0;
  std::uint32_t begins_ = 0;
  std::uint64_t commits_ = 0, accesses_ = 0, cycles_ = 0;
  bool refused_ = false;
};

}  // namespace
}  // namespace gputm::tb

int main() {
  bool refused = false;
  for (const unsigned accesses : {100u, 40u}) {
    const auto unit = gputm::engines::snapshot::make_dependency_unit();
    gputm::tb::RateStream stream(*unit, accesses);
    const double first = stream.run(400);
    const double sustained = stream.run(8000);
    refused = refused || stream.refused();
    if (accesses == 100) std::printf("{\"dependency_ops_per_cycle\": %.4f}\n", first);
    std::printf("{\"dependency_ops_per_cycle_sustained%s\": %.4f}\n", accesses == 100 ? "" : "_40",
                sustained);
  }
  if (refused) std::fputs("an access was refused\n", stderr);
  return refused ? 1 : 0;
}
