// Interface of a memory partition to its commit unit under snapshot isolation: write sets of warps in,
// accesses to the versions written by commits out. The header of rtl/snapshot/snapshot_commit_unit has the
// rules.
#pragma once

#include <cstdint>
#include <optional>

#include "base/types.h"
#include "tm/commit_unit.h"
#include "tm/version_unit.h"

namespace gputm::tm {

struct SetBeat {
  enum class Kind : std::uint8_t { kWord, kEnd, kCommit, kDrop };
  Kind kind = Kind::kWord;
  unsigned set = 0;         ///< number of the write set
  unsigned lane = 0;        ///< kWord
  std::uint32_t block = 0;  ///< kWord: block of 4 bytes in the program's address space, 30 bits
  Word data = 0;            ///< kWord
  unsigned words = 0;       ///< kEnd: number of words sent
  LaneMask lanes = 0;       ///< kEnd: lanes that may commit; kCommit: lanes that do
};

struct SetReply {
  enum class Kind : std::uint8_t {
    kDone,   ///< all committed words are written
    kResend  ///< the words and the end of the set must be sent again
  };
  Kind kind = Kind::kDone;
  unsigned set = 0;
  std::uint32_t regions = 0;  ///< kDone: regions written
};

/// Write port of the unit: the version index table and the L2.
class SectorPort {
 public:
  virtual ~SectorPort() = default;
  virtual bool can_ask() const = 0;
  /// Requests the place where a commit writes the sector that begins with `block`; answered by
  /// SnapshotCommitUnit::place.
  virtual void ask(std::uint32_t block) = 0;
  virtual bool can_write() const = 0;
  /// Writes the words selected by `mask` of the sector in memory that begins with `block`.
  virtual void write(std::uint32_t block, std::uint8_t mask, const MemoryBlock& values) = 0;
};

class SnapshotCommitUnit {
 public:
  virtual ~SnapshotCommitUnit() = default;

  /// One beat waits here until the unit accepts it.
  virtual bool can_send() const = 0;
  virtual void send(const SetBeat& beat) = 0;
  /// Whether a word of a resent set would be accepted now; stays true until one is sent. Sending one earlier
  /// blocks all other beats.
  virtual bool takes_again(unsigned set) = 0;
  /// Answer to the oldest unanswered `ask`, at most one per cycle.
  virtual void place(const VersionPlace& place) = 0;
  virtual std::optional<SetReply> reply() const = 0;
  virtual void pop_reply() = 0;

  /// One clock cycle. Cheap while nothing is sent and `busy()` is false.
  virtual void tick(SectorPort& port) = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::tm
