// Observer of a launch: what its threads do to memory and at barriers. The core calls it at issue, so in the
// program order of each warp; it has no effect on the core but for refused accesses.
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"
#include "core/block_table.h"
#include "core/lane_spaces.h"
#include "core/warp.h"
#include "isa/instruction.h"
#include "memory/access.h"
#include "memory/backing_store.h"

namespace gputm::core {

class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  AccessObserver() = default;
  AccessObserver(const AccessObserver&) = delete;
  AccessObserver& operator=(const AccessObserver&) = delete;

  // The host's side
  /// Bytes to leave free behind each allocation, a multiple of 256.
  virtual std::size_t guard_bytes() const { return 0; }
  virtual void allocated(const memory::Allocation& /*allocation*/) {}
  virtual void host_wrote(Address /*address*/, std::size_t /*bytes*/) {}
  virtual void launch_begins(const MachineConfig& /*machine*/, const memory::BackingStore& /*memory*/,
                             const BlockShape& /*shape*/) {}
  /// Also after a launch that has failed.
  virtual void launch_ends() {}

  // Blocks
  virtual void block_begins(unsigned /*core*/, unsigned /*slot*/, std::uint32_t /*block*/) {}
  /// The top's lanes wait at the barrier at its pc.
  virtual void waits_at_barrier(const Warp& /*warp*/) {}
  /// The barrier of the block is over.
  virtual void leaves_barrier(unsigned /*core*/, unsigned /*slot*/) {}
  /// The top's lanes return from a function, by the instruction at its pc.
  virtual void returns(const Warp& /*warp*/) {}
  /// These lanes end.
  virtual void ends(const Warp& /*warp*/, LaneMask /*lanes*/) {}

  // Accesses
  /// Lanes of an illegal access by the warp's next instruction. Returns true if they shall skip it and go on,
  /// which they cannot in a transaction; false if the run shall fail.
  virtual bool refused(const Warp& /*warp*/, LaneMask /*lanes*/, const std::string& /*what*/) {
    return false;
  }
  /// The warp's next instruction is about to access memory, with the operands in `access`.
  virtual void accesses(const Warp& /*warp*/, const LaneSpaces& /*spaces*/,
                        const memory::WarpAccess& /*access*/) {}
  /// A load or atomic operation of global memory is complete, in the lanes of `access`.
  virtual void completes(const Warp& /*warp*/, const memory::WarpAccess& /*access*/) {}
  virtual void fences(const Warp& /*warp*/) {}

  // Transactions
  /// The lanes of Transaction::lanes ask for their commits. Called again if they had to wait.
  virtual void asks_to_commit(const Warp& /*warp*/) {}
  virtual void attempt_ends(const Warp& /*warp*/, unsigned /*lane*/, bool /*commits*/) {}
};

}  // namespace gputm::core
