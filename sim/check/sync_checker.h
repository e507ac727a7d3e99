// Barriers that part of a block misses: its threads have ended, or are at another barrier.
#pragma once

#include <array>
#include <vector>

#include "check/findings.h"
#include "core/access_observer.h"

namespace gputm::check {

class SyncChecker final : public core::AccessObserver {
 public:
  explicit SyncChecker(Reports& reports) : reports_(reports) {}

  void launch_begins(const MachineConfig& machine, const memory::BackingStore& memory,
                     const core::BlockShape& shape) override;
  void block_begins(unsigned core, unsigned slot, std::uint32_t block) override;
  void waits_at_barrier(const core::Warp& warp) override;
  void leaves_barrier(unsigned core, unsigned slot) override;
  void returns(const core::Warp& warp) override;
  void ends(const core::Warp& warp, LaneMask lanes) override;

 private:
  struct Block {
    std::vector<Action> waiting;  ///< a thread at each barrier
    std::vector<Action> ended;    ///< a thread for each place of an end
  };
  static void note(std::vector<Action>& actions, const Action& action);
  Block& block_of(const core::Warp& warp) { return blocks_[warp.csrs.core_id * slots_ + warp.block]; }
  std::array<Address, kMaxLanes>& returns_of(const core::Warp& warp) {
    return returns_[warp.csrs.core_id * warps_ + warp.csrs.warp_id];
  }

  Reports& reports_;
  unsigned slots_ = 0, warps_ = 0;
  std::vector<Block> blocks_;                            ///< by core and block slot
  std::vector<std::array<Address, kMaxLanes>> returns_;  ///< by core, warp slot and lane: last return
};

}  // namespace gputm::check
