// Commit-ID vendor as Verilated RTL (rtl/kilo/cid_vendor.sv).
#pragma once

#include <memory>

#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Limits of the model's ports
inline constexpr unsigned kMaxVendorCores = 256;
inline constexpr unsigned kMaxVendorPartitions = 64;

/// Vendor for `cores` cores (1..256) and `partitions` memory partitions (1..64) with at most `live_ids` live
/// IDs (64..32704: kilo_pkg::MaxLiveIds). IDs start at 0. A request is granted two ticks after it is chosen,
/// with more than 32 cores three. Throws Error if a number is out of range or the unit cannot be built.
std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids);

/// Factory of the unit
using MakeCidVendor = tm::CommitIdVendor*(unsigned cores, unsigned partitions);

}  // namespace gputm::engines::kilo
