// KILO TM at a core: the log unit that commits (MICRO 2011 paper, section 4.4).
#pragma once

#include <memory>
#include <optional>

#include "engines/common/private_log_core_side.h"
#include "engines/eapg/conflict_checker.h"
#include "engines/kilo/log_unit.h"

namespace gputm::engines::kilo {

class KiloCoreSide : public PrivateLogCoreSide {
 public:
  KiloCoreSide(const tm::CorePorts& core, CommitProtocol& protocol, std::unique_ptr<LogUnit> log_unit);

  void commit(WarpId warp, LaneMask lanes, Cycle now) override;
  void validate(WarpId warp, LaneMask lanes, Cycle now) override;
  void reply(const memory::Packet& packet, Cycle now) override;
  void line_arrived(std::uint32_t waiter) override;
  bool tick(Cycle now) override;
  bool late_tick(Cycle now) override;
  bool busy() const override { return log_unit_->busy() || (conflicts_ && conflicts_->busy()); }
  bool accesses_alone() const override { return !conflicts_; }
  bool completes_alone(AccessId access) const override { return !conflicts_ && !is_walk(access); }
  bool acts_by_itself() const override { return false; }
  std::string describe(WarpId warp) const override;

 protected:
  LogUnit& log_unit() { return *log_unit_; }
  /// Commits lanes after the check for conflicts with writes in flight, if there is one.
  virtual void commit_checked(WarpId warp, LaneMask lanes) { log_unit_->commit(warp, lanes, false); }
  /// Part of `late_tick`: the check's cycle.
  void check_conflicts(Cycle now);

 private:
  void issue_read(AccessId access) override;

  CommitProtocol& protocol_;
  std::unique_ptr<LogUnit> log_unit_;
  std::optional<eapg::ConflictChecker> conflicts_;  ///< with kilo.eapg
};

}  // namespace gputm::engines::kilo
