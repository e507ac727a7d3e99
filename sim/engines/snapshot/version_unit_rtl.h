// RTL version index table and row copy unit of a memory partition, for the machine of the ISCA 2017 paper, as
// a tm::VersionUnit.
#pragma once

#include <memory>

#include "tm/version_unit.h"

namespace gputm::engines::snapshot {

/// Parameters of the RTL (sim/engines/snapshot/CMakeLists.txt). The paper has rows of 2 kB and copies of 68
/// ns; two chips side by side form a channel, and a bank has 64 subarrays.
inline constexpr unsigned kRegionsOfTable = 25;
inline constexpr unsigned kLog2RowBytes = 12;
inline constexpr unsigned kLog2Banks = 4;
inline constexpr unsigned kLog2SubarrayBytes = 22;  ///< rows of a subarray in all banks
inline constexpr unsigned kCopyCycles = 96;
inline constexpr unsigned kCopyNanoseconds = 68;

/// Unit that is ready after reset, with 2, 4, 8 or 16 versions per region. Throws gputm::Error if the module
/// is not built.
std::unique_ptr<tm::VersionUnit> make_version_unit(unsigned versions);

/// Factory of a module with the Verilated units
using MakeVersionUnit = tm::VersionUnit*();

}  // namespace gputm::engines::snapshot
