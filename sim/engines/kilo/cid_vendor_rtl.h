// Commit-ID vendor as Verilated RTL (rtl/kilo/cid_vendor.sv).
#pragma once

#include <memory>

#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Maximum number of cores of the Verilated models
inline constexpr unsigned kMaxVendorCores = 32;
inline constexpr unsigned kMaxVendorPartitions = 8;

/// Vendor for `cores` cores (1..32) and `partitions` memory partitions (1..8) with at most `live_ids` live
/// IDs (64, 1920 or 32704: kilo_pkg::MaxLiveIds). IDs start at 0. A request is granted two ticks after it is
/// chosen. Throws Error if a number is out of range or the vendor's module is not built.
std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids);

/// Factory of a module with a Verilated vendor
using MakeCidVendor = tm::CommitIdVendor*(unsigned cores, unsigned partitions);

}  // namespace gputm::engines::kilo
