// KILO TM at a core: logs in local memory with a filter of each thread's write set (MICRO 2011 paper, section
// 4.4), and the log unit that commits.
#pragma once

#include <memory>
#include <vector>

#include "engines/common/logged_core_side.h"
#include "engines/kilo/log_layout.h"
#include "engines/kilo/log_unit.h"
#include "tm/write_filter.h"

namespace gputm::engines::kilo {

class KiloCoreSide : public LoggedCoreSide {
 public:
  KiloCoreSide(const tm::CorePorts& core, CommitProtocol& protocol, std::unique_ptr<LogUnit> log_unit);

  bool begin(WarpId warp, Cycle now) override;
  void complete(AccessId access, Cycle now) override;
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
  const LogLayout& layout() const { return layout_; }

 private:
  void row_logged(WarpId warp, bool write, unsigned row) override;
  bool filter_errs(WarpId warp, unsigned lane, Address word) const override;
  tm::Wait search(const tm::TxAccess& access, LaneMask searching) override;
  void word_written(WarpId warp, unsigned lane, Address word) override;

  CommitProtocol& protocol_;
  tm::LogLinePort& log_lines_;
  tm::EventPort& events_;
  LogLayout layout_;
  std::unique_ptr<LogUnit> log_unit_;
  std::vector<tm::WriteFilter> write_filters_;  ///< by warp
  /// Write-log walks in progress: the walk's access, and the load that continues after it
  struct Walk {
    AccessId walk, load;
  };
  std::vector<Walk> walks_;
};

}  // namespace gputm::engines::kilo
