// Memory instructions of a core: sends each lane's access to its address space, transactional ones to the TM
// system that serves it, and writes results to the registers. The load-store unit models the timing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// TM system sides at a core; null: none
struct CoreSides {
  tm::CoreSide* global = nullptr;    ///< of global memory, or of both memories
  tm::LocalMemory* local = nullptr;  ///< local memory with transactions of its own: all accesses go to it
  bool global_serves_local = false;  ///< `global` is of both memories
  /// Side that decides commits. With two, local memory follows the outcome of global memory.
  tm::CoreSide* deciding() const { return global != nullptr ? global : local; }
  /// Local memory, if it does not decide.
  tm::LocalMemory* following() const { return global != nullptr ? local : nullptr; }
  /// Side of transactional accesses to local memory.
  tm::CoreSide* of_local_accesses() const { return global_serves_local ? global : local; }
};

class MemoryUnit final : public tm::AccessPort {
 public:
  /// `warps`: warp slots of the core, at their final address.
  MemoryUnit(RequestPath& path, memory::BackingStore& memory, LaunchState& launch, unsigned core,
             std::vector<Warp>& warps, BlockTable& blocks);
  void attach(const CoreSides& sides) { sides_ = sides; }

  /// Whether lanes of a transaction must be validated before this access: a doomed attempt may have got there
  /// with inconsistent values, so the watchdog decides. Outside of transactions such an access is an error.
  /// Stores the reason in the warp's transaction.
  bool must_be_validated(unsigned warp, const isa::Instruction& instruction);
  /// For the instruction last checked by must_be_validated(): addresses by lane, and the lanes that access
  /// memory visible to others.
  std::span<const Address> addresses() const { return addresses_; }
  LaneMask visible() const { return spaces_.global | spaces_.shared; }
  struct Issued {
    AccessId access;
    bool complete = false;               ///< the caller completes it at once
    LaneMask conflicts = 0;              ///< lanes of the transaction that abort
    tm::Wait wait = tm::Wait::kNothing;  ///< before the warp's next instruction
  };
  /// Executes the load, store or atomic last checked by must_be_validated(), and advances the warp.
  Issued issue(unsigned warp, const isa::Instruction& instruction, Cycle now);

  // tm::AccessPort
  memory::WarpAccess& access(AccessId handle) override { return path_.accesses[handle]; }
  AccessId new_access(WarpId warp, isa::Op op) override;
  void issue_global(AccessId access, memory::PacketKind kind) override { lsu_.issue_global(access, kind); }
  void issue_private(AccessId access, bool write) override { lsu_.issue_private(access, write); }
  void hold(AccessId access) override { ++path_.accesses[access].segments; }

  /// Writes the results of the access to registers, except for those of the TM system, and frees it. Returns
  /// the access whose last part this was, which is then complete.
  std::optional<AccessId> finish(AccessId access, Cycle now);

  /// Physical address of the private word that a lane accesses at `address`.
  Address private_physical(unsigned warp, unsigned lane, Address address) const {
    return private_windows_.physical(core_, warp, lane, address);
  }

  LoadStoreUnit& lsu() { return lsu_; }
  const LoadStoreUnit& lsu() const { return lsu_; }
  std::uint64_t shared_conflict_cycles() const { return shared_conflict_cycles_; }
  void begin_launch();
  /// Moves due shared-memory accesses to the load-store unit's completed ones.
  void collect_shared(Cycle now) {
    if (!shared_accesses_.empty()) collect_due_shared(now);
  }
  bool busy() const { return lsu_.busy() || lsu_.next_hit() != ~Cycle{0} || !shared_accesses_.empty(); }

 private:
  void collect_due_shared(Cycle now);
  void access_private(unsigned warp, const isa::Instruction& instruction, LaneMask lanes, AccessId access);
  void access_shared(unsigned warp, const isa::Instruction& instruction, LaneMask lanes, AccessId access,
                     Cycle now);
  void take_further_operands(const isa::WarpRegisters& registers, const isa::Instruction& instruction,
                             memory::WarpAccess& access) const;
  unsigned perform_custom_atomic(memory::WarpAccess& access, unsigned lane, std::byte* word,
                                 std::span<std::uint8_t> turns);
  void shared_changed(unsigned slot, Address offset);
  void skip_bad();
  static void write_result(isa::WarpRegisters& registers, const memory::WarpAccess& access, unsigned lane,
                           isa::Wide result);
  void access_global(const isa::Instruction& instruction, LaneMask lanes, AccessId access);
  template <typename AccessSide>
  tm::Accessed access_system(unsigned warp, const isa::Instruction& instruction, LaneMask lanes,
                             AccessId access, Cycle now, AccessSide access_side);
  AccessId new_part(unsigned warp, AccessId whole, isa::Op op, LaneMask lanes, unsigned word);
  tm::Accessed access_transactional(tm::CoreSide& side, const tm::TxAccess& access);

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
  Cycle shared_free_ = 0;               ///< cycle from which the banks are free of all accesses so far
  std::vector<Address> addresses_;      ///< addresses of the instruction being issued, by lane
  LaneSpaces spaces_;                   ///< address spaces of that instruction
  SharedAtomics shared_atomics_;
  std::uint64_t shared_conflict_cycles_ = 0;
};

}  // namespace gputm::core
