// Memory instructions of a core: each lane's access goes to its address space, transactional ones to the TM
// system that serves it, and comes back into the registers. Timing of the way is the load-store unit's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"
#include "core/block_table.h"
#include "core/lane_spaces.h"
#include "core/launch_state.h"
#include "core/load_store_unit.h"
#include "core/private_windows.h"
#include "core/request_path.h"
#include "core/shared_atomics.h"
#include "core/warp.h"
#include "memory/backing_store.h"
#include "tm/core_side.h"

namespace gputm::core {

/// The TM system's sides at a core, one for each memory that transactions cover; null: none.
struct CoreSides {
  tm::CoreSide* global = nullptr;
  tm::CoreSide* local = nullptr;
  bool holds_local = false;  ///< `local` is the local memory itself: all accesses go there
  /// The one that decides commits: with both, local memory follows global memory's outcome.
  tm::CoreSide* deciding() const { return global != nullptr ? global : local; }
  /// The one of local memory, if it does not decide.
  tm::CoreSide* following() const { return global != nullptr ? local : nullptr; }
};

class MemoryUnit {
 public:
  /// `warps`: the core's slots, at their final address.
  MemoryUnit(RequestPath& path, memory::BackingStore& memory, LaunchState& launch, unsigned core,
             std::vector<Warp>& warps, BlockTable& blocks);
  void attach(const CoreSides& sides) { sides_ = sides; }

  /// The lanes that a transaction must not let access what they want to, now: a doomed attempt may have come
  /// there with inconsistent values, so the watchdog decides. Outside of transactions it is an error. Leaves
  /// what is wrong in the warp's transaction; false: nothing.
  bool must_be_validated(unsigned warp, const isa::Instruction& instruction);
  /// Of the instruction that must_be_validated() has looked at: its addresses, by lane, and the lanes that
  /// access memory which others see.
  std::span<const Address> addresses() const { return addresses_; }
  LaneMask visible() const { return spaces_.global | spaces_.shared; }
  struct Issued {
    std::uint32_t access;
    bool complete;       ///< the caller completes it at once
    LaneMask conflicts;  ///< lanes of the transaction that abort
  };
  /// Executes the load, store or atomic that must_be_validated() has looked at, and advances the warp.
  Issued issue(unsigned warp, const isa::Instruction& instruction, Cycle now);

  std::uint32_t new_access(unsigned warp, isa::Op op);
  memory::WarpAccess& access(std::uint32_t handle) { return path_.accesses[handle]; }
  /// Puts what the access brought into registers, except for the TM system's, and forgets it.
  void finish(std::uint32_t access, Cycle now);

  /// Where the private word that a lane sees at `address` is in memory.
  Address private_physical(unsigned warp, unsigned lane, Address address) const {
    return private_windows_.physical(core_, warp, lane, address);
  }

  LoadStoreUnit& lsu() { return lsu_; }
  const LoadStoreUnit& lsu() const { return lsu_; }
  std::uint64_t shared_conflict_cycles() const { return shared_conflict_cycles_; }
  void begin_launch();
  /// Moves shared-memory accesses that are due into the load-store unit's completed ones.
  void collect_shared(Cycle now) {
    if (!shared_accesses_.empty()) collect_due_shared(now);
  }
  bool busy() const { return lsu_.busy() || lsu_.next_hit() != ~Cycle{0} || !shared_accesses_.empty(); }

 private:
  void collect_due_shared(Cycle now);
  void access_private(unsigned warp, const isa::Instruction& instruction, LaneMask lanes,
                      std::uint32_t access);
  void access_shared(unsigned warp, const isa::Instruction& instruction, LaneMask lanes, std::uint32_t access,
                     Cycle now);
  void take_further_operands(const isa::WarpRegisters& registers, const isa::Instruction& instruction,
                             memory::WarpAccess& access) const;
  unsigned perform_custom_atomic(memory::WarpAccess& access, unsigned lane, std::byte* word,
                                 std::span<std::uint8_t> turns);
  void shared_changed(unsigned slot, Address offset);
  void access_global(const isa::Instruction& instruction, LaneMask lanes, std::uint32_t access);
  LaneMask access_transactional(tm::CoreSide& side, unsigned warp, const isa::Instruction& instruction,
                                LaneMask lanes, std::uint32_t access);

  RequestPath& path_;
  memory::BackingStore& memory_;
  LaunchState& launch_;
  const CoreConfig& config_;
  unsigned core_;
  std::vector<Warp>& warps_;
  BlockTable& blocks_;
  CoreSides sides_;
  LoadStoreUnit lsu_;
  PrivateWindows private_windows_;
  struct Timed {
    Cycle done;
    std::uint32_t access;
  };
  std::vector<Timed> shared_accesses_;  ///< in flight
  Cycle shared_free_ = 0;               ///< when the banks have made the passes of all accesses so far
  std::vector<Address> addresses_;      ///< by lane, of the instruction being issued
  LaneSpaces spaces_;                   ///< of the same
  SharedAtomics shared_atomics_;
  std::uint64_t shared_conflict_cycles_ = 0;
};

}  // namespace gputm::core
