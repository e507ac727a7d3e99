// The RTL dependency unit (rtl/snapshot/dependency_unit.sv) at the paper's sizes as a tm::SnapshotUnit.
#pragma once

#include <array>
#include <memory>

#include "engines/trace_window.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// Ready after reset. With `pushing`, suspected dependencies are given another try
/// (docs/snapshot/post_dating.md). Throws gputm::Error when the module is not built or the trace file cannot
/// be written.
std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const TraceWindow& trace = {}, bool pushing = true);

/// Transactions that the unit has ids for.
inline constexpr unsigned kIds = 1024;

/// What the unit can leave above a CTS: the RTL's default, 10 as in ISCA 2017, figure 7, and those of the
/// modules for studies.
inline constexpr unsigned kIncrement = 10;
inline constexpr std::array<unsigned, 4> kIncrements{1, kIncrement, 100, 1000};

/// The unit with propagation and another increment. Throws gputm::Error when it is none of `kIncrements`, or
/// when the module is not built.
std::unique_ptr<tm::SnapshotUnit> make_dependency_unit_with(unsigned increment);

/// The factory of a module with a Verilated dependency unit of so many transaction ids.
using MakeDependencyUnit = tm::SnapshotUnit*(unsigned ids, const TraceWindow& trace);

}  // namespace gputm::engines::snapshot
