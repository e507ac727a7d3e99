// RTL temporal table (rtl/warptm/temporal_table.sv) as the GPU model's TemporalTable.
#pragma once

#include <memory>

#include "engines/warptm/temporal_table.h"

namespace gputm::engines::warptm {

/// Granule of the built-in table in bytes: a line of the L2
inline constexpr unsigned kGranuleBytes = 128;
/// Retired IDs between the scrubs of two rows: a window of 2^13 over 64 rows
inline constexpr unsigned kScrubStepIds = (1U << 13) / 64;

/// Throws gputm::Error if the unit cannot be built.
std::unique_ptr<TemporalTable> make_temporal_table();

/// Factory of the unit
using MakeTemporalTable = TemporalTable*();

}  // namespace gputm::engines::warptm
