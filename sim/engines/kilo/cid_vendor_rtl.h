// The commit-id vendor as Verilated RTL (rtl/kilo/cid_vendor.sv).
#pragma once

#include <memory>

#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Largest machine that the translated models serve.
inline constexpr unsigned kMaxVendorCores = 32;
inline constexpr unsigned kMaxVendorPartitions = 8;

/// A vendor for `cores` cores (1..32) and `partitions` memory partitions (1..8) that keeps at most
/// `live_ids` (64, 1920 or 32704: kilo_pkg::MaxLiveIds) ids alive. Ids start at 0. A
/// request is granted two ticks after it is chosen. Throws Error when a number is out of range or
/// the vendor's module is not built.
std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids);

/// The factory of a module with a Verilated vendor.
using MakeCidVendor = tm::CommitIdVendor*(unsigned cores, unsigned partitions);

}  // namespace gputm::engines::kilo
