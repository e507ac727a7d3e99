// Interface of the GPU model to a core's intra-warp unit (MICRO 2013 paper: two-phase parallel intra-warp
// conflict resolution). The implementation wraps Verilated RTL (rtl/warptm/intra_warp_unit.sv).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/types.h"

namespace gputm::engines::warptm {

/// Row of a warp's log, and its purpose; numbered as in warptm_pkg
struct IntraWarpRow {
  enum class Op : std::uint8_t { kMark, kCheckRead, kCheckWrite };
  Op op = Op::kMark;
  bool last = false;                                        ///< last row of the warp
  LaneMask lanes = 0;                                       ///< lanes with a valid entry
  const std::array<Address, kMaxLanes>* address = nullptr;  ///< of aligned words; read when the row is given
};

class IntraWarpUnit {
 public:
  virtual ~IntraWarpUnit() = default;

  /// Starts a warp with committing `lanes`. Its rows follow: all marks, then checks; then its result.
  virtual void start(LaneMask lanes) = 0;
  /// Whether the last row has been accepted.
  virtual bool can_take_row() const = 0;
  virtual void row(const IntraWarpRow& row) = 0;
  /// Lanes that abort, returned once; nullopt until then.
  virtual std::optional<LaneMask> result() = 0;

  /// One core cycle; needed only while a warp is in progress.
  virtual void tick() = 0;
};

}  // namespace gputm::engines::warptm
