// A warp's transactions as the core sees them: one per lane, all in the same attempt.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/types.h"
#include "isa/warp_registers.h"
#include "tm/warp_log.h"

namespace gputm::core {

/// One word of private memory as it was before a store inside the transaction.
struct PrivateUndo {
  unsigned lane = 0;
  Address physical = 0;
  Word before = 0;
};

struct Transaction {
  explicit Transaction(unsigned width) : snapshot(width) {}

  isa::WarpRegisters snapshot;    ///< registers at tx.begin, restored to lanes that abort
  tm::WarpLogs logs;              ///< kept by the TM system that decides
  tm::WarpLogs local_logs;        ///< by the one of local memory beside it
  std::vector<PrivateUndo> undo;  ///< oldest first
  std::array<std::uint32_t, kMaxLanes>
      nesting{};  ///< tx.begin minus tx.commit of each lane inside the outermost
  std::array<std::uint32_t, kMaxLanes>
      attempts{};  ///< attempts that the lane's thread made before the current one
  std::array<std::uint64_t, kMaxLanes>
      snapshots{};                ///< under snapshot isolation: what each lane's attempt reads
  std::uint64_t stores_seen = 0;  ///< and of the history's stores outside of transactions
  std::uint32_t begun = 0;        ///< it is the one of this number to begin
  LaneMask inside = 0;            ///< lanes that executed tx.begin
  LaneMask lanes = 0;             ///< of these, lanes of the current attempt
  LaneMask undecided = 0;         ///< of these, lanes without an outcome (while committing or validating)
  LaneMask failed = 0;            ///< of these, lanes that failed
  bool deferred = false;    ///< the system is asked for the outcome when the warp's accesses are complete
  LaneMask conflicts = 0;   ///< of these, lanes that the system found in conflict; they abort soon
  Cycle attempt_start = 0;  ///< or the end of its last validation
  unsigned issued = 0;      ///< instructions since then
  unsigned issues_due = 1;  ///< of these, that must come before the watchdog looks at the attempt again
  Cycle began = 0;          ///< the attempt, its waits left out
  Cycle executed = 0;       ///< core cycles from there until its lanes wanted to commit
  std::uint64_t instructions = 0, lane_instructions = 0;  ///< of the attempt: the warp's, its lanes'
  Cycle attempt_cycles = 0;  ///< executing the current attempt, waits for concurrency control left out
  LaneMask asked = 0;        ///< lanes that abort because the kernel asks for it
  LaneMask leaving = 0;      ///< of these, lanes that do not run the transaction again
  unsigned failures = 0;     ///< attempts of the warp's transaction in which a lane failed
  unsigned outcomes = 0;     ///< of the attempt's lanes, without those that the kernel asked for
  unsigned commits = 0;      ///< of these
  unsigned started_register =
      0;                   ///< that tells a lane whether it is in the transaction or has left it; x0: none
  LaneMask bad_lanes = 0;  ///< lanes that did what only a doomed attempt may: a bad address, a trap ...
  std::string bad_access;  ///< what the lowest of them did, in words
  bool log_full = false;   ///< it was an access for which a log of the warp has no row
  bool alone = false;      ///< lanes of the transaction make their attempts one at a time
};

}  // namespace gputm::core
