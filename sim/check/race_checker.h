// Accesses to the same bytes, at least one of them a write, by warps between which nothing orders them: no
// barrier, no atomic operation or release, no transactions in conflict, no launch. docs/guide/checkers.md has
// the rules.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/access_cells.h"
#include "check/clock.h"
#include "check/findings.h"
#include "core/access_observer.h"

namespace gputm::check {

class RaceChecker final : public core::AccessObserver {
 public:
  explicit RaceChecker(Reports& reports) : reports_(reports) {}

  void launch_begins(const MachineConfig& machine, const memory::BackingStore& memory,
                     const core::BlockShape& shape) override;
  void launch_ends() override;
  void block_begins(unsigned core, unsigned slot, std::uint32_t block) override;
  void waits_at_barrier(const core::Warp& warp) override;
  void leaves_barrier(unsigned core, unsigned slot) override;
  void ends(const core::Warp& warp, LaneMask lanes) override;
  void accesses(const core::Warp& warp, const core::LaneSpaces& spaces,
                const memory::WarpAccess& access) override;
  void completes(const core::Warp& warp, const memory::WarpAccess& access) override;
  void fences(const core::Warp& warp) override;
  void asks_to_commit(const core::Warp& warp) override;
  void attempt_ends(const core::Warp& warp, unsigned lane, bool commits) override;

 private:
  /// Word through which threads synchronize
  struct Sync {
    Clock writers;
    std::unique_ptr<Clock> readers;  ///< transactions; null: none
    bool released = false;           ///< by a plain store
  };
  /// Access of a transaction, until its outcome
  struct Pending {
    Address address = 0;
    AccessCell cell;
  };
  struct WarpState {
    Actor actor = ~Actor{0};
    Time launch = 0;  ///< `base_` of the actor's launch
    Clock clock;
    Time fenced = 0;                            ///< last fence
    bool behind_fence = false;                  ///< nothing but stores since then
    Time asked = 0;                             ///< last request to commit
    std::vector<std::vector<Pending>> pending;  ///< by lane
  };
  struct BlockState {
    Time begun = 0;
    LaneMask waiting = 0;  ///< warps at the barrier
    Clock ended;           ///< of warps with lanes that have ended
    std::vector<WordCells> cells;
  };

  WarpState& state_of(const core::Warp& warp);
  std::size_t block_of(const core::Warp& warp) const { return warp.csrs.core_id * slots_ + warp.block; }
  std::uint64_t sync_key(const core::Warp& warp, Address address) const;
  Sync& sync(std::uint64_t key);
  const Sync* find_sync(std::uint64_t key) const;
  void access_lane(const core::Warp& warp, WarpState& state, Address address, unsigned bytes, isa::Wide value,
                   AccessCell cell);
  void access_word(const core::Warp& warp, WarpState& state, Address address, const AccessCell& cell);
  bool ordered(const WarpState& state, const AccessCell& earlier, const AccessCell& cell) const;
  void found(const AccessCell& cell, const AccessCell& earlier, Address address);
  void check_lanes(const core::Warp& warp, LaneMask lanes, const memory::WarpAccess& access);
  Action action(const AccessCell& cell) const;
  bool relaxed(Address pc);

  Reports& reports_;
  const isa::Program* program_ = nullptr;
  std::unordered_map<Address, bool> relaxed_;  ///< by pc of the program
  std::uint64_t relaxed_of_ = 0;               ///< its ID
  Time now_ = 0;                               ///< number of releases so far
  Time base_ = 1;                              ///< begin of the launch
  unsigned warps_per_core_ = 0, slots_ = 0;
  std::uint32_t block_threads_ = 1, warps_per_block_ = 1, warp_width_ = 1;
  std::size_t shared_words_ = 0;         ///< of a block
  std::vector<WarpState> warps_;         ///< by core and warp slot
  std::vector<BlockState> blocks_;       ///< by core and block slot
  std::vector<std::uint32_t> place_of_;  ///< by actor: index in warps_
  CellMemory global_;
  std::unordered_map<std::uint64_t, std::uint32_t> sync_index_;
  std::vector<std::unique_ptr<Sync>> syncs_;
  bool any_release_ = false;
  /// Plain loads beside atomics, by both pcs, until the end of the launch
  struct Beside {
    Action load, atomic;
    Bytes bytes;
    std::uint64_t count = 0;
    bool load_first = false;
  };
  std::map<std::pair<Address, Address>, Beside> beside_atomics_;
  std::set<Address> polls_;  ///< loads whose value is no promise: polled, or checked by an atomic
};

}  // namespace gputm::check
