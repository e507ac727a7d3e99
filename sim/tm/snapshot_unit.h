// Interface of the transactions to the unit that makes snapshot isolation serializable: a stream of
// operations in, one answer each, in the same order, out. The header of rtl/snapshot/dependency_unit has the
// meaning of each operation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/types.h"

namespace gputm::tm {

struct SnapshotOp {
  enum class Kind : std::uint8_t { kSnapshot, kRead, kWrite, kCommit, kAbort, kPublish };
  Kind kind = Kind::kSnapshot;
  std::uint16_t transaction = 0;  ///< ID; for kSnapshot in a unit with versions, the version's number
  std::uint32_t block = 0;        ///< kRead, kWrite: 30 bits
};

struct SnapshotAnswer {
  enum class Result : std::uint8_t {
    kDone,
    kWait,          ///< kSnapshot: none available, retry
    kSecondWriter,  ///< another running transaction writes the block
    kLateWriter,    ///< a transaction that committed after the snapshot wrote the block
    kSuspected,     ///< a dependency that may close a loop
    kCycle,         ///< a dependency that closes a loop
    kOverflow,      ///< no free entry in a table
    kExhausted,     ///< out of timestamps
    kDoomed,        ///< kCommit: an earlier access was refused
    kGone           ///< kSnapshot: the version has ended, request a newer one
  };
  SnapshotOp::Kind kind = SnapshotOp::Kind::kSnapshot;
  Result result = Result::kDone;
  std::uint16_t transaction = 0;  ///< kPublish: the version's number
  std::uint32_t timestamp = 0;    ///< kDone: kSnapshot: CTS; kCommit: PDTS; kPublish: CTS for its readers
};
inline constexpr unsigned kSnapshotResults = 10;

/// Occupancy of the unit's tables.
struct SnapshotOccupancy {
  unsigned running = 0;         ///< transactions
  unsigned retained = 0;        ///< IDs of ended transactions, not reused yet
  unsigned writer_entries = 0;  ///< entries in use
  unsigned reader_entries = 0;
};

class SnapshotUnit {
 public:
  virtual ~SnapshotUnit() = default;

  virtual bool can_submit() const = 0;
  /// Number of snapshots that get an ID if submitted now, at least. Further ones may get one, or have to
  /// wait.
  virtual unsigned startable() const = 0;
  virtual void submit(const SnapshotOp& op) = 0;
  /// Oldest answer that has not been popped.
  virtual std::optional<SnapshotAnswer> answer() const = 0;
  virtual void pop_answer() = 0;
  /// One clock cycle.
  virtual void tick() = 0;

  virtual SnapshotOccupancy occupancy() const = 0;
  virtual std::uint64_t dependencies() const = 0;  ///< dependencies timestamped so far
};

/// The same unit with its tables in banks by block (rtl/snapshot/banked_dependency_unit.sv). A transaction's
/// accesses come after the answer to its kSnapshot, and its end after the answers to all of them; these come
/// in any order.
class BankedSnapshotUnit {
 public:
  virtual ~BankedSnapshotUnit() = default;

  virtual unsigned banks() const = 0;
  virtual bool can_access(unsigned bank) const = 0;
  /// A kRead or kWrite. All operations on a block go to the same bank.
  virtual void access(unsigned bank, const SnapshotOp& op) = 0;
  virtual bool can_control() const = 0;
  /// A kSnapshot, kCommit or kAbort; their answers are in order.
  virtual void control(const SnapshotOp& op) = 0;
  /// As in SnapshotUnit.
  virtual unsigned startable() const = 0;
  /// One clock cycle.
  virtual void tick() = 0;
  /// Answers of the last cycle.
  virtual std::span<const SnapshotAnswer> answers() const = 0;

  virtual SnapshotOccupancy occupancy() const = 0;
  virtual std::uint64_t dependencies() const = 0;  ///< dependencies timestamped so far
};

}  // namespace gputm::tm
