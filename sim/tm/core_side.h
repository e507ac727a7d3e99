// Interface between a core and its TM system: the system's part at a core (CoreSide, one object per core,
// made by the system) and the services of the core (CorePort). Calls are per warp instruction, never per
// lane.
// per lane.
//
// Sequence of an attempt: begin -> load, store -> commit -> CorePort::decide -> settle. On a GPU with two
// systems, the system of global memory gets commit and decides; the system of local memory gets follow. The
// core keeps the SIMT stack, registers, undo of private memory, time accounting and the records for the
// history. The system keeps the state of its algorithm.
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

/// Services of a core for its TM system. Warps are slots of the core, 0..core.max_warps-1; cycles are core
/// cycles.
class CorePort {
 public:
  virtual ~CorePort() = default;

  virtual unsigned core() const = 0;  ///< index of the core
  virtual const MachineConfig& config() const = 0;
  virtual memory::BackingStore& memory() = 0;  ///< global memory, for systems that decide in zero time
  virtual TransactionCounters& transaction_counters() = 0;

  // A warp and its attempt
  virtual WarpLogs& logs(unsigned warp) = 0;  ///< cleared by the core when an attempt starts
  /// Logs of a system that serves local memory only. Beside a system of global memory they are separate from
  /// `logs`, which that system sends to memory.
  virtual WarpLogs& local_logs(unsigned warp) = 0;
  virtual isa::WarpRegisters& registers(unsigned warp) = 0;
  virtual std::uint32_t first_thread(unsigned warp) const = 0;  ///< global thread id of lane 0
  /// Shared memory (LDS) of the block, for systems that serve it.
  virtual std::span<std::byte> shared_memory(unsigned warp) = 0;
  virtual unsigned accesses_in_flight(unsigned warp) const = 0;

  // Memory
  virtual memory::WarpAccess& access(std::uint32_t handle) = 0;
  /// Allocates another access of the warp, in flight from now on, without lanes or addresses yet.
  virtual std::uint32_t new_access(unsigned warp, isa::Op op) = 0;
  /// Queues the access's lanes for the partitions: kRead, kWrite or kAtomic.
  virtual void issue_global(std::uint32_t access, memory::PacketKind kind) = 0;
  /// As `issue_global`, for private memory and logs through the L1; `address` holds physical addresses.
  virtual void issue_private(std::uint32_t access, bool write) = 0;
  /// `hold` keeps an access open while its owner may still add parts; `let_go` releases it. The last part
  /// completes the access.
  virtual void hold(std::uint32_t access) = 0;
  virtual void let_go(std::uint32_t access, Cycle now) = 0;
  /// Queues the L1 write of a whole log line.
  virtual void write_log_line(Address line) = 0;
  /// One L1 access of a walk over logs, in `late_tick`. After a miss `line_arrived(waiter)` follows. kBusy:
  /// the L1 did not accept the access in this cycle.
  enum class LogRead : std::uint8_t { kBusy, kHit, kWaiting };
  virtual LogRead read_log_line(Address address, std::uint32_t waiter) = 0;
  /// Sends a packet to the system's side at a partition. At most one packet of a core enters the crossbar in
  /// a cycle. Returns false if it was not accepted in this cycle.
  virtual bool send(const memory::Packet& packet) = 0;

  // Time of a warp
  /// Stalls the warp until `resume`: its loads wait for a walk of its logs (counted as execution).
  virtual void wait_for_walk(unsigned warp) = 0;
  /// Stalls the warp until its accesses are complete.
  virtual void wait_for_accesses(unsigned warp) = 0;
  virtual void resume(unsigned warp, Cycle now) = 0;

  // Outcomes
  /// The attempt that `CoreSide::begin` refused may start now.
  virtual void admit(unsigned warp, Cycle now) = 0;
  /// As `admit`, for some of its lanes (at least one); the others wait for the next attempt.
  virtual void admit_lanes(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// Lanes that run the warp's attempt: neither failed nor waiting for the next attempt.
  virtual LaneMask attempt_lanes(unsigned warp) const = 0;
  /// Reports a conflict of lanes of a running attempt after the call that made the access. They abort once
  /// the warp's accesses are complete.
  virtual void conflict(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// Outcome of `lanes`, after commit() or validate(). Lanes in `passed` commit (after validate: continue)
  /// with the serial positions first_order, first_order + 1 ... in lane order; the others abort.
  virtual void decide(unsigned warp, LaneMask lanes, LaneMask passed, std::uint64_t first_order,
                      Cycle now) = 0;
  /// The two halves of decide() after commit(), for a system in which threads continue later: `record`
  /// publishes the outcomes of `lanes`; `go_on` resumes the warp when all lanes have an outcome.
  virtual void record(unsigned warp, LaneMask lanes, LaneMask passed, std::uint64_t first_order,
                      Cycle now) = 0;
  virtual void go_on(unsigned warp, Cycle now) = 0;
  /// After commit(): a lane without writes commits without a serial position of its own, just before
  /// `position`. `position` may be smaller than positions that were used already (System::commits_silently).
  virtual void commit_silently(unsigned warp, unsigned lane, std::uint64_t position, Cycle now) = 0;
  /// After follow(): the outcomes have taken effect in local memory.
  virtual void followed(unsigned warp, Cycle now) = 0;
  /// After validate(): outcome of the whole attempt at once.
  virtual void validated(unsigned warp, LaneMask failed, Cycle now) = 0;
  /// Under snapshot isolation (System::isolates_snapshots): the attempts of these lanes read the state after
  /// all commits before `position`. No attempt without an outcome has a snapshot older than `oldest`.
  virtual void snapshot_taken(unsigned warp, LaneMask lanes, std::uint64_t position,
                              std::uint64_t oldest) = 0;
  /// Marks a serial position that no committed attempt has.
  virtual void skip_order(std::uint64_t order) = 0;
  /// For systems that hold memory themselves. `plain_write`: a write outside of transactions; `address` as in
  /// their logs, `moment` from its access. `violation`: an error that the system found in its memory, in one
  /// line.
  virtual void plain_write(Address address, Word value, std::uint32_t thread, std::uint32_t moment) = 0;
  virtual void violation(const std::string& what) = 0;
  /// A plain access has changed the system's own memory (used to detect spinning warps).
  virtual void memory_changed() = 0;
};

/// A load, store or atomic of a warp to the memory that the system serves: inside a transaction, or any
/// access if the system holds the memory. The access is in flight and held open until the call returns. Its
/// `address` and `data` are set, its `lanes` are not.
struct TxAccess {
  unsigned warp = 0;
  std::uint32_t handle = 0;
  const isa::Instruction& instruction;
  LaneMask lanes = 0;
};

/// Start of a block on a core.
struct BlockStart {
  std::uint32_t id = 0;            ///< index in the grid
  unsigned slot = 0;               ///< block slot of the core; the lowest free one
  LaneMask warps = 0;              ///< warp slots of the core, in the order of the block's warps
  std::uint32_t shared_bytes = 0;  ///< bytes of local memory
};

/// Part of a TM system at one core.
class CoreSide {
 public:
  virtual ~CoreSide() = default;

  // Systems of local memory that hold it themselves (System::holds_memory)
  /// A block starts with zeroed local memory.
  virtual void start_block(const BlockStart& /*block*/, Cycle /*now*/) {}
  /// A load, store or atomic outside of transactions. It stays in flight until the system releases it.
  virtual void plain_access(const TxAccess& /*access*/, Cycle /*now*/) {}
  /// Whether the warp has accesses to local memory that have not taken effect; its barrier waits for them.
  virtual bool unperformed(unsigned /*warp*/) const { return false; }
  /// Whether lanes can abort on request of the kernel: tx.abort, tx.retry.
  virtual bool can_be_left() const { return true; }

  /// Lanes, among those waiting for an attempt, that form the next one; never empty.
  virtual LaneMask next_attempt(LaneMask waiting) const { return waiting; }
  /// Whether an attempt can continue on inconsistent values, so that the watchdog must validate it.
  virtual bool can_be_doomed() const { return true; }

  /// Starts an attempt of the warp. False: it must wait for CorePort::admit (counted as concurrency control).
  virtual bool begin(unsigned warp, Cycle now) = 0;
  /// Reason why the warp's attempt cannot make this access (a log without a free row), or nothing.
  virtual std::optional<std::string> full(unsigned warp, const isa::Instruction& access) const = 0;
  /// Executes the access: sends its lanes to memory or completes them. Returns the lanes that are in conflict
  /// and abort; the access continues without them.
  virtual LaneMask load(const TxAccess& access) = 0;
  virtual LaneMask store(const TxAccess& access) = 0;
  /// An access owned by the system (WarpAccess::owner) is complete.
  virtual void complete(std::uint32_t access, Cycle now) = 0;
  /// Requests a commit of the lanes. Answered by CorePort::decide for every lane.
  virtual void commit(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// Requests validation, for the watchdog: whether the values read by the lanes are still consistent.
  /// Publishes nothing. Answered by CorePort::decide or CorePort::validated.
  virtual void validate(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// The last access of a warp that commits, validates or aborts is complete.
  virtual void drained(unsigned warp, Cycle now) = 0;
  /// For a system of local memory beside one of global memory, after the latter has decided the attempt: the
  /// lanes at the end of the attempt commit or abort. Until now they have held what they accessed; from now
  /// on committed writes are visible to others and aborted writes are undone. Answered by CorePort::followed;
  /// `settle` follows.
  virtual void follow(unsigned /*warp*/, LaneMask /*committed*/, LaneMask /*aborted*/, Cycle /*now*/) {}
  /// The outcome of these lanes' attempts takes effect: releases what they held, undoes the writes of aborted
  /// lanes.
  virtual void settle(unsigned warp, LaneMask committed, LaneMask aborted, Cycle now) = 0;

  /// A message from the system's side at a partition.
  virtual void reply(const memory::Packet& packet, Cycle now) = 0;
  /// A log line that missed in the L1 has arrived.
  virtual void line_arrived(std::uint32_t waiter) = 0;
  /// One core cycle, before and after the load-store unit. Called only while `busy`.
  virtual void tick(Cycle now) = 0;
  virtual void late_tick(Cycle now) = 0;
  virtual bool busy() const = 0;
  /// Whether the side may become busy, or call its core, outside of the core's calls: when other cores or its
  /// system act. An idle core need not poll sides that do not.
  virtual bool acts_by_itself() const { return true; }
  /// What the warp waits for while it commits or validates, for reports of stuck runs; part of a line.
  virtual std::string describe(unsigned warp) const = 0;
};

}  // namespace gputm::tm
