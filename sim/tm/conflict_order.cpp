#include "tm/conflict_order.h"

#include <algorithm>

#include "tm/history_text.h"

namespace gputm::tm {

ConflictOrder::Node ConflictOrder::allocate(std::uint32_t thread) {
  Node node = 0;
  if (free_.empty()) {
    node = static_cast<Node>(nodes_.size());
    nodes_.emplace_back();
  } else {
    node = free_.back();
    free_.pop_back();
  }
  Vertex& vertex = nodes_[node];
  vertex.state = State::kRunning;
  vertex.store = false;
  vertex.committed = true;
  vertex.number = ++numbers_;
  vertex.thread = thread;
  vertex.attempt = 0;
  vertex.waits = 0;
  vertex.followers.clear();
  return node;
}

ConflictOrder::Node ConflictOrder::running(std::uint32_t thread) {
  const auto [place, first] = running_.try_emplace(thread, 0);
  if (first) place->second = allocate(thread);
  return place->second;
}

/// `after` depends on `before`, unless that has been forgotten.
void ConflictOrder::follow(const Reference& before, Node after) {
  if (!holds(before) || before.node == after) return;
  nodes_[before.node].followers.push_back(reference(after));
  ++nodes_[after].waits;
}

void ConflictOrder::read(std::uint32_t thread, Address word) {
  const Node node = running(thread);
  Accesses& accesses = words_[word];
  follow(accesses.writer, node);
  std::erase_if(accesses.readers, [&](const Reference& reader) { return !holds(reader); });
  if (std::ranges::find(accesses.readers, node, &Reference::node) == accesses.readers.end())
    accesses.readers.push_back(reference(node));
}

void ConflictOrder::write(std::uint32_t thread, Address word) { overwrite(running(thread), word); }

void ConflictOrder::overwrite(Node node, Address word) {
  Accesses& accesses = words_[word];
  follow(accesses.writer, node);
  for (const Reference& reader : accesses.readers) follow(reader, node);
  accesses.writer = reference(node);
  accesses.readers.clear();
}

void ConflictOrder::ended(const Attempt& attempt) {
  if (!attempt.committed && !running_.contains(attempt.thread)) return;
  const Node node = running(attempt.thread);
  running_.erase(attempt.thread);
  Vertex& vertex = nodes_[node];
  vertex.state = State::kWaiting;
  vertex.attempt = attempt.number;
  vertex.committed = attempt.committed;
  vertex.begun = attempt.begun;
  vertex.reads.assign(attempt.reads.begin(), attempt.reads.end());
  vertex.writes.clear();
  if (attempt.committed) vertex.writes.assign(attempt.writes.begin(), attempt.writes.end());
  if (vertex.waits == 0) ready_.push_back(node);
  emit_ready();
}

/// Most stores are to words that no attempt has accessed that waits or runs: they need no place.
void ConflictOrder::store(const PlainWrite& write) {
  const Address word = write.address & ~Address{3};
  const auto accesses = words_.find(word);
  const bool held =
      accesses != words_.end() &&
      (holds(accesses->second.writer) ||
       std::ranges::any_of(accesses->second.readers, [&](const Reference& reader) { return holds(reader); }));
  if (!held) {
    PlainWrite placed = write;
    placed.position = order_;
    return next_store_(placed);
  }
  const Node node = allocate(write.thread);
  Vertex& vertex = nodes_[node];
  vertex.store = true;
  vertex.reads.clear();
  vertex.writes.assign(1, {.address = word, .value = write.value});
  overwrite(node, word);
  vertex.state = State::kWaiting;
  if (vertex.waits == 0) ready_.push_back(node);
  emit_ready();
}

void ConflictOrder::emit_ready() {
  while (!ready_.empty()) {
    const Node node = ready_.back();
    ready_.pop_back();
    emit(node);
  }
  if (words_.size() < purge_at_) return;
  std::erase_if(words_, [&](const auto& entry) {
    return !holds(entry.second.writer) &&
           std::ranges::none_of(entry.second.readers, [&](const Reference& reader) { return holds(reader); });
  });
  purge_at_ = std::max(purge_at_, 2 * words_.size());
}

void ConflictOrder::emit(Node node) {
  const Vertex& vertex = nodes_[node];
  if (vertex.store) {
    next_store_({.position = order_,
                 .address = vertex.writes.front().address,
                 .value = vertex.writes.front().value,
                 .thread = vertex.thread});
  } else {
    next_({.thread = vertex.thread,
           .number = vertex.attempt,
           .committed = vertex.committed,
           .order = order_,
           .begun = vertex.begun,
           .reads = vertex.reads,
           .writes = vertex.writes});
    if (vertex.committed) ++order_;
  }
  forget(node);
}

/// Removes a node with its dependencies. What followed it may be ready then.
void ConflictOrder::forget(Node node) {
  Vertex& vertex = nodes_[node];
  vertex.state = State::kFree;
  vertex.number = 0;
  for (const Reference& follower : vertex.followers) {
    if (!holds(follower)) continue;
    Vertex& other = nodes_[follower.node];
    if (--other.waits == 0 && other.state == State::kWaiting) ready_.push_back(follower.node);
  }
  vertex.followers.clear();
  free_.push_back(node);
}

std::optional<std::uint32_t> ConflictOrder::waiting_store(Address address, std::uint32_t thread) const {
  const auto accesses = words_.find(address & ~Address{3});
  if (accesses == words_.end() || !holds(accesses->second.writer)) return std::nullopt;
  const Vertex& writer = nodes_[accesses->second.writer.node];
  if (!writer.store || writer.thread == thread) return std::nullopt;
  return writer.thread;
}

std::string ConflictOrder::name(Node node) const {
  const Vertex& vertex = nodes_[node];
  if (vertex.store) return "a non-transactional write of thread " + std::to_string(vertex.thread);
  return "thread " + std::to_string(vertex.thread) + " attempt " + std::to_string(vertex.attempt) +
         (vertex.committed ? "" : " (aborted)");
}

void ConflictOrder::finish() {
  emit_ready();
  if (std::ranges::any_of(nodes_, [](const Vertex& vertex) { return vertex.state == State::kWaiting; }))
    report_cycle();
}

/// Every node that still waits depends on another one: going back from any leads into a cycle.
void ConflictOrder::report_cycle() {
  std::vector<Node> before(nodes_.size());
  std::vector<bool> has(nodes_.size());
  for (Node node = 0; node < nodes_.size(); ++node) {
    if (nodes_[node].state != State::kWaiting) continue;
    for (const Reference& follower : nodes_[node].followers) {
      if (!holds(follower)) continue;
      before[follower.node] = node;
      has[follower.node] = true;
    }
  }
  Node node = 0;
  while (nodes_[node].state != State::kWaiting || !has[node]) {
    if (++node == nodes_.size()) return;
  }
  std::vector<Node> path;
  while (std::ranges::find(path, node) == path.end()) {
    path.push_back(node);
    node = before[node];
  }
  path.erase(path.begin(), std::ranges::find(path, node));
  const auto store = std::ranges::find_if(path, [&](Node other) { return nodes_[other].store; });
  std::string text = "cycle of dependencies: ";
  if (store != path.end())
    text = "race with a non-transactional write of thread " + std::to_string(nodes_[*store].thread) + ": " +
           text;
  for (auto place = path.rbegin(); place != path.rend(); ++place) text += name(*place) + " -> ";
  violation_ = text + name(path.back());
}

}  // namespace gputm::tm
