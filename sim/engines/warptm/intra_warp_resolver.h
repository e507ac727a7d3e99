// Intra-warp conflict resolution at a core: walks the address lines of a committing warp's logs in the L1,
// passes their rows to the intra-warp unit (RTL) and takes its verdict. Warps wait in a queue; one is
// resolved at a time.
//
// The unit defines the order: the write log, to mark its words; the read log; the write log again. One log
// line is read in each core cycle in which the L1 accepts it. A miss stalls the walk until the line arrives
// (ours), because rows must come in order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/growing_queue.h"
#include "engines/common/log_layout.h"
#include "engines/warptm/intra_warp_unit.h"
#include "tm/core_ports.h"

namespace gputm::engines::warptm {

class IntraWarpResolver {
 public:
  IntraWarpResolver(const tm::CorePorts& core, const LogLayout& layout);

  /// Whether lanes of the warp can conflict; if not, there is nothing to resolve.
  bool concerns(WarpId warp, LaneMask lanes) const;
  void resolve(WarpId warp, LaneMask lanes) { waiting_.push({warp, lanes}); }

  struct Verdict {
    WarpId warp;
    LaneMask lanes, aborts;
  };
  /// One core cycle, after the load-store unit; returns a verdict when a warp is done.
  std::optional<Verdict> tick();
  /// Evaluates the unit's last cycle, if that is still due: `tick` would. May be called by any thread.
  void evaluate();
  /// A missing line of this waiter has arrived.
  void line_arrived() { line_missing_ = false; }
  bool busy() const { return current_.has_value() || !waiting_.empty(); }
  /// State of the warp, for reports of stuck runs.
  std::string describe(WarpId warp) const;

  /// Waiter ID for `line_arrived`: beyond the warps' numbers, which the log unit uses.
  std::uint32_t waiter() const { return config_.core.max_warps; }

 private:
  struct Warp {
    WarpId warp;
    LaneMask lanes;
  };
  /// Number of rows that the unit gets from both logs.
  unsigned rows() const;
  /// Purpose of the next row, and its number in its log
  struct Step {
    IntraWarpRow::Op op;
    unsigned row;
  };
  Step step() const;
  void begin();
  void read_next_line();
  void give_row();

  unsigned core_;
  const MachineConfig& config_;
  tm::WarpPort& warps_;
  tm::LogLinePort& log_lines_;
  const LogLayout& layout_;
  std::unique_ptr<IntraWarpUnit> unit_;
  GrowingQueue<Warp> waiting_;
  std::optional<Warp> current_;
  unsigned row_ = 0;           ///< next row of the walk for the unit
  unsigned lines_read_ = 0;    ///< lines of that row read so far
  bool line_missing_ = false;  ///< a line of it is being fetched
  bool tick_due_ = false;      ///< the unit has not been evaluated for the last cycle
};

}  // namespace gputm::engines::warptm
