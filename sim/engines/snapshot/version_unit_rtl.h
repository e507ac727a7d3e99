// RTL version index table and row copy unit of a memory partition, as a tm::VersionUnit.
#pragma once

#include <memory>

#include "tm/version_unit.h"

namespace gputm::engines::snapshot {

inline constexpr unsigned kRegionsOfTable = 25;   ///< of the paper (ISCA 2017)
inline constexpr unsigned kCopyNanoseconds = 68;  ///< copy of a row inside a subarray, in the paper

/// A channel of DRAM in which the versions are, and their number. A subarray has 64 rows in every bank.
struct VersionUnitParameters {
  unsigned versions = 8;  ///< per region, 2, 4, 8 or 16
  unsigned log2_row_bytes =
      12;  ///< of a row of the channel; in the paper two chips side by side with rows of 2 kB
  unsigned log2_banks = 4;
  unsigned copy_cycles = 96;  ///< of a row's copy, in cycles of the unit's clock

  constexpr unsigned log2_stripe_bytes() const { return log2_row_bytes + log2_banks; }
  /// Rows of a subarray in all banks
  constexpr unsigned log2_subarray_bytes() const { return log2_stripe_bytes() + 6; }
};

/// Unit that is ready after reset. Throws gputm::Error if the unit cannot be built.
std::unique_ptr<tm::VersionUnit> make_version_unit(const VersionUnitParameters& parameters);

/// Factory of the unit
using MakeVersionUnit = tm::VersionUnit*();

}  // namespace gputm::engines::snapshot
