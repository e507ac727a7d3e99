// KILO TM's log unit, but with final outcomes in packets for the whole warp: a lane's waits until those of
// all lanes of the warp are known, or for as long as the reply merger waits (reply_merger.sv says why it must
// not wait for ever).
#pragma once

#include <vector>

#include "engines/kilo/log_unit.h"

namespace gputm::engines::warptm {

class MergingLogUnit final : public kilo::LogUnit {
 public:
  /// `patience`: core cycles.
  MergingLogUnit(tm::CorePort& core, kilo::CommitProtocol& protocol, Cycle patience);

  void tick(Cycle now) override;
  bool busy() const override { return holding_ != 0 || LogUnit::busy(); }

 private:
  void final_known(unsigned warp, unsigned lane) override;
  void release(unsigned warp);

  struct Held {
    LaneMask lanes = 0;  ///< whose final outcomes wait
    Cycle until = 0;     ///< set in the first cycle after a lane has come
    bool counted = false;
  };

  Cycle patience_;
  std::vector<Held> held_;  ///< by warp
  LaneMask holding_ = 0;    ///< warps that hold some
};

}  // namespace gputm::engines::warptm
