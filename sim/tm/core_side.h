// A TM system's part at a core (CoreSide, one object per core, made by the system). Calls are per warp
// instruction, never per lane.
//
// Control goes one way: the core calls the side, and the side answers by its results and by events
// (tm/attempt_events.h), which the core takes after the call. An attempt goes through
//   begin [-> Admitted] -> load, store -> commit -> Decided [-> follow -> Followed] -> settle.
// On a GPU with two systems, the system of global memory gets `commit` and decides; the system of local
// memory gets `follow`. The core keeps the SIMT stack, registers, undo of private memory, time accounting and
// the records for the history. The system keeps the state of its algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/types.h"
#include "isa/instruction.h"
#include "memory/packet.h"
#include "tm/core_ports.h"

namespace gputm::tm {

/// A load, store or atomic of a warp to the memory that the system serves: inside a transaction, or any
/// access if the system holds the memory. The access is in flight and held open until the call returns. Its
/// `address` and `data` are set, its `lanes` are not.
struct TxAccess {
  WarpId warp;
  AccessId handle;
  const isa::Instruction& instruction;
  LaneMask lanes = 0;

  TxAccess without(LaneMask others) const { return {warp, handle, instruction, lanes & ~others}; }
};

/// What the warp waits for before its next instruction
enum class Wait : std::uint8_t {
  kNothing,
  kAccesses,  ///< its accesses are complete
  kWalk       ///< the walk of its logs has ended, which `Walked` reports (counted as execution)
};

/// Result of a transactional access
struct Accessed {
  LaneMask conflicts = 0;  ///< lanes that abort; the access continues without them
  Wait wait = Wait::kNothing;
};

/// Part of a TM system at one core
class CoreSide {
 public:
  virtual ~CoreSide() = default;

  // An attempt, in order
  /// Lanes, among those waiting for an attempt, that form the next one; never empty.
  virtual LaneMask next_attempt(LaneMask waiting) const { return waiting; }
  /// Starts an attempt of the warp. False: it waits for `Admitted` (counted as concurrency control).
  virtual bool begin(WarpId warp, Cycle now) = 0;
  /// Reason why the warp's attempt cannot make this access (a log without a free row), or nothing.
  virtual std::optional<std::string> full(WarpId warp, const isa::Instruction& access) const = 0;
  /// Executes the access: sends its lanes to memory or completes them.
  virtual Accessed load(const TxAccess& access) = 0;
  virtual Accessed store(const TxAccess& access) = 0;
  /// An access owned by the system (WarpAccess::owner) is complete.
  virtual void complete(AccessId access, Cycle now) = 0;
  /// Requests a commit of the lanes. Answered by `Decided` for every lane.
  virtual void commit(WarpId warp, LaneMask lanes, Cycle now) = 0;
  /// Requests validation, for the watchdog: whether the values read by the lanes are still consistent.
  /// Publishes nothing. Answered by `Decided` for every lane, or by `Validated`.
  virtual void validate(WarpId warp, LaneMask lanes, Cycle now) = 0;
  /// The last access of a warp that commits or validates is complete.
  virtual void drained(WarpId warp, Cycle now) = 0;
  /// The outcome of these lanes' attempts takes effect: releases what they held, undoes the writes of aborted
  /// lanes.
  virtual void settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) = 0;
  /// Whether an attempt can continue on inconsistent values, so that the watchdog must validate it.
  virtual bool can_be_doomed() const { return true; }
  /// Maximum wait of a warp after a failed attempt, in core cycles, where `tx.backoff_cycles` sets none.
  virtual unsigned backoff_cycles() const { return 0; }
  /// What the warp waits for while it commits or validates, for reports of stuck runs; part of a line.
  virtual std::string describe(WarpId warp) const = 0;

  // Arrivals and time
  /// A message from the system's side at a partition.
  virtual void reply(const memory::Packet& packet, Cycle now) = 0;
  /// A log line that missed in the L1 has arrived.
  virtual void line_arrived(std::uint32_t waiter) = 0;
  /// One core cycle, before and after the load-store unit. Called only while `busy`. True: called again in
  /// this cycle, after the core has taken the events on which the rest of its work depends.
  virtual bool tick(Cycle now) = 0;
  virtual bool late_tick(Cycle now) = 0;
  virtual bool busy() const = 0;
  // Calls that touch only state of the core, apart from reading what others change only between cycles: they
  // can come in parallel with those of other cores
  /// Whether `load`, `store`, `full` and LocalMemory's `plain_access` and `unperformed` are such calls, and
  /// find no conflicts, and `busy` is changed by other cores only between cycles.
  virtual bool accesses_alone() const { return false; }
  /// Whether `complete` is one for this access, and reports no event.
  virtual bool completes_alone(AccessId /*access*/) const { return false; }
  /// What earlier calls have left to do, if that is such a call. Called at the beginning of a cycle while
  /// `busy`, or not at all.
  virtual void catch_up() {}
  /// Beginning of a `tick` that follows in this cycle: as much as is such a call. Called only while `busy`,
  /// which holds until `tick`.
  virtual void start_tick(Cycle /*now*/) {}
  /// Whether the side may become busy, or report events, outside of the core's calls: when other cores or its
  /// system act. An idle core need not poll sides that do not.
  virtual bool acts_by_itself() const { return true; }
};

/// Start of a block on a core
struct BlockStart {
  std::uint32_t id = 0;            ///< index in the grid
  unsigned slot = 0;               ///< block slot of the core; the lowest free one
  LaneMask warps = 0;              ///< warp slots of the core, in the order of the block's warps
  std::uint32_t shared_bytes = 0;  ///< bytes of local memory
};

/// A core's local memory (LDS) with transactions: a system of local memory holds that memory itself
class LocalMemory : public CoreSide {
 public:
  /// A block starts with zeroed local memory.
  virtual void start_block(const BlockStart& block, Cycle now) = 0;
  /// A load, store or atomic outside of transactions. It stays in flight until the system releases it.
  virtual void plain_access(const TxAccess& access, Cycle now) = 0;
  /// Whether the warp has accesses to local memory that have not taken effect; its barrier waits for them.
  virtual bool unperformed(WarpId warp) const = 0;
  /// Beside a system of global memory, after it has decided the attempt: the lanes at the end of the attempt
  /// commit or abort. Until now they have held what they accessed; from now on committed writes are visible
  /// to others and aborted writes are undone. Answered by `Followed`; `settle` follows.
  virtual void follow(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) = 0;
};

}  // namespace gputm::tm
