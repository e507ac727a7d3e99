// RTL dependency unit (rtl/snapshot/dependency_unit.sv) at the paper's sizes as a tm::SnapshotUnit.
#pragma once

#include <array>
#include <memory>

#include "engines/trace_window.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// Unit that is ready after reset. Throws gputm::Error if the module is not built or the trace file cannot be
/// written.
std::unique_ptr<tm::SnapshotUnit> make_dependency_unit(const TraceWindow& trace = {});

/// Transaction IDs of the unit
inline constexpr unsigned kIds = 1024;

/// Increment above a CTS: the RTL's default, 10 as in ISCA 2017, figure 7, and those of the modules for
/// studies
inline constexpr unsigned kIncrement = 10;
inline constexpr std::array<unsigned, 4> kIncrements{1, kIncrement, 100, 1000};

/// Unit with propagation and another increment. Throws gputm::Error if it is none of `kIncrements`, or if the
/// module is not built.
std::unique_ptr<tm::SnapshotUnit> make_dependency_unit_with(unsigned increment);

/// Factory of a module with a Verilated dependency unit of `ids` transaction IDs
using MakeDependencyUnit = tm::SnapshotUnit*(unsigned ids, const TraceWindow& trace);

}  // namespace gputm::engines::snapshot
