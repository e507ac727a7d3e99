// Services of a core for the sides of its TM systems, one port for each concern. A side keeps the ports that
// it uses. Warps are slots of the core, 0..core.max_warps-1; cycles are core cycles. No call of a port calls
// a side.
#pragma once

#include <cstdint>
#include <string>

#include "base/machine_config.h"
#include "base/types.h"
#include "isa/instruction.h"
#include "isa/warp_registers.h"
#include "memory/access.h"
#include "memory/backing_store.h"
#include "memory/packet.h"
#include "tm/attempt_events.h"
#include "tm/counters.h"
#include "tm/warp_log.h"

namespace gputm::tm {

/// Warps and their attempts
class WarpPort {
 public:
  virtual ~WarpPort() = default;
  virtual WarpLogs& logs(WarpId warp) = 0;  ///< cleared by the core when an attempt starts
  /// Logs of a system that serves local memory only. Beside a system of global memory they are separate from
  /// `logs`, which that system sends to memory.
  virtual WarpLogs& local_logs(WarpId warp) = 0;
  virtual isa::WarpRegisters& registers(WarpId warp) = 0;
  virtual std::uint32_t first_thread(WarpId warp) const = 0;  ///< global thread id of lane 0
  virtual unsigned accesses_in_flight(WarpId warp) const = 0;
  /// Lanes that run the warp's attempt: neither failed nor waiting for the next attempt.
  virtual LaneMask attempt_lanes(WarpId warp) const = 0;
};

/// Memory accesses of warps
class AccessPort {
 public:
  virtual ~AccessPort() = default;
  virtual memory::WarpAccess& access(AccessId handle) = 0;
  /// Allocates another access of the warp, in flight from now on, without lanes or addresses yet.
  virtual AccessId new_access(WarpId warp, isa::Op op) = 0;
  /// Queues the access's lanes for the partitions: kRead, kWrite or kAtomic.
  virtual void issue_global(AccessId access, memory::PacketKind kind) = 0;
  /// As `issue_global`, for private memory and logs through the L1; `address` holds physical addresses.
  virtual void issue_private(AccessId access, bool write) = 0;
  /// Keeps an access open, while its side may still add parts, until `Released`. The last part completes it.
  virtual void hold(AccessId access) = 0;
};

/// Logs in private memory, behind the L1
class LogLinePort {
 public:
  virtual ~LogLinePort() = default;
  /// Queues the L1 write of a whole log line.
  virtual void write_log_line(Address line) = 0;
  /// One L1 access of a walk over logs, in `late_tick`. After a miss `CoreSide::line_arrived(waiter)`
  /// follows. kBusy: the L1 did not accept the access in this cycle.
  enum class LogRead : std::uint8_t { kBusy, kHit, kWaiting };
  virtual LogRead read_log_line(Address address, std::uint32_t waiter) = 0;
};

/// Messages to the system's sides at the partitions
class MessagePort {
 public:
  virtual ~MessagePort() = default;
  /// At most one packet of a core enters the crossbar in a cycle. Returns false if the packet was not
  /// accepted in this cycle.
  virtual bool send(const memory::Packet& packet) = 0;
};

/// Events of attempts
class EventPort {
 public:
  virtual ~EventPort() = default;
  /// The core takes the event when its call of the side returns; at once if the core has not called a side.
  virtual void report(const Event& event, Cycle now) = 0;
};

/// What a system adds to the history of a run
class HistoryPort {
 public:
  virtual ~HistoryPort() = default;
  /// Under snapshot isolation (System::isolates_snapshots): the attempts of these lanes read the state after
  /// all commits before `position`. No attempt without an outcome has a snapshot older than `oldest`.
  virtual void snapshot_taken(WarpId warp, LaneMask lanes, SerialPosition position,
                              SerialPosition oldest) = 0;
  /// Marks a serial position that no committed attempt has.
  virtual void skip_position(SerialPosition position) = 0;
  /// For systems that hold memory themselves: a write outside of transactions; `address` as in their logs,
  /// `moment` from its access.
  virtual void plain_write(Address address, Word value, std::uint32_t thread, std::uint32_t moment) = 0;
  /// An error that the system found in its memory, in one line.
  virtual void violation(const std::string& what) = 0;
};

/// All ports of a core, and its place in the machine
struct CorePorts {
  unsigned core;  ///< index of the core
  const MachineConfig& config;
  memory::BackingStore& memory;  ///< global memory, for systems that decide in zero time
  TransactionCounters& counters;
  WarpPort& warps;
  AccessPort& accesses;
  LogLinePort& log_lines;
  MessagePort& messages;
  EventPort& events;
  HistoryPort& history;
};

}  // namespace gputm::tm
