// Core side whose logs are in private memory, behind the L1, with a filter of each thread's write set (MICRO
// 2011 paper, section 4.4): common part of KILO TM and of the systems that share its logs.
#pragma once

#include <vector>

#include "engines/common/log_layout.h"
#include "engines/common/logged_core_side.h"
#include "tm/write_filter.h"

namespace gputm::engines {

class PrivateLogCoreSide : public LoggedCoreSide {
 public:
  /// `write_filter_bits`: of each thread's filter; 0: exact
  PrivateLogCoreSide(const tm::CorePorts& core, unsigned write_filter_bits);

  bool begin(WarpId warp, Cycle now) override;
  void complete(AccessId access, Cycle now) override;

 protected:
  const LogLayout& layout() const { return layout_; }
  tm::LogLinePort& log_lines() const { return log_lines_; }
  tm::EventPort& events() const { return events_; }
  /// Whether this access is a walk of a write log, which moves no values.
  bool is_walk(AccessId access) const;

 private:
  void row_logged(WarpId warp, bool write, unsigned row) override;
  bool filter_errs(WarpId warp, unsigned lane, Address word) const override;
  tm::Wait search(const tm::TxAccess& access, LaneMask searching) override;
  void word_written(WarpId warp, unsigned lane, Address word) override;

  tm::LogLinePort& log_lines_;
  tm::EventPort& events_;
  LogLayout layout_;
  std::vector<tm::WriteFilter> write_filters_;  ///< by warp
  /// Write-log walks in progress: the walk's access, and the load that continues after it
  struct Walk {
    AccessId walk, load;
  };
  std::vector<Walk> walks_;
};

/// Throws ConfigError if the logs of all warps do not fit in their part of the address space.
void check_logs(const MachineConfig& machine);

}  // namespace gputm::engines
