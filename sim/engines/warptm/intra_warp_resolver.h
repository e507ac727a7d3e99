// Intra-warp conflict resolution at a core: walks the address lines of a committing warp's logs in the L1,
// gives their rows to the intra-warp unit (RTL) and takes its verdict. Warps wait their turn; one is resolved
// at a time.
//
// The order is that of the unit: the write log, to mark its words; the read log; the write log once more. A
// line of a log is read in each core cycle in which the L1 takes it. One that is missing parks the walk until
// it is there (ours), because rows must come in order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/growing_queue.h"
#include "engines/kilo/log_layout.h"
#include "engines/warptm/intra_warp_unit.h"
#include "tm/core_side.h"

namespace gputm::engines::warptm {

class IntraWarpResolver {
 public:
  IntraWarpResolver(tm::CorePort& core, const kilo::LogLayout& layout);

  /// Whether lanes of the warp can be in conflict at all; if not, there is nothing to resolve.
  bool concerns(unsigned warp, LaneMask lanes) const;
  void resolve(unsigned warp, LaneMask lanes) { waiting_.push({warp, lanes}); }

  struct Verdict {
    unsigned warp;
    LaneMask lanes, aborts;
  };
  /// One core cycle, after the load-store unit's turn; a verdict when a warp is done.
  std::optional<Verdict> tick();
  /// A missing line of this waiter is there.
  void line_arrived() { line_missing_ = false; }
  bool busy() const { return current_.has_value() || !waiting_.empty(); }
  /// For reports of stuck runs.
  std::string describe(unsigned warp) const;

  /// What the core calls `line_arrived` of walks by: beyond the warps' numbers, which are the log unit's.
  std::uint32_t waiter() const { return core_.config().core.max_warps; }

 private:
  struct Warp {
    unsigned warp;
    LaneMask lanes;
  };
  /// Rows of both logs in the order in which the unit wants them.
  unsigned rows() const;
  /// What the next of them is for, and its number in its log.
  struct Step {
    IntraWarpRow::Op op;
    unsigned row;
  };
  Step step() const;
  void begin();
  void read_next_line();
  void give_row();

  tm::CorePort& core_;
  const kilo::LogLayout& layout_;
  std::unique_ptr<IntraWarpUnit> unit_;
  GrowingQueue<Warp> waiting_;
  std::optional<Warp> current_;
  unsigned row_ = 0;           ///< of the walk: the next one that the unit gets
  unsigned lines_read_ = 0;    ///< of that row
  bool line_missing_ = false;  ///< on its way from memory
};

}  // namespace gputm::engines::warptm
