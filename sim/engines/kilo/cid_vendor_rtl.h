// Commit-ID vendors as Verilated RTL (rtl/kilo/cid_vendor.sv and partition_cid_vendor.sv).
#pragma once

#include <memory>

#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Partitions of a beat of partition_cid_vendor's requests and grants, and beats of a request
constexpr unsigned vendor_row_partitions(unsigned partitions) { return partitions > 8 ? 16 : 8; }
constexpr unsigned vendor_rows(unsigned partitions) {
  return (partitions + vendor_row_partitions(partitions) - 1) / vendor_row_partitions(partitions);
}

/// Limits of the model's ports
inline constexpr unsigned kMaxVendorCores = 256;
inline constexpr unsigned kMaxVendorPartitions = 64;

/// Vendor for `cores` cores (1..256) and `partitions` memory partitions (1..64) with at most `live_ids` live
/// IDs (64..32704: kilo_pkg::MaxLiveIds). IDs start at 0. A request is granted two ticks after it is chosen,
/// with more than 32 cores three. Throws Error if a number is out of range or the unit cannot be built.
std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids);

/// The same with orders of the partitions beside the one of the GPU: at most `live_ids` are alive in each of
/// them. A request is granted after six ticks, and one for each further beat.
std::unique_ptr<tm::CommitIdVendor> make_partition_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                                  unsigned live_ids);

/// Factory of the unit
using MakeCidVendor = tm::CommitIdVendor*(unsigned cores, unsigned partitions);

}  // namespace gputm::engines::kilo
