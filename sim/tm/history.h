// History of a transactional run, checked during the run (DESIGN: every transactional run is checked).
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/types.h"
#include "memory/backing_store.h"

namespace gputm::tm {

/// A logged access: aligned word address and value.
struct LogEntry {
  Address address = 0;
  Word value = 0;
};

/// An access outside of transactions.
struct PlainAccess {
  std::uint32_t thread = 0;
  std::uint32_t moment = 0;  ///< transactions that had begun when it was issued; 0: unknown
  /// Equal for two accesses of a thread without a load, atomic operation, barrier or transaction between
  /// them, so that the thread has observed no other thread in between. 0: unknown.
  std::uint32_t epoch = 0;
};

/// One finished attempt of one thread.
struct Attempt {
  std::uint32_t thread = 0;  ///< global thread id
  std::uint32_t number = 0;  ///< number of earlier attempts of this thread
  bool committed = false;
  /// Committed without writes and without an order of its own: placed just before `order`, with any number of
  /// others. It may be reported after later orders have been replayed.
  bool silent = false;
  /// Committed without an order of its own. It shares no memory with attempts that have one, except what it
  /// held until now. Placed behind all attempts reported before it, like a plain write.
  bool local = false;
  std::uint64_t order = 0;  ///< position in the serial order; ignored when aborted or `local`
  /// Under snapshot isolation `order` is the order of commits, and the attempt has read the state before the
  /// commit with order `snapshot`.
  std::uint64_t snapshot = 0;
  std::uint32_t begun = 0;           ///< number of the transaction in order of begin; 0: unknown
  std::uint64_t stores_seen = 0;     ///< valid if `begun` is not 0: `stores` when the attempt started
  std::span<const LogEntry> reads;   ///< program order, without reads of own writes
  std::span<const LogEntry> writes;  ///< program order
};

/// Replays committed attempts in the engine's serial order against a shadow of memory, and reports the first
/// violation. Memory use does not grow with the run: an attempt is replayed as soon as all earlier orders are
/// known.
class HistoryChecker {
 public:
  /// `initial`: memory at launch. Orders start at `first_order`; each must be reported exactly once, by
  /// `attempt` (committed) or `skip_order`. Memory from `shared_end` on (a multiple of 4 KiB) is not shared:
  /// stores there are not reported, and its contents are not compared.
  HistoryChecker(const memory::BackingStore& initial, std::uint64_t first_order,
                 std::uint64_t shared_end = std::uint64_t{1} << 32);
  ~HistoryChecker();

  /// Enables silent attempts: older values of words are kept, for about 2^16 orders.
  void expect_silent_attempts();
  /// Enables the check of opacity: also the reads of an aborted attempt must be of one state, after some
  /// number of orders (of the last 2^16 at most) and before `next_order()`, which no order that has written
  /// memory by then has reached. With performed accesses it is always enabled. Excludes snapshots.
  void expect_opacity(std::function<std::uint64_t()> next_order);
  /// Enables snapshots: the serial order follows from the dependencies between attempts. An attempt is
  /// replayed when no later one can precede it (SerialOrder). A cycle of dependencies is a violation.
  void expect_snapshots();
  /// Enables attempts without orders, whose accesses are reported when they are performed: the serial order
  /// follows from the order of accesses to each word (ConflictOrder). A cycle of dependencies is a violation;
  /// aborted attempts are readers on it (opacity).
  void expect_performed_accesses();
  /// With performed accesses: an access of the thread's present attempt to an aligned word in memory.
  bool takes_performed_accesses() const;
  void performed_read(std::uint32_t thread, Address word);
  void performed_write(std::uint32_t thread, Address word);
  /// With snapshots: number of stores outside of transactions in the snapshot of an attempt that starts now.
  std::uint64_t stores() const;
  /// No attempt reported from now on has a snapshot older than `oldest`.
  void snapshots_from(std::uint64_t oldest);
  /// Also writes every attempt as a JSON line; docs/reference/history.md describes the format.
  void write_to(std::ostream& out);

  void attempt(const Attempt& attempt);
  /// No committed attempt has this order (an aborted attempt's commit id).
  void skip_order(std::uint64_t order);
  /// A non-transactional store or atomic wrote `value` to `address` (weak isolation: mismatches on such words
  /// are reported as races with it). An atomic operation has read the word that it changes.
  void plain_write(Address address, Word value, const PlainAccess& by, bool atomic = false);
  /// A non-transactional load has read `value` from the aligned word at `address`.
  void plain_read(Address address, Word value, const PlainAccess& by);

  /// Reports an error found by a system that holds memory itself; it becomes the verdict unless there is one.
  void violation(const std::string& what);

  /// Compares every mapped word of shared memory with the result of the replay, whether an attempt used it or
  /// not, and writes the JSON "final" line.
  void finish(const memory::BackingStore& memory);
  /// "pass", or the first violation with both transactions, or else what is wrong with opacity, or else the
  /// first race; one line.
  std::string verdict() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gputm::tm
