// The history of transactions under snapshot isolation, against a reference that keeps everything and has
// every dependency by definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "common/seed.h"
#include "tm/snapshot_history.h"

namespace gputm::tm {
namespace {

using Serial = SnapshotHistory::Serial;

/// All running and committed transactions; a transaction is named by its index.
class Reference {
 public:
  struct Transaction {
    bool running = true, aborted = false;
    std::uint64_t snapshot = 0, commit = 0;
    std::set<std::uint32_t> reads, writes;
  };

  std::size_t begin() {
    transactions_.push_back({.snapshot = commits_, .reads = {}, .writes = {}});
    return transactions_.size() - 1;
  }
  Transaction& operator[](std::size_t t) { return transactions_[t]; }
  void commit(std::size_t t) {
    transactions_[t].running = false;
    transactions_[t].commit = ++commits_;
  }
  void abort(std::size_t t) {
    transactions_[t] = {.running = false, .aborted = true, .reads = {}, .writes = {}};
  }

  bool follows(std::size_t from, std::size_t to) const {
    const Transaction &a = transactions_[from], &b = transactions_[to];
    if (from == to || a.aborted || b.aborted) return false;
    const auto overwritten = [&](std::uint32_t block, std::uint64_t after, std::uint64_t until) {
      return std::ranges::any_of(transactions_, [&](const Transaction& t) {
        return t.commit > after && t.commit < until && t.writes.contains(block) && &t != &a;
      });
    };
    for (const std::uint32_t block : a.writes) {
      if (a.running) break;
      if (b.reads.contains(block) && a.commit <= b.snapshot &&
          !overwritten(block, a.commit, b.snapshot + 1)) {
        return true;
      }
      if (b.writes.contains(block) && (b.running || b.commit > a.commit) &&
          !overwritten(block, a.commit, b.running ? ~0ULL : b.commit)) {
        return true;
      }
    }
    for (const std::uint32_t block : a.reads) {
      if (!b.writes.contains(block)) continue;
      if (b.running || (b.commit > a.snapshot && !overwritten(block, a.snapshot, b.commit))) return true;
    }
    return false;
  }

  bool on_cycle(std::size_t start) const {
    std::vector<bool> reached(transactions_.size());
    std::vector<std::size_t> open{start};
    while (!open.empty()) {
      const std::size_t t = open.back();
      open.pop_back();
      for (std::size_t next = 0; next < transactions_.size(); ++next) {
        if (reached[next] || !follows(t, next)) continue;
        reached[next] = true;
        open.push_back(next);
      }
    }
    return reached[start];
  }

  std::size_t size() const { return transactions_.size(); }
  std::uint64_t commits() const { return commits_; }

 private:
  std::vector<Transaction> transactions_;
  std::uint64_t commits_ = 0;
};

/// Random transactions under snapshot isolation, reported to the history and, optionally, to the reference.
class Random {
 public:
  struct Shape {
    unsigned running, blocks, accesses;
    bool serializable;  ///< abort transactions that would be on a cycle
    bool reference;
  };

  Random(const Shape& shape, std::mt19937_64& random) : shape_(shape), random_(random) {}

  void run(unsigned steps) {
    for (unsigned i = 0; i < steps; ++i) step();
    while (!running_.empty()) end(running_.size() - 1);
    history_.settle();
  }

  SnapshotHistory& history() { return history_; }
  const Reference& reference() const { return reference_; }
  const std::vector<std::size_t>& settled() const { return order_; }
  unsigned cycles() const { return cycles_; }
  std::size_t most_held() const { return most_held_; }

 private:
  struct Running {
    Serial serial;
    std::size_t place;
    std::set<std::uint32_t> writes;
    std::uint64_t snapshot;
    unsigned left;
  };

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  void step() {
    if (running_.size() < shape_.running && below(3) == 0) {
      const Serial serial = history_.begin();
      const std::size_t place = shape_.reference ? reference_.begin() : begun_;
      ++begun_;
      places_[serial] = place;
      running_.push_back(
          {serial, place, {}, history_.commits(), 1 + static_cast<unsigned>(below(shape_.accesses))});
      most_held_ = std::max(most_held_, history_.held());
      if (below(50) == 0) history_.settle();
      return;
    }
    if (running_.empty()) return;
    const std::size_t which = below(running_.size());
    Running& t = running_[which];
    if (t.left-- == 0) return end(which);
    const auto block = static_cast<std::uint32_t>(below(shape_.blocks));
    if (below(3) != 0) {
      history_.read(t.serial, block);
      if (shape_.reference) reference_[t.place].reads.insert(block);
    } else {
      const bool second = std::ranges::any_of(
          running_, [&](const Running& other) { return &other != &t && other.writes.contains(block); });
      if (second || last_commit_[block] > t.snapshot) return end(which, true);
      history_.write(t.serial, block);
      t.writes.insert(block);
      if (shape_.reference) reference_[t.place].writes.insert(block);
    }
    const bool cycle = history_.on_cycle(t.serial);
    cycles_ += cycle;
    if (shape_.reference) {
      ASSERT_EQ(cycle, reference_.on_cycle(t.place));
    }
    if (cycle && shape_.serializable) end(which, true);
  }

  void end(std::size_t which, bool abort = false) {
    const Running& t = running_[which];
    if (abort) {
      history_.abort(t.serial);
      if (shape_.reference) reference_.abort(t.place);
    } else {
      history_.commit(t.serial);
      for (const std::uint32_t block : t.writes) last_commit_[block] = history_.commits();
      if (shape_.reference) reference_.commit(t.place);
    }
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  Shape shape_;
  std::mt19937_64& random_;
  std::map<Serial, std::size_t> places_;
  std::vector<std::size_t> order_;
  SnapshotHistory history_{[this](Serial serial) { order_.push_back(places_.at(serial)); }};
  Reference reference_;
  std::vector<Running> running_;
  std::map<std::uint32_t, std::uint64_t> last_commit_;
  std::size_t begun_ = 0;
  unsigned cycles_ = 0;
  std::size_t most_held_ = 0;
};

// Every answer agrees with the reference's though most data are dropped meanwhile, and the serial order is
// valid.
TEST(SnapshotHistory, FindsTheCyclesThatThereAre) {
  auto random = tb::seeded_rng(1);
  unsigned cycles = 0;
  std::size_t forgotten = 0;
  for (std::uint64_t run = 0; run < tb::run_length(40); ++run) {
    Random traffic({.running = 6, .blocks = 12, .accesses = 5, .serializable = true, .reference = true},
                   random);
    traffic.run(400);
    if (HasFatalFailure()) return;
    cycles += traffic.cycles();
    const Reference& reference = traffic.reference();
    ASSERT_EQ(traffic.history().violation(), std::nullopt) << "run " << run;
    ASSERT_EQ(traffic.settled().size(), reference.commits());
    for (std::size_t i = 0; i < traffic.settled().size(); ++i) {
      for (std::size_t j = i + 1; j < traffic.settled().size(); ++j) {
        ASSERT_FALSE(reference.follows(traffic.settled()[j], traffic.settled()[i])) << "run " << run;
      }
    }
    forgotten += reference.commits() - traffic.most_held();
    EXPECT_EQ(traffic.history().held(), 0u);
  }
  EXPECT_GT(cycles, 100u);
  EXPECT_GT(forgotten, 100u);
}

// Plain snapshot isolation: a violation exactly when some committed transaction is on a cycle.
TEST(SnapshotHistory, ReportsAViolationWhenThereIsOne) {
  auto random = tb::seeded_rng(1);
  unsigned violations = 0;
  for (std::uint64_t run = 0; run < tb::run_length(60); ++run) {
    Random traffic({.running = 4, .blocks = 20, .accesses = 4, .serializable = false, .reference = true},
                   random);
    traffic.run(120);
    if (HasFatalFailure()) return;
    const Reference& reference = traffic.reference();
    bool cycle = false;
    for (std::size_t t = 0; t < reference.size() && !cycle; ++t) cycle = reference.on_cycle(t);
    ASSERT_EQ(traffic.history().violation().has_value(), cycle) << "run " << run;
    EXPECT_EQ(traffic.settled().size(), reference.commits());
    violations += cycle;
  }
  EXPECT_GT(violations, 3u);
  EXPECT_LT(violations, 57 * tb::run_length(1));
}

TEST(SnapshotHistory, ReportsALostUpdate) {
  SnapshotHistory history;
  const Serial a = history.begin(), b = history.begin();
  history.write(a, 7);
  history.commit(a);
  history.write(b, 7);
  history.commit(b);
  EXPECT_EQ(history.violation(), "transaction 0 and transaction 1 overwrote the same version of block 7");
}

TEST(SnapshotHistory, ReportsAWriteSkew) {
  SnapshotHistory history;
  const Serial a = history.begin(), b = history.begin();
  history.read(a, 1);
  history.write(a, 2);
  history.read(b, 2);
  EXPECT_FALSE(history.on_cycle(b));
  history.write(b, 1);
  EXPECT_TRUE(history.on_cycle(b));
  history.commit(a);
  history.commit(b);
  history.settle();
  EXPECT_EQ(history.violation(), "transaction 0 and transaction 1 are on a cycle of dependencies");
}

// Hundreds of thousands of transactions: the stored data follow the number of overlapping ones.
TEST(SnapshotHistory, HoldsNoMoreInALongRun) {
  auto random = tb::seeded_rng(1);
  Random traffic({.running = 16, .blocks = 1000, .accesses = 6, .serializable = true, .reference = false},
                 random);
  traffic.run(static_cast<unsigned>(tb::run_length(1'000'000)));
  EXPECT_GT(traffic.settled().size(), 100'000u);
  EXPECT_LT(traffic.most_held(), 2'000u);
  EXPECT_EQ(traffic.history().held(), 0u);
  EXPECT_EQ(traffic.history().violation(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tm
