// Interface of the GPU model to a memory partition's commit unit and to the commit-ID vendor. The
// implementations wrap Verilated RTL (sim/engines/kilo).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tm/commit_messages.h"
#include "tm/commit_watcher.h"

namespace gputm::tm {

/// Words that one access can read or write together: an aligned block of 32 bytes
using MemoryBlock = std::array<Word, 8>;

/// Memory port of the commit unit: the word ports of its L2 slice. Values are exchanged here. `read` and
/// `write` are called at most once per cycle each, and their effect is ordered when they return.
class WordPort {
 public:
  virtual ~WordPort() = default;
  virtual bool can_read() const = 0;
  virtual Word read(Address address,
                    std::uint32_t tag) = 0;  ///< value at this point; `response()` returns `tag` later
  virtual std::optional<std::uint32_t> response() = 0;  ///< tag of an arrived read; consumed by the call
  virtual bool can_write() const = 0;
  virtual void write(Address address, Word value) = 0;
  /// Block variants of `read` and `write` for the block at `address`. A write stores the words selected by
  /// `mask`. Used only by units that merge accesses, and supported only by memories with blocks.
  virtual MemoryBlock read_block(Address, std::uint32_t /*tag*/) { throw Error("a memory without blocks"); }
  virtual void write_block(Address, std::uint8_t /*mask*/, const MemoryBlock&) {
    throw Error("a memory without blocks");
  }
  /// As `write_block`, for a block at `local` in the partition's memory, independent of `address`.
  virtual void write_block_at(Address address, std::uint8_t mask, const MemoryBlock& values,
                              Address /*local*/) {
    write_block(address, mask, values);
  }
  /// Number of answered writes; writes are answered in the order of acceptance. The default is a memory that
  /// answers at once.
  virtual std::uint64_t writes_answered() const { return ~std::uint64_t{0}; }
  /// Prefetch hint for the host: this word will be read soon. No effect on the model.
  virtual void expect_read(Address /*address*/) const {}
};

class CommitUnit {
 public:
  virtual ~CommitUnit() = default;

  /// Input queues of the unit, in beats. The caller keeps a packet until all its beats have been accepted.
  virtual bool can_fill() const = 0;
  virtual void fill(const FillWord& beat) = 0;
  virtual bool can_control() const = 0;
  virtual void control(const ControlWord& beat) = 0;
  /// Next reply to send, or nullopt; `pop_reply` consumes it.
  virtual std::optional<ReplyWord> reply() const = 0;
  virtual void pop_reply() = 0;

  /// Notifies the unit of a store to this word by another source, in memory order, before the next `tick`.
  /// For units that keep values of words.
  virtual void stored(Address /*word*/) {}
  /// As `stored`, for any set of words.
  virtual void stored_anywhere() {}

  /// One commit-unit clock cycle. Cheap when nothing is queued and `busy()` is false.
  virtual void tick(WordPort& memory) = 0;
  virtual bool busy() const = 0;
  /// Retire pointer: every older ID has retired here.
  virtual CommitId retired() const = 0;
  /// Pointers of the stages. Default: all at the retire pointer.
  virtual CommitPointers pointers() const {
    const CommitId id = retired();
    return {id, id, id, id, id, id, id};
  }

  /// One line with every pointer of the ring, for reports of stuck runs.
  virtual std::string describe() const = 0;
};

/// Grant of contiguous commit IDs to the lanes of a warp.
struct IdGrant {
  CommitId first = 0;                  ///< of the lowest lane; the others follow
  std::vector<CommitId> at_partition;  ///< by partition: first ID in its own order; empty: units use `first`

  bool operator==(const IdGrant&) const = default;
};

/// All IDs granted up to some moment
struct IdCut {
  CommitId end = 0;                    ///< next ID at that moment
  std::vector<CommitId> at_partition;  ///< next ID of each partition's own order
};

/// Allocator of contiguous commit IDs: one order for all units, or beside it a dense order of each partition
/// for the IDs with a log there.
class CommitIdVendor {
 public:
  virtual ~CommitIdVendor() = default;
  /// Requests IDs for `lanes` (1..64) lanes of a warp of `core`; `touching[p]` of them have a log at
  /// partition p. At most one request per core is outstanding.
  virtual void request(unsigned core, unsigned lanes, std::span<const std::uint8_t> touching) = 0;
  /// IDs granted to `core`, returned once; nullopt until then.
  virtual std::optional<IdGrant> granted(unsigned core) = 0;
  /// Reports a unit's retire pointer, in the order that the unit uses. IDs older than all retire pointers may
  /// be granted again one ID space later.
  virtual void retired(unsigned partition, CommitId id) = 0;
  /// Every older ID has retired in all units; credits are returned up to this ID.
  virtual CommitId retired_everywhere() const = 0;
  /// A cut taken since the last call. Only vendors with orders of the partitions take cuts.
  virtual std::optional<IdCut> cut() { return std::nullopt; }
  /// From now on `granted` and `retired_everywhere` return their values after the next tick, which do not
  /// depend on reports until then. A request made from now on belongs to the tick after that.
  virtual void announce() = 0;
  /// One cycle, with or without a preceding `announce`.
  virtual void tick() = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::tm
