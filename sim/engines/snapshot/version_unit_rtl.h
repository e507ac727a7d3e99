// The RTL version index table and row copy unit of a memory partition of the ISCA 2017 paper's machine as a
// tm::VersionUnit.
#pragma once

#include <memory>

#include "tm/version_unit.h"

namespace gputm::engines::snapshot {

/// What the RTL is built for (sim/engines/snapshot/CMakeLists.txt); the paper has rows of 2 kB and copies of
/// 68 ns, two chips side by side make a channel, and a bank has 64 subarrays.
inline constexpr unsigned kRegionsOfTable = 25;
inline constexpr unsigned kLog2RowBytes = 12;
inline constexpr unsigned kLog2Banks = 4;
inline constexpr unsigned kLog2SubarrayBytes = 22;  ///< a subarray's rows in all banks
inline constexpr unsigned kCopyCycles = 96;
inline constexpr unsigned kCopyNanoseconds = 68;

/// Ready after reset, of 2, 4, 8 or 16 versions a region. Throws gputm::Error when the module is not built.
std::unique_ptr<tm::VersionUnit> make_version_unit(unsigned versions);

/// The factory of a module with the Verilated units.
using MakeVersionUnit = tm::VersionUnit*();

}  // namespace gputm::engines::snapshot
