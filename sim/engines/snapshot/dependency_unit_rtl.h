// RTL dependency units at the paper's sizes: with all operations in one stream
// (rtl/snapshot/dependency_unit.sv), and with banks (banked_dependency_unit.sv).
#pragma once

#include <memory>

#include "engines/trace_window.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// Transaction IDs of the unit
inline constexpr unsigned kIds = 1024;

struct DependencyUnitParameters {
  unsigned increment = 10;          ///< increment above a CTS, at least 1 (ISCA 2017, figure 7)
  unsigned propagation_depth = 16;  ///< transactions raised by one propagation, at most; 0: none
};

/// Unit that is ready after reset (docs/snapshot/post_dating.md). Throws gputm::Error if the unit cannot be
/// built or the trace file cannot be written.
std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const DependencyUnitParameters& parameters = {},
                                                       const TraceWindow& trace = {});

/// Banks of the banked unit
inline constexpr unsigned kDependencyBanks = 8;

/// The banked unit, ready after reset. Throws as make_dependency_unit.
std::unique_ptr<tm::BankedSnapshotUnit> make_banked_dependency_unit(
    const DependencyUnitParameters& parameters = {}, const TraceWindow& trace = {});

/// Factory of the banked unit
using MakeBankedDependencyUnit = tm::BankedSnapshotUnit*(const TraceWindow& trace);
/// Factory of the unit, with `ids` transaction IDs
using MakeDependencyUnit = tm::SnapshotUnit*(unsigned ids, const TraceWindow& trace);

}  // namespace gputm::engines::snapshot
