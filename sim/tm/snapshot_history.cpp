#include "tm/snapshot_history.h"

#include <algorithm>

namespace gputm::tm {
namespace {

void insert_once(auto& list, auto element) {
  if (std::ranges::find(list, element) == list.end()) list.push_back(element);
}

}  // namespace

SnapshotHistory::Serial SnapshotHistory::begin() {
  transactions_.push_back({.snapshot = commits_, .reads = {}, .writes = {}});
  return static_cast<Serial>(transactions_.size() - 1);
}

void SnapshotHistory::read(Serial transaction, std::uint32_t block) {
  insert_once(transactions_[transaction].reads, block);
  insert_once(blocks_[block].readers, transaction);
}

void SnapshotHistory::write(Serial transaction, std::uint32_t block) {
  insert_once(transactions_[transaction].writes, block);
  insert_once(blocks_[block].running_writers, transaction);
}

void SnapshotHistory::commit(Serial transaction) {
  Transaction& t = transactions_[transaction];
  t.state = State::kCommitted;
  t.commit = ++commits_;
  for (const std::uint32_t block : t.writes) {
    std::erase(blocks_[block].running_writers, transaction);
    blocks_[block].writers.push_back(transaction);
  }
}

void SnapshotHistory::abort(Serial transaction) {
  Transaction& t = transactions_[transaction];
  t.state = State::kAborted;
  for (const std::uint32_t block : t.reads) std::erase(blocks_[block].readers, transaction);
  for (const std::uint32_t block : t.writes) std::erase(blocks_[block].running_writers, transaction);
}

template <typename F>
void SnapshotHistory::for_each_successor(Serial transaction, F&& f) const {
  const Transaction& t = transactions_[transaction];
  const auto visit = [&](Serial other) {
    if (other != transaction) f(other);
  };
  // The first writer whose commit is younger than `commit`.
  const auto next_writer = [&](const Accesses& accesses, std::uint64_t commit) {
    return std::ranges::upper_bound(accesses.writers, commit, {},
                                    [&](Serial writer) { return transactions_[writer].commit; });
  };
  for (const std::uint32_t block : t.reads) {
    const Accesses& accesses = blocks_.at(block);
    auto next = next_writer(accesses, t.snapshot);
    if (next != accesses.writers.end() && *next == transaction) ++next;
    if (next != accesses.writers.end()) visit(*next);
    for (const Serial writer : accesses.running_writers) visit(writer);
  }
  if (t.state != State::kCommitted) return;
  for (const std::uint32_t block : t.writes) {
    const Accesses& accesses = blocks_.at(block);
    const auto next = next_writer(accesses, t.commit);
    const bool last = next == accesses.writers.end();
    if (!last) visit(*next);
    for (const Serial reader : accesses.readers) {
      const std::uint64_t snapshot = transactions_[reader].snapshot;
      if (snapshot >= t.commit && (last || snapshot < transactions_[*next].commit)) visit(reader);
    }
  }
}

bool SnapshotHistory::reaches(Serial from, Serial to) const {
  std::vector<bool> reached(transactions_.size());
  std::vector<Serial> open{from};
  reached[from] = true;
  while (!open.empty() && !reached[to]) {
    const Serial transaction = open.back();
    open.pop_back();
    for_each_successor(transaction, [&](Serial next) {
      if (reached[next]) return;
      reached[next] = true;
      open.push_back(next);
    });
  }
  return reached[to];
}

bool SnapshotHistory::on_cycle(Serial transaction) const {
  bool found = false;
  for_each_successor(transaction, [&](Serial next) { found = found || reaches(next, transaction); });
  return found;
}

std::vector<SnapshotHistory::Serial> SnapshotHistory::serial_order() const {
  std::vector<std::uint32_t> before(transactions_.size());
  const auto committed = [&](Serial serial) { return transactions_[serial].state == State::kCommitted; };
  const auto for_each_committed_successor = [&](Serial serial, auto&& f) {
    for_each_successor(serial, [&](Serial next) {
      if (committed(next)) f(next);
    });
  };
  for (Serial serial = 0; serial < transactions_.size(); ++serial) {
    if (committed(serial)) for_each_committed_successor(serial, [&](Serial next) { ++before[next]; });
  }
  std::vector<Serial> order;
  for (Serial serial = 0; serial < transactions_.size(); ++serial) {
    if (committed(serial) && before[serial] == 0) order.push_back(serial);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for_each_committed_successor(order[i], [&](Serial next) {
      if (--before[next] == 0) order.push_back(next);
    });
  }
  if (order.size() != commits_) order.clear();
  return order;
}

std::optional<std::string> SnapshotHistory::violation() const {
  for (const auto& [block, accesses] : blocks_) {
    for (std::size_t i = 1; i < accesses.writers.size(); ++i) {
      const Serial earlier = accesses.writers[i - 1];
      const Serial later = accesses.writers[i];
      if (transactions_[later].snapshot < transactions_[earlier].commit) {
        return "transactions " + std::to_string(earlier) + " and " + std::to_string(later) +
               " overwrote the same version of block " + std::to_string(block);
      }
    }
  }
  if (commits_ != 0 && serial_order().empty()) {
    for (Serial serial = 0; serial < transactions_.size(); ++serial) {
      if (transactions_[serial].state != State::kCommitted) continue;
      std::optional<Serial> on_cycle;
      for_each_successor(serial, [&](Serial next) {
        if (!on_cycle && transactions_[next].state == State::kCommitted && reaches(next, serial))
          on_cycle = next;
      });
      if (on_cycle) {
        return "transactions " + std::to_string(serial) + " and " + std::to_string(*on_cycle) +
               " are on a cycle of dependencies";
      }
    }
  }
  return std::nullopt;
}

}  // namespace gputm::tm
