// Serial order of transactions whose accesses take effect one by one while they run (eager systems: GETM). It
// follows from the order of accesses to each word at the L2 slice that orders them, and from nothing that the
// system claims: no timestamps, no commit order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tm/history.h"
#include "tm/plain_write_queue.h"

namespace gputm::tm {

/// Receives accesses when they are performed, and attempts when they end. Emits attempts in an order in which
/// they could have run one after the other: a reader follows the writer of its value and precedes the next
/// writer. Aborted attempts are readers, too (opacity). Attempts on a cycle of such dependencies are never
/// emitted, which `finish` reports.
///
/// An attempt has all of its predecessors when it ends: what it read was written before, and what it
/// overwrote was read before. It is emitted, and forgotten, when none of them is left. Memory therefore grows
/// with the attempts that overlap, not with the run.
class ConflictOrder {
 public:
  /// Receives each attempt with its place in the serial order as `order`: committed ones are counted from 0,
  /// aborted ones are before the committed one of this place.
  using Next = std::function<void(const Attempt&)>;
  /// Receives each store with its place as `position`: before the attempt with this order.
  using NextStore = std::function<void(const PlainWrite&)>;
  ConflictOrder(Next next, NextStore next_store)
      : next_(std::move(next)), next_store_(std::move(next_store)) {}
  ConflictOrder(const ConflictOrder&) = delete;
  ConflictOrder& operator=(const ConflictOrder&) = delete;

  /// The thread's attempt has read or written an aligned word in memory.
  void read(std::uint32_t thread, Address word);
  void write(std::uint32_t thread, Address word);
  /// The thread's attempt has ended.
  void ended(const Attempt& attempt);
  /// A store outside of transactions has been performed.
  void store(const PlainWrite& write);
  /// End of input.
  void finish();

  /// Next place in the serial order.
  std::uint64_t next() const { return order_; }
  /// Number of attempts and stores that are not forgotten.
  std::size_t held() const { return nodes_.size() - free_.size(); }
  /// Thread of a store to the word that waits for its place and is not of `thread`, if there is one.
  std::optional<std::uint32_t> waiting_store(Address address, std::uint32_t thread) const;
  /// A cycle of dependencies, in one line, after `finish`.
  const std::optional<std::string>& violation() const { return violation_; }

 private:
  using Node = std::uint32_t;
  /// A node, unless it has been forgotten since
  struct Reference {
    Node node = 0;
    std::uint64_t number = 0;  ///< 0: none
  };
  enum class State : std::uint8_t { kFree, kRunning, kWaiting };
  struct Vertex {
    State state = State::kFree;
    bool committed = true;
    bool store = false;        ///< a store outside of transactions, its only write
    std::uint64_t number = 0;  ///< of this use of the vertex
    std::uint32_t thread = 0;
    std::uint32_t attempt = 0;
    std::uint32_t begun = 0;
    unsigned waits = 0;                ///< dependencies on nodes that are not forgotten
    std::vector<Reference> followers;  ///< one entry for each dependency
    std::vector<LogEntry> reads, writes;
  };
  struct Accesses {
    Reference writer;
    std::vector<Reference> readers;  ///< since the last write
  };

  bool holds(const Reference& reference) const {
    return reference.number != 0 && nodes_[reference.node].number == reference.number;
  }
  Reference reference(Node node) const { return {node, nodes_[node].number}; }
  Node allocate(std::uint32_t thread);
  Node running(std::uint32_t thread);
  void follow(const Reference& before, Node after);
  void overwrite(Node node, Address word);
  void emit_ready();
  void emit(Node node);
  void forget(Node node);
  std::string name(Node node) const;
  void report_cycle();

  Next next_;
  NextStore next_store_;
  std::vector<Vertex> nodes_;
  std::vector<Node> free_;
  std::unordered_map<std::uint32_t, Node> running_;  ///< by thread
  std::unordered_map<Address, Accesses> words_;
  std::vector<Node> ready_;  ///< ended, without dependencies
  std::uint64_t numbers_ = 0;
  std::uint64_t order_ = 0;
  std::size_t purge_at_ = std::size_t{1} << 16;  ///< number of words at which forgotten ones are removed
  std::optional<std::string> violation_;
};

}  // namespace gputm::tm
