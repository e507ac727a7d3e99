// The interface of a memory partition's commit unit and of the commit-id vendor, as the GPU model sees them.
// The implementations wrap Verilated RTL (sim/engines/kilo).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tm/commit_messages.h"
#include "tm/commit_watcher.h"

namespace gputm::tm {

/// Words that one access can read or write together: an aligned block of 32 bytes.
using MemoryBlock = std::array<Word, 8>;

/// The commit unit's way to memory: the word ports of its L2 slice. Values are exchanged here; `read` and
/// `write` are called at most once per cycle each, and their effect is ordered when they return.
class WordPort {
 public:
  virtual ~WordPort() = default;
  virtual bool can_read() const = 0;
  virtual Word read(Address address,
                    std::uint32_t tag) = 0;  ///< value at this point; `tag` returns by `response()`
  virtual std::optional<std::uint32_t> response() = 0;  ///< tag of an arrived read; consumed by the call
  virtual bool can_write() const = 0;
  virtual void write(Address address, Word value) = 0;
  /// As `read` and `write`, in their place, for the block at `address`; of a write, the words that `mask`
  /// names. Only units that merge accesses ask for it, and only memories that say so have it.
  virtual MemoryBlock read_block(Address, std::uint32_t /*tag*/) { throw Error("a memory without blocks"); }
  virtual void write_block(Address, std::uint8_t /*mask*/, const MemoryBlock&) {
    throw Error("a memory without blocks");
  }
  /// The same write for a block that is at `local` in the partition's memory, wherever its address says.
  virtual void write_block_at(Address address, std::uint8_t mask, const MemoryBlock& values,
                              Address /*local*/) {
    write_block(address, mask, values);
  }
  /// How many writes have been answered, in the order in which they were accepted. A memory that does not
  /// tell answers at once.
  virtual std::uint64_t writes_answered() const { return ~std::uint64_t{0}; }
  /// A hint for the host's sake, without any effect on the model: this word will be read soon.
  virtual void expect_read(Address /*address*/) const {}
};

class CommitUnit {
 public:
  virtual ~CommitUnit() = default;

  /// Input queues of the unit, in beats; the caller keeps a packet until all its beats are in.
  virtual bool can_fill() const = 0;
  virtual void fill(const FillWord& beat) = 0;
  virtual bool can_control() const = 0;
  virtual void control(const ControlWord& beat) = 0;
  /// The reply to send next, or nullopt; `pop_reply` consumes it.
  virtual std::optional<ReplyWord> reply() const = 0;
  virtual void pop_reply() = 0;

  /// Somebody else has stored to this word; called in the order of memory, before the next `tick`. For units
  /// that keep values of words.
  virtual void stored(Address /*word*/) {}
  /// The same, to any words.
  virtual void stored_anywhere() {}

  /// One commit-unit clock cycle. Cheap when nothing is queued and `busy()` is false.
  virtual void tick(WordPort& memory) = 0;
  virtual bool busy() const = 0;
  /// Every id older than this one has retired here.
  virtual CommitId retired() const = 0;
  /// Where its stages stand; a unit that does not tell has them all where it retires.
  virtual CommitPointers pointers() const {
    const CommitId id = retired();
    return {id, id, id, id, id, id, id};
  }

  /// One line with every pointer of the ring, for stuck-run reports.
  virtual std::string describe() const = 0;
};

/// Hands out contiguous commit ids.
class CommitIdVendor {
 public:
  virtual ~CommitIdVendor() = default;
  /// Asks for `count` (1..64) contiguous ids for `core`; at most one request per core is outstanding.
  virtual void request(unsigned core, unsigned count) = 0;
  /// The first id granted to `core`, once; nullopt until then.
  virtual std::optional<CommitId> granted(unsigned core) = 0;
  /// Reports a unit's retire pointer; ids older than all of them may be handed out again one id space later.
  virtual void retired(unsigned partition, CommitId id) = 0;
  /// Every id older than this one has retired in all units: what credits are returned by.
  virtual CommitId retired_everywhere() const = 0;
  /// `granted` and `retired_everywhere` say from now on what they say after the next tick, since neither
  /// depends on what is reported until then. A request made from now on is one of the tick after that.
  virtual void announce() = 0;
  /// One cycle, announced or not.
  virtual void tick() = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::tm
