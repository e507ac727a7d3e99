// Transactions and accesses per cycle through the RTL banked dependency unit at its full sizes, one JSON
// object a line: accesses to uniformly distributed blocks without sharing. A transaction's accesses are given
// at once, and its commit when they have been answered. With five accesses each, one of them a write, of 960
// threads the center's begins, ends and retirements are the bound; with a hundred, one in ten a write, the
// banks.
#include <cstdint>
#include <cstdio>
#include <deque>
#include <vector>

#include "common/seed.h"
#include "engines/snapshot/dependency_unit_rtl.h"

namespace gputm::tb {
namespace {

using Kind = tm::SnapshotOp::Kind;

struct Rates {
  double transactions = 0, accesses = 0;  ///< per cycle
  std::uint64_t refused = 0;
};

class BankedStream {
 public:
  /// `length`: accesses of a transaction, of which one in `write_every` is a write
  BankedStream(unsigned length, unsigned write_every, unsigned threads)
      : unit_(engines::snapshot::make_banked_dependency_unit()),
        length_(length),
        write_every_(write_every),
        queues_(unit_->banks()),
        left_(engines::snapshot::kIds),
        waiting_(threads) {}

  Rates run(std::uint64_t commits) {
    const Rates before = total_;
    const std::uint64_t first = cycles_;
    const double last = before.transactions + static_cast<double>(commits);
    while (total_.transactions < last) cycle();
    const auto cycles = static_cast<double>(cycles_ - first);
    return {.transactions = (total_.transactions - before.transactions) / cycles,
            .accesses = (total_.accesses - before.accesses) / cycles,
            .refused = total_.refused - before.refused};
  }

 private:
  void cycle() {
    for (unsigned bank = 0; bank < queues_.size(); ++bank) {
      if (queues_[bank].empty() || !unit_->can_access(bank)) continue;
      unit_->access(bank, queues_[bank].front());
      queues_[bank].pop_front();
    }
    if (unit_->can_control()) {
      // A begin and a commit in turn, while there are both.
      const bool can_begin = waiting_ != 0 && unit_->startable() != 0;
      if (can_begin && (commits_.empty() || !began_last_)) {
        unit_->control({.kind = Kind::kSnapshot});
        --waiting_;
        began_last_ = true;
      } else if (!commits_.empty()) {
        unit_->control({.kind = Kind::kCommit, .transaction = commits_.front()});
        commits_.pop_front();
        began_last_ = false;
      }
    }
    unit_->tick();
    ++cycles_;
    for (const tm::SnapshotAnswer& answer : unit_->answers()) take(answer);
  }

  void take(const tm::SnapshotAnswer& answer) {
    const bool done = answer.result == tm::SnapshotAnswer::Result::kDone;
    if (answer.kind == Kind::kSnapshot) {
      if (!done) {
        ++waiting_;
        return;
      }
      left_[answer.transaction] = length_;
      for (unsigned i = 0; i < length_; ++i) {
        const auto block = static_cast<std::uint32_t>(rng_() & ((1u << 30) - 1));
        const auto bank = static_cast<unsigned>(rng_() % queues_.size());
        queues_[bank].push_back({.kind = i % write_every_ == write_every_ - 1 ? Kind::kWrite : Kind::kRead,
                                 .transaction = answer.transaction,
                                 .block = block});
      }
      return;
    }
    total_.refused += done ? 0 : 1;
    if (answer.kind == Kind::kCommit) {
      total_.transactions += 1;
      ++waiting_;
      return;
    }
    total_.accesses += 1;
    if (--left_[answer.transaction] == 0) commits_.push_back(answer.transaction);
  }

  std::unique_ptr<tm::BankedSnapshotUnit> unit_;
  Rng rng_{31};
  unsigned length_;
  unsigned write_every_;
  std::vector<std::deque<tm::SnapshotOp>> queues_;  ///< by bank
  std::vector<unsigned> left_;                      ///< by ID: accesses without an answer
  std::deque<std::uint16_t> commits_;
  unsigned waiting_;  ///< threads that want to begin
  bool began_last_ = false;
  Rates total_;
  std::uint64_t cycles_ = 0;
};

}  // namespace
}  // namespace gputm::tb

int main() {
  using gputm::tb::BankedStream;
  BankedStream few(5, 5, 960);
  few.run(2000);
  const auto transactions = few.run(20000);
  BankedStream many(100, 10, 128);
  many.run(500);
  const auto accesses = many.run(2000);
  std::printf("{\"banked_transactions_per_cycle\": %.4f}\n", transactions.transactions);
  std::printf("{\"banked_accesses_per_cycle\": %.4f}\n", accesses.accesses);
  std::printf("{\"banked_refused\": %ju}\n",
              static_cast<std::uintmax_t>(transactions.refused + accesses.refused));
  return 0;
}
