// Transactions of a warp in the core's view: one per lane, all in the same attempt.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/types.h"
#include "isa/warp_registers.h"
#include "tm/warp_log.h"

namespace gputm::core {

/// One word of private memory before a store inside the transaction
struct PrivateUndo {
  unsigned lane = 0;
  Address physical = 0;
  Word before = 0;
};

struct Transaction {
  explicit Transaction(unsigned width) : snapshot(width) {}

  isa::WarpRegisters snapshot;    ///< registers at tx.begin, restored to lanes that abort
  tm::WarpLogs logs;              ///< logs of the deciding TM system
  tm::WarpLogs local_logs;        ///< logs of the system of local memory beside it
  std::vector<PrivateUndo> undo;  ///< oldest first
  std::array<std::uint32_t, kMaxLanes>
      nesting{};  ///< tx.begin minus tx.commit of each lane inside the outermost
  std::array<std::uint32_t, kMaxLanes>
      attempts{};  ///< attempts that the lane's thread made before the current one
  std::array<std::uint64_t, kMaxLanes>
      snapshots{};                ///< under snapshot isolation: snapshot of each lane's attempt
  std::uint64_t stores_seen = 0;  ///< under snapshot isolation: stores outside of transactions in it
  std::uint32_t begun = 0;        ///< number of the transaction in order of begin
  LaneMask inside = 0;            ///< lanes that executed tx.begin
  LaneMask lanes = 0;             ///< of these, lanes of the current attempt
  LaneMask undecided = 0;         ///< of these, lanes without an outcome (while committing or validating)
  LaneMask failed = 0;            ///< of these, lanes that failed
  bool deferred = false;          ///< the commit request waits until the warp's accesses are complete
  LaneMask conflicts = 0;         ///< of these, lanes that the system found in conflict; they abort soon
  Cycle attempt_start = 0;        ///< start, or end of the last validation
  unsigned issued = 0;            ///< instructions since then
  unsigned issues_due = 1;        ///< of these, minimum before the next check by the watchdog
  Cycle began = 0;                ///< start of the attempt, without its waits
  Cycle executed = 0;             ///< core cycles from there until the commit request of its lanes
  std::uint64_t instructions = 0, lane_instructions = 0;  ///< of the attempt: by warp, by lane
  Cycle attempt_cycles = 0;  ///< executing the current attempt, waits for concurrency control left out
  LaneMask asked = 0;        ///< lanes that abort on request of the kernel
  LaneMask leaving = 0;      ///< of these, lanes that do not run the transaction again
  unsigned failures = 0;     ///< attempts of the warp's transaction in which a lane failed
  unsigned outcomes = 0;     ///< outcomes of the attempt's lanes, without those requested by the kernel
  unsigned commits = 0;      ///< of these, commits
  unsigned started_register =
      0;  ///< register that tells a lane whether it is in the transaction or has left it; x0: none
  LaneMask bad_lanes = 0;  ///< lanes with an action possible only in a doomed attempt: bad address, trap ...
  std::string bad_access;  ///< description for the lowest of them
  bool log_full = false;   ///< the access needed a row in a full log of the warp
  bool alone = false;      ///< lanes of the transaction run their attempts one at a time
};

}  // namespace gputm::core
