// A memory partition's commit unit under snapshot isolation, as the partition sees it
// (rtl/snapshot/snapshot_commit_unit, whose header has the rules): write sets of warps in, accesses of the
// versions that commits write out.
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
  unsigned set = 0;         ///< its number
  unsigned lane = 0;        ///< kWord
  std::uint32_t block = 0;  ///< kWord: 30 bits: of 4 bytes, as the program addresses it
  Word data = 0;            ///< kWord
  unsigned words = 0;       ///< kEnd: that were sent
  LaneMask lanes = 0;       ///< kEnd: that may commit; kCommit: that do
};

struct SetReply {
  enum class Kind : std::uint8_t {
    kDone,   ///< all that commits is written
    kResend  ///< its words and its end are wanted once more
  };
  Kind kind = Kind::kDone;
  unsigned set = 0;
  std::uint32_t regions = 0;  ///< kDone: that it has written
};

/// What the unit writes through: the version index table and the L2.
class SectorPort {
 public:
  virtual ~SectorPort() = default;
  virtual bool can_ask() const = 0;
  /// Where a commit writes the sector that begins with `block`; answered by SnapshotCommitUnit::place.
  virtual void ask(std::uint32_t block) = 0;
  virtual bool can_write() const = 0;
  /// `block`: the first of a sector in memory, of which the words that `mask` names are written.
  virtual void write(std::uint32_t block, std::uint8_t mask, const MemoryBlock& values) = 0;
};

class SnapshotCommitUnit {
 public:
  virtual ~SnapshotCommitUnit() = default;

  /// One beat waits here until the unit takes it.
  virtual bool can_send() const = 0;
  virtual void send(const SetBeat& beat) = 0;
  /// Whether a word of a set that is sent again would be taken now. Once it would, it stays so until one is
  /// sent. Who sends it before keeps all other beats waiting.
  virtual bool takes_again(unsigned set) = 0;
  /// The answer to the oldest ask that has none, once a cycle.
  virtual void place(const VersionPlace& place) = 0;
  virtual std::optional<SetReply> reply() const = 0;
  virtual void pop_reply() = 0;

  /// One clock cycle. Cheap while nothing is sent and `busy()` is false.
  virtual void tick(SectorPort& port) = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::tm
