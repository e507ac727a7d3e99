// Core side for the baselines: transactions are decided at once, when the warp's accesses are complete.
#pragma once

#include "engines/common/logged_core_side.h"

namespace gputm::engines {

class InstantCoreSide : public LoggedCoreSide {
 public:
  InstantCoreSide(const tm::CorePorts& core, Stores stores)
      : LoggedCoreSide(core, stores), memory_(core.memory), events_(core.events) {}

  void commit(WarpId warp, LaneMask lanes, Cycle now) final;
  void validate(WarpId warp, LaneMask lanes, Cycle now) final;
  void drained(WarpId warp, Cycle now) final;
  std::string describe(WarpId warp) const final;

 protected:
  memory::BackingStore& memory() { return memory_; }
  tm::EventPort& events() { return events_; }

  /// Decides the lanes' transactions in lane order, publishes the writes of those that pass, and returns
  /// these lanes.
  virtual LaneMask commit_now(WarpId warp, LaneMask lanes, Cycle now) = 0;
  /// Returns the lanes with consistent reads.
  virtual LaneMask validate_now(WarpId warp, LaneMask lanes) = 0;
  /// Allocates `count` serial positions; returns the first.
  virtual SerialPosition take_positions(unsigned count) = 0;

 private:
  void decide(WarpId warp, Cycle now);

  memory::BackingStore& memory_;
  tm::EventPort& events_;
  struct Waiting {
    LaneMask lanes = 0;
    bool validates = false;
  };
  std::array<Waiting, 64> waiting_{};  ///< for each warp: commit or validation waiting for its accesses
};

}  // namespace gputm::engines
