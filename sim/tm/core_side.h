// The interface between a core and its TM system: what the system does at a core (CoreSide, one object per
// core, made by the system), and what the core does for it (CorePort). Calls are per warp instruction, never
// per lane.
//
// The way of an attempt: begin -> load, store -> commit -> decide (of the port) -> settle. Where a GPU
// carries two systems, the one of global memory gets commit and decides, and the one of local memory gets
// follow. The core keeps the SIMT stack, registers, undo of private memory, time accounting and the records
// for the history; the system keeps what its algorithm is about.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/machine_config.h"
#include "base/types.h"
#include "isa/instruction.h"
#include "isa/warp_registers.h"
#include "memory/access.h"
#include "memory/backing_store.h"
#include "memory/packet.h"
#include "tm/counters.h"
#include "tm/warp_log.h"

namespace gputm::tm {

/// What a core does for its TM system. Warps are the core's slots, 0..core.max_warps-1; cycles are the
/// core's.
class CorePort {
 public:
  virtual ~CorePort() = default;

  virtual unsigned core() const = 0;  ///< its index
  virtual const MachineConfig& config() const = 0;
  virtual memory::BackingStore& memory() = 0;  ///< global memory, for systems that decide without time
  virtual TransactionCounters& transaction_counters() = 0;

  // A warp and its attempt
  virtual WarpLogs& logs(unsigned warp) = 0;  ///< emptied by the core when an attempt starts
  /// Those of a system that serves local memory alone. Beside another system they are apart from `logs`,
  /// which that one sends to memory.
  virtual WarpLogs& local_logs(unsigned warp) = 0;
  virtual isa::WarpRegisters& registers(unsigned warp) = 0;
  virtual std::uint32_t first_thread(unsigned warp) const = 0;  ///< global thread id of lane 0
  /// The block's shared memory (LDS), for systems that serve it.
  virtual std::span<std::byte> shared_memory(unsigned warp) = 0;
  virtual unsigned accesses_in_flight(unsigned warp) const = 0;

  // Memory
  virtual memory::WarpAccess& access(std::uint32_t handle) = 0;
  /// One more access of the warp, in flight from now on, without lanes or addresses yet.
  virtual std::uint32_t new_access(unsigned warp, isa::Op op) = 0;
  /// Queues the access's lanes for the partitions: kRead, kWrite or kAtomic.
  virtual void issue_global(std::uint32_t access, memory::PacketKind kind) = 0;
  /// The same for private memory and logs, through the L1; `address` holds physical addresses.
  virtual void issue_private(std::uint32_t access, bool write) = 0;
  /// Holds an access open while its owner may still add parts to it, and lets go: the last part completes it.
  virtual void hold(std::uint32_t access) = 0;
  virtual void let_go(std::uint32_t access, Cycle now) = 0;
  /// Queues the L1 write of a line of a log, written whole.
  virtual void write_log_line(Address line) = 0;
  /// One L1 access of a walk over logs, in `late_tick`. After a miss `line_arrived(waiter)` follows; kBusy:
  /// the L1 could not take it in this cycle.
  enum class LogRead : std::uint8_t { kBusy, kHit, kWaiting };
  virtual LogRead read_log_line(Address address, std::uint32_t waiter) = 0;
  /// A packet to the system's side at a partition; at most one packet of a core enters the crossbar in a
  /// cycle. False: not in this cycle.
  virtual bool send(const memory::Packet& packet) = 0;

  // Time of a warp
  /// The warp executes nothing until `resume`: its loads wait for a walk of its logs (counted as execution).
  virtual void wait_for_walk(unsigned warp) = 0;
  /// The warp executes nothing until its accesses are complete.
  virtual void wait_for_accesses(unsigned warp) = 0;
  virtual void resume(unsigned warp, Cycle now) = 0;

  // Outcomes
  /// The attempt that `CoreSide::begin` refused to start may run now.
  virtual void admit(unsigned warp, Cycle now) = 0;
  /// The same of some of its lanes; the others wait for the next attempt. At least one lane is left.
  virtual void admit_lanes(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// Lanes that run the warp's attempt: those that neither failed nor wait for the next one.
  virtual LaneMask attempt_lanes(unsigned warp) const = 0;
  /// Lanes of a running attempt turn out to be in conflict, after the call that made the access: they abort
  /// once the warp's accesses are complete.
  virtual void conflict(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// After commit() or validate(): `lanes` have their outcome; those in `passed` commit (or go on, after
  /// validate) with the serial positions first_order, first_order + 1 ... in the order of lanes, the others
  /// abort.
  virtual void decide(unsigned warp, LaneMask lanes, LaneMask passed, std::uint64_t first_order,
                      Cycle now) = 0;
  /// The two halves of decide() after commit(), for a system whose threads go on later: others hear of the
  /// outcomes of `lanes`; and, when all lanes have theirs, the warp goes on.
  virtual void record(unsigned warp, LaneMask lanes, LaneMask passed, std::uint64_t first_order,
                      Cycle now) = 0;
  virtual void go_on(unsigned warp, Cycle now) = 0;
  /// After commit(): the lane has written nothing and commits without a serial position of its own: just
  /// before `position`, which may lie behind positions that were used already (System::commits_silently).
  virtual void commit_silently(unsigned warp, unsigned lane, std::uint64_t position, Cycle now) = 0;
  /// After follow(): the outcomes have taken effect in local memory.
  virtual void followed(unsigned warp, Cycle now) = 0;
  /// After validate(): the outcome of the whole attempt at once.
  virtual void validated(unsigned warp, LaneMask failed, Cycle now) = 0;
  /// Under snapshot isolation (System::isolates_snapshots): these lanes' attempts read what the commits
  /// before this position have left, and no attempt without an outcome has an older snapshot than `oldest`.
  virtual void snapshot_taken(unsigned warp, LaneMask lanes, std::uint64_t position,
                              std::uint64_t oldest) = 0;
  /// No committed attempt has this serial position.
  virtual void skip_order(std::uint64_t order) = 0;
  /// For systems that hold memory themselves: a write outside of transactions, at `address` as their logs
  /// have it, and `moment` from its access; and whatever such a system finds wrong with its memory, in one
  /// line.
  virtual void plain_write(Address address, Word value, std::uint32_t thread, std::uint32_t moment) = 0;
  virtual void violation(const std::string& what) = 0;
  /// A plain access of the system's own memory has changed it (spinning warps are found by that).
  virtual void memory_changed() = 0;
};

/// A load, store or atomic of a warp, to the memory that the system serves: inside a transaction, or any if
/// the system holds the memory. The access is in flight and held open until the call returns; its `address`
/// and `data` are set, its `lanes` are not.
struct TxAccess {
  unsigned warp = 0;
  std::uint32_t handle = 0;
  const isa::Instruction& instruction;
  LaneMask lanes = 0;
};

/// A block that starts on a core.
struct BlockStart {
  std::uint32_t id = 0;            ///< in the grid
  unsigned slot = 0;               ///< of the core's blocks; the lowest that is free
  LaneMask warps = 0;              ///< the core's slots, in the order of the block's warps
  std::uint32_t shared_bytes = 0;  ///< of local memory
};

/// What a TM system does at one core.
class CoreSide {
 public:
  virtual ~CoreSide() = default;

  // Systems of local memory that hold it themselves (System::holds_memory)
  /// A block starts; its local memory is zero.
  virtual void start_block(const BlockStart& /*block*/, Cycle /*now*/) {}
  /// A load, store or atomic outside of transactions. It stays in flight until the system lets it go.
  virtual void plain_access(const TxAccess& /*access*/, Cycle /*now*/) {}
  /// Whether the warp has accesses to local memory that have not taken effect: its barrier waits for them.
  virtual bool unperformed(unsigned /*warp*/) const { return false; }
  /// Whether lanes can abort because the kernel asks for it: tx.abort, tx.retry.
  virtual bool can_be_left() const { return true; }

  /// Which of the lanes that wait for an attempt make the next one together; not none.
  virtual LaneMask next_attempt(LaneMask waiting) const { return waiting; }
  /// Whether an attempt can run on with values that do not fit together, so that the watchdog must validate
  /// it.
  virtual bool can_be_doomed() const { return true; }

  /// An attempt of the warp starts. False: it must wait until CorePort::admit (counted as concurrency
  /// control).
  virtual bool begin(unsigned warp, Cycle now) = 0;
  /// Why the warp's attempt cannot take this access, or nothing: a log that needs a row for it is full.
  virtual std::optional<std::string> full(unsigned warp, const isa::Instruction& access) const = 0;
  /// Executes the access: gives its lanes their way to memory or completes them. Returns the lanes that are
  /// in conflict and abort; the access goes on without them.
  virtual LaneMask load(const TxAccess& access) = 0;
  virtual LaneMask store(const TxAccess& access) = 0;
  /// An access that the system owns (WarpAccess::owner) is complete.
  virtual void complete(std::uint32_t access, Cycle now) = 0;
  /// The lanes want to commit. Answered by CorePort::decide, for all lanes sooner or later.
  virtual void commit(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// The watchdog wants to know whether what the lanes have read is still consistent; nothing may be
  /// published. Answered by CorePort::decide or CorePort::validated.
  virtual void validate(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// The last access of a warp that commits, validates or aborts is complete.
  virtual void drained(unsigned warp, Cycle now) = 0;
  /// A system of local memory beside one of global memory, which has decided the attempt: the lanes that have
  /// come to its end commit or abort. Until now they have held what they accessed; from now on the committed
  /// ones' writes are others' to see, and the aborted ones' are undone. Answered by CorePort::followed;
  /// `settle` comes then.
  virtual void follow(unsigned /*warp*/, LaneMask /*committed*/, LaneMask /*aborted*/, Cycle /*now*/) {}
  /// The outcome of these lanes' attempts takes effect now: release what they held, undo what the aborted
  /// ones did.
  virtual void settle(unsigned warp, LaneMask committed, LaneMask aborted, Cycle now) = 0;

  /// A message from the system's side at a partition.
  virtual void reply(const memory::Packet& packet, Cycle now) = 0;
  /// A log line that missed the L1 is there.
  virtual void line_arrived(std::uint32_t waiter) = 0;
  /// A core cycle, before the load-store unit's turn and after it. Called only while `busy`.
  virtual void tick(Cycle now) = 0;
  virtual void late_tick(Cycle now) = 0;
  virtual bool busy() const = 0;
  /// Whether it may become busy, or call its core, otherwise than in the core's calls: when other cores or
  /// its system act. A core at rest need not ask those that do not.
  virtual bool acts_by_itself() const { return true; }
  /// What the warp waits for while it commits or validates, for reports of stuck runs: part of a line.
  virtual std::string describe(unsigned warp) const = 0;
};

}  // namespace gputm::tm
