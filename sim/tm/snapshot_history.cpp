#include "tm/snapshot_history.h"

#include <algorithm>

namespace gputm::tm {
namespace {

constexpr std::size_t kFewest = 1024;  // transactions held before a search for settled ones is worthwhile

bool insert_once(auto& list, auto element) {
  if (std::ranges::find(list, element) != list.end()) return false;
  list.push_back(element);
  return true;
}

}  // namespace

SnapshotHistory::Serial SnapshotHistory::begin(std::uint64_t snapshot) {
  if (held() >= std::max(settle_at_, kFewest)) {
    settle();
    settle_at_ = 2 * held();  // so that the searches have a constant share of the cost
  }
  if (free_.empty()) {
    free_.push_back(static_cast<Serial>(transactions_.size()));
    transactions_.emplace_back();
    marks_.push_back(0);
  }
  const Serial serial = free_.back();
  free_.pop_back();
  Transaction& t = transactions_[serial];
  t.state = State::kRunning;
  t.store = false;
  t.number = begins_++;
  t.name.clear();
  t.snapshot = snapshot;
  return serial;
}

void SnapshotHistory::read(Serial transaction, std::uint32_t block) {
  if (insert_once(transactions_[transaction].reads, block)) blocks_[block].readers.push_back(transaction);
}

void SnapshotHistory::write(Serial transaction, std::uint32_t block) {
  if (insert_once(transactions_[transaction].writes, block))
    blocks_[block].running_writers.push_back(transaction);
}

void SnapshotHistory::commit(Serial transaction) {
  Transaction& t = transactions_[transaction];
  t.state = State::kCommitted;
  t.commit = ++commits_;
  for (const std::uint32_t block : t.writes) {
    Accesses& accesses = blocks_[block];
    std::erase(accesses.running_writers, transaction);
    const auto earlier = std::find_if(accesses.writers.rbegin(), accesses.writers.rend(),
                                      [&](Serial writer) { return !transactions_[writer].store; });
    if (earlier != accesses.writers.rend() && t.snapshot < transactions_[*earlier].commit && !violation_) {
      violation_ = name_of(transactions_[*earlier]) + " and " + name_of(t) +
                   " overwrote the same version of block " + std::to_string(block);
    }
    accesses.writers.push_back(transaction);
  }
}

void SnapshotHistory::commit_store(Serial transaction) {
  transactions_[transaction].store = true;
  commit(transaction);
}

void SnapshotHistory::abort(Serial transaction) { forget(transaction); }

void SnapshotHistory::forget(Serial transaction) {
  Transaction& t = transactions_[transaction];
  for (const std::uint32_t block : t.reads) remove(block, &Accesses::readers, transaction);
  const auto list = t.state == State::kCommitted ? &Accesses::writers : &Accesses::running_writers;
  for (const std::uint32_t block : t.writes) remove(block, list, transaction);
  t.reads.clear();
  t.writes.clear();
  t.state = State::kFree;
  free_.push_back(transaction);
}

void SnapshotHistory::remove(std::uint32_t block, std::vector<Serial> Accesses::*list, Serial transaction) {
  const auto accesses = blocks_.find(block);
  std::erase(accesses->second.*list, transaction);
  if (accesses->second.empty()) blocks_.erase(accesses);
}

template <typename F>
void SnapshotHistory::for_each_successor(Serial transaction, F&& f) const {
  const Transaction& t = transactions_[transaction];
  const auto visit = [&](Serial other) {
    if (other != transaction) f(other);
  };
  // Finds the first writer with a commit younger than `commit`. A forgotten one would not follow.
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
    if (last) std::ranges::for_each(accesses.running_writers, visit);
    for (const Serial reader : accesses.readers) {
      const std::uint64_t snapshot = transactions_[reader].snapshot;
      if (snapshot >= t.commit && (last || snapshot < transactions_[*next].commit)) visit(reader);
    }
  }
}

bool SnapshotHistory::meets_others(Serial transaction, std::uint32_t block) const {
  const Accesses& accesses = blocks_.at(block);
  const auto is_other = [&](Serial other) { return other != transaction; };
  return !accesses.writers.empty() || std::ranges::any_of(accesses.running_writers, is_other) ||
         (std::ranges::find(accesses.running_writers, transaction) != accesses.running_writers.end() &&
          std::ranges::any_of(accesses.readers, is_other));
}

void SnapshotHistory::start_marking() const {
  ++mark_;
  open_.clear();
}

void SnapshotHistory::mark(Serial transaction) const {
  if (marked(transaction)) return;
  marks_[transaction] = mark_;
  open_.push_back(transaction);
}

void SnapshotHistory::mark_successors(std::optional<Serial> target) const {
  while (!open_.empty() && !(target && marked(*target))) {
    const Serial transaction = open_.back();
    open_.pop_back();
    for_each_successor(transaction, [&](Serial next) { mark(next); });
  }
}

bool SnapshotHistory::on_cycle(Serial transaction) const {
  start_marking();
  open_.push_back(transaction);  // unmarked, to detect that the search returns to it
  mark_successors(transaction);
  return marked(transaction);
}

/// Committed transactions that no running or future transaction can precede, by commit.
std::vector<SnapshotHistory::Serial> SnapshotHistory::unreachable() const {
  std::uint64_t oldest = std::min(commits_, oldest_);
  for (const Transaction& t : transactions_) {
    if (t.state == State::kRunning) oldest = std::min(oldest, t.snapshot);
  }
  start_marking();
  for (Serial serial = 0; serial < transactions_.size(); ++serial) {
    const Transaction& t = transactions_[serial];
    if (t.state == State::kRunning || (t.state == State::kCommitted && t.commit > oldest)) mark(serial);
  }
  mark_successors({});
  std::vector<Serial> result;
  for (Serial serial = 0; serial < transactions_.size(); ++serial) {
    if (transactions_[serial].state == State::kCommitted && !marked(serial)) result.push_back(serial);
  }
  std::ranges::sort(result, {}, [&](Serial serial) { return transactions_[serial].commit; });
  return result;
}

void SnapshotHistory::settle() {
  // The set is closed under predecessors.
  const std::vector<Serial> transactions = unreachable();
  start_marking();
  for (const Serial serial : transactions) mark(serial);
  std::unordered_map<Serial, std::size_t> before;
  for (const Serial serial : transactions) {
    for_each_successor(serial, [&](Serial next) {
      if (marked(next)) ++before[next];
    });
  }
  std::vector<Serial> order;
  for (const Serial serial : transactions) {
    if (!before.contains(serial)) order.push_back(serial);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for_each_successor(order[i], [&](Serial next) {
      if (marked(next) && --before[next] == 0) {
        before.erase(next);
        order.push_back(next);
      }
    });
  }
  if (order.size() != transactions.size()) {
    std::vector<Serial> left;
    for (const Serial serial : transactions) {
      if (before.contains(serial)) left.push_back(serial);
    }
    report_cycle(left);
    order.insert(order.end(), left.begin(), left.end());
  }
  for (const Serial serial : order) {
    if (settled_) settled_(serial);
  }
  for (const Serial serial : order) forget(serial);
}

/// Some of `transactions` are on a cycle; the others follow from them.
void SnapshotHistory::report_cycle(const std::vector<Serial>& transactions) {
  if (violation_) return;
  for (const Serial serial : transactions) {
    if (!on_cycle(serial)) continue;
    std::optional<Serial> other;
    for_each_successor(serial, [&](Serial next) {
      if (other) return;
      start_marking();
      mark(next);
      mark_successors(serial);
      if (marked(serial)) other = next;
    });
    violation_ = name_of(transactions_[serial]) + " and " + name_of(transactions_[*other]) +
                 " are on a cycle of dependencies";
    return;
  }
}

}  // namespace gputm::tm
