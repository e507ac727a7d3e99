// KILO TM at a core: the log unit that commits (MICRO 2011 paper, section 4.4).
#pragma once

#include <memory>

#include "engines/common/private_log_core_side.h"
#include "engines/kilo/log_unit.h"

namespace gputm::engines::kilo {

class KiloCoreSide : public PrivateLogCoreSide {
 public:
  KiloCoreSide(const tm::CorePorts& core, CommitProtocol& protocol, std::unique_ptr<LogUnit> log_unit);

  void commit(WarpId warp, LaneMask lanes, Cycle now) override;
  void validate(WarpId warp, LaneMask lanes, Cycle now) override;
  void reply(const memory::Packet& packet, Cycle now) override;
  void line_arrived(std::uint32_t waiter) override { log_unit_->log_fill(waiter); }
  bool tick(Cycle now) override;
  bool late_tick(Cycle now) override;
  bool busy() const override { return log_unit_->busy(); }
  bool acts_by_itself() const override { return false; }
  std::string describe(WarpId warp) const override { return log_unit_->describe(warp); }

 protected:
  LogUnit& log_unit() { return *log_unit_; }

 private:
  CommitProtocol& protocol_;
  std::unique_ptr<LogUnit> log_unit_;
};

}  // namespace gputm::engines::kilo
