// RTL intra-warp unit (rtl/warptm/intra_warp_unit.sv) as the GPU model's IntraWarpUnit.
#pragma once

#include <memory>

#include "engines/warptm/intra_warp_unit.h"

namespace gputm::engines::warptm {

/// Unit for warps of at most `lanes` lanes (1..64). Throws gputm::Error if the unit cannot be built.
std::unique_ptr<IntraWarpUnit> make_intra_warp_unit(unsigned lanes);

/// Factory of the unit
using MakeIntraWarpUnit = IntraWarpUnit*();

}  // namespace gputm::engines::warptm
