// KILO TM's log unit with the final outcomes of a warp merged into one packet: an outcome waits until those
// of all lanes of the warp are known, at most as long as the reply merger waits (reply_merger.sv has the
// reason for a limit).
#pragma once

#include <vector>

#include "engines/kilo/log_unit.h"

namespace gputm::engines::warptm {

class MergingLogUnit final : public kilo::LogUnit {
 public:
  /// `merge_timeout`: maximum wait in core cycles.
  MergingLogUnit(const tm::CorePorts& core, kilo::CommitProtocol& protocol, Cycle merge_timeout);

  void tick(Cycle now) override;
  bool busy() const override { return holding_ != 0 || LogUnit::busy(); }

 private:
  void final_known(WarpId warp, unsigned lane) override;
  void release(WarpId warp);

  struct Held {
    LaneMask lanes = 0;  ///< lanes with waiting final outcomes
    Cycle until = 0;     ///< set in the first cycle after a lane's outcome has come
    bool counted = false;
  };

  Cycle merge_timeout_;
  std::vector<Held> held_;  ///< by warp
  LaneMask holding_ = 0;    ///< warps with waiting outcomes
};

}  // namespace gputm::engines::warptm
