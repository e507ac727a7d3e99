// A core side whose transactions are decided in an instant, once the warp's accesses are complete: the
// baselines'.
#pragma once

#include "engines/common/logged_core_side.h"

namespace gputm::engines {

class InstantCoreSide : public LoggedCoreSide {
 public:
  using LoggedCoreSide::LoggedCoreSide;

  void commit(unsigned warp, LaneMask lanes, Cycle now) final;
  void validate(unsigned warp, LaneMask lanes, Cycle now) final;
  void drained(unsigned warp, Cycle now) final;
  std::string describe(unsigned warp) const final;

 protected:
  /// Decides the lanes' transactions in their order, publishes the writes of those that pass, and returns
  /// them.
  virtual LaneMask commit_now(unsigned warp, LaneMask lanes, Cycle now) = 0;
  /// Returns the lanes whose reads are still consistent.
  virtual LaneMask validate_now(unsigned warp, LaneMask lanes) = 0;
  /// The serial position of the next commit; `count` are taken.
  virtual std::uint64_t take_orders(unsigned count) = 0;

 private:
  void decide(unsigned warp, Cycle now);

  struct Waiting {
    LaneMask lanes = 0;
    bool validates = false;
  };
  std::array<Waiting, 64> waiting_{};  ///< by warp: for its accesses
};

}  // namespace gputm::engines
