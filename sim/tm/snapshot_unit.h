// The unit that makes snapshot isolation serializable, as the transactions' side sees it
// (rtl/snapshot/dependency_unit, whose header says what each operation means): a stream of operations in, one
// answer each, in the same order, out.
#pragma once

#include <cstdint>
#include <optional>

#include "base/types.h"

namespace gputm::tm {

struct SnapshotOp {
  enum class Kind : std::uint8_t { kSnapshot, kRead, kWrite, kCommit, kAbort, kPublish };
  Kind kind = Kind::kSnapshot;
  std::uint16_t transaction = 0;  ///< id; of kSnapshot, in a unit with versions, the version's number
  std::uint32_t block = 0;        ///< kRead, kWrite: 30 bits
};

struct SnapshotAnswer {
  enum class Result : std::uint8_t {
    kDone,
    kWait,          ///< kSnapshot: none to be had, ask again
    kSecondWriter,  ///< another running transaction writes the block
    kLateWriter,    ///< somebody who committed after the snapshot wrote the block
    kSuspected,     ///< a dependency that may close a loop
    kCycle,         ///< one that does
    kOverflow,      ///< no room in a table
    kExhausted,     ///< out of dates
    kDoomed,        ///< kCommit: an earlier access was refused
    kGone           ///< kSnapshot: of a version that has ended, ask for a newer one
  };
  SnapshotOp::Kind kind = SnapshotOp::Kind::kSnapshot;
  Result result = Result::kDone;
  std::uint16_t transaction = 0;  ///< kPublish: the version's number
  std::uint32_t timestamp = 0;    ///< kDone: kSnapshot: CTS; kCommit: PDTS; kPublish: CTS of who begins on it
};
inline constexpr unsigned kSnapshotResults = 10;

/// State of the unit's tables.
struct SnapshotOccupancy {
  unsigned running = 0;         ///< transactions
  unsigned retained = 0;        ///< ids of transactions that have ended, not used again yet
  unsigned writer_entries = 0;  ///< in use
  unsigned reader_entries = 0;
};

class SnapshotUnit {
 public:
  virtual ~SnapshotUnit() = default;

  virtual bool can_submit() const = 0;
  /// A snapshot that is submitted now gets an id, and asking for it does not take ids from others too early.
  /// Who asks nevertheless may get one, or has to wait.
  virtual bool can_start() const = 0;
  virtual void submit(const SnapshotOp& op) = 0;
  /// The oldest answer that has not been popped.
  virtual std::optional<SnapshotAnswer> answer() const = 0;
  virtual void pop_answer() = 0;
  /// One clock cycle.
  virtual void tick() = 0;

  virtual SnapshotOccupancy occupancy() const = 0;
  virtual std::uint64_t dependencies() const = 0;  ///< dated so far
};

}  // namespace gputm::tm
