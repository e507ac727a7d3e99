// The interface of a core's intra-warp unit, as the GPU model sees it (MICRO 2013 paper: two-phase parallel
// intra-warp conflict resolution). The implementation wraps Verilated RTL (rtl/warptm/intra_warp_unit.sv).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/types.h"

namespace gputm::engines::warptm {

/// A row of a warp's log, and what it is for; numbered as in warptm_pkg.
struct IntraWarpRow {
  enum class Op : std::uint8_t { kMark, kCheckRead, kCheckWrite };
  Op op = Op::kMark;
  bool last = false;                                        ///< of the warp
  LaneMask lanes = 0;                                       ///< whose entry is not void
  const std::array<Address, kMaxLanes>* address = nullptr;  ///< of aligned words; read when the row is given
};

class IntraWarpUnit {
 public:
  virtual ~IntraWarpUnit() = default;

  /// Begins with a warp whose `lanes` commit. Its rows follow: all marks, then checks; then its result.
  virtual void start(LaneMask lanes) = 0;
  /// Whether the row that was given last has been taken.
  virtual bool can_take_row() const = 0;
  virtual void row(const IntraWarpRow& row) = 0;
  /// The lanes that abort, once; nullopt until then.
  virtual std::optional<LaneMask> result() = 0;

  /// One core cycle; needed only while a warp is under way.
  virtual void tick() = 0;
};

}  // namespace gputm::engines::warptm
