// The history of a transactional run, checked while it is made (DESIGN: every transactional run is checked).
#pragma once

#include <cstdint>
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
  /// The same for two accesses of a thread between which it has learnt nothing of others: no load, atomic
  /// operation, barrier or transaction. 0: unknown.
  std::uint32_t epoch = 0;
};

/// One finished attempt of one thread.
struct Attempt {
  std::uint32_t thread = 0;  ///< global thread id
  std::uint32_t number = 0;  ///< attempts of this thread before this one
  bool committed = false;
  /// Committed without writes and without an order of its own: it stands just before `order`, with any number
  /// of others. It may be reported when later orders have been replayed already.
  bool silent = false;
  /// Committed without an order of its own, and without an access to memory that attempts with one share but
  /// what it held until now: it stands behind all that were reported before it, like a plain write.
  bool local = false;
  std::uint64_t order = 0;  ///< position in the serial order; ignored when aborted or `local`
  /// Under snapshot isolation `order` is that of the commits, and the attempt has read what held before the
  /// commit with this order.
  std::uint64_t snapshot = 0;
  std::uint32_t begun = 0;           ///< the transaction is the one of this number to begin; 0: unknown
  std::uint64_t stores_seen = 0;     ///< then: `stores` when the attempt started
  std::span<const LogEntry> reads;   ///< program order, reads of own writes left out
  std::span<const LogEntry> writes;  ///< program order
};

/// Replays committed attempts in the engine's serial order against a shadow of memory, and reports the first
/// violation. Memory use does not grow with the run: attempts are replayed as soon as all earlier orders are
/// known.
class HistoryChecker {
 public:
  /// `initial`: memory at launch. Orders start at `first_order` and must each be reported exactly once, by
  /// `attempt` (committed) or `skip_order`. From `shared_end` on (a multiple of 4 KiB) lies what is not
  /// shared memory: stores there are not reported, and its contents are not compared.
  HistoryChecker(const memory::BackingStore& initial, std::uint64_t first_order,
                 std::uint64_t shared_end = std::uint64_t{1} << 32);
  ~HistoryChecker();

  /// Silent attempts may be reported: older values of words are kept, for about 2^16 orders.
  void expect_silent_attempts();
  /// Attempts have snapshots, and the serial order follows from the dependencies between them: they are
  /// replayed when nothing can come before them any more (SerialOrder). A cycle of dependencies is a
  /// violation.
  void expect_snapshots();
  /// Of such a history: stores outside of transactions that an attempt which starts now has in its snapshot.
  std::uint64_t stores() const;
  /// No attempt that is reported from now on has an older snapshot.
  void snapshots_from(std::uint64_t oldest);
  /// Also writes every attempt as a JSON line; see docs/history.md for the format.
  void write_to(std::ostream& out);

  void attempt(const Attempt& attempt);
  /// No committed attempt has this order (an aborted attempt's commit id).
  void skip_order(std::uint64_t order);
  /// A non-transactional store or atomic wrote `value` to `address` (weak isolation: mismatches on such words
  /// are reported as races with it). An atomic operation has read what it changes.
  void plain_write(Address address, Word value, const PlainAccess& by, bool atomic = false);
  /// A non-transactional load has read `value` from the aligned word at `address`.
  void plain_read(Address address, Word value, const PlainAccess& by);

  /// What a system that holds memory itself has found wrong there: the verdict, unless there is one already.
  void violation(const std::string& what);

  /// Compares every mapped word of shared memory with what the replay leaves, used by an attempt or not, and
  /// writes the JSON "final" line.
  void finish(const memory::BackingStore& memory);
  /// "pass", or the first violation with both transactions, or else the first race, in one line.
  std::string verdict() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gputm::tm
