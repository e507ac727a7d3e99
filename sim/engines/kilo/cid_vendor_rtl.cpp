#include "engines/kilo/cid_vendor_rtl.h"

#include <spdlog/fmt/fmt.h>

#include <string_view>

#include "engines/unit_module.h"

namespace gputm::engines::kilo {
namespace {

void require(std::string_view what, unsigned value, unsigned least, unsigned most) {
  if (value >= least && value <= most) return;
  throw Error(fmt::format("commit-id vendor for {} {} (legal: {}..{})", value, what, least, most));
}

void require_sizes(unsigned cores, unsigned partitions, unsigned live_ids) {
  require("cores", cores, 1, kMaxVendorCores);
  require("memory partitions", partitions, 1, kMaxVendorPartitions);
  require("ids", live_ids, 64, 32704);
}

}  // namespace

// Machines of many sizes share few models, so that few units are built. Ports of cores that a machine lacks
// are idle.

std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids) {
  require_sizes(cores, partitions, live_ids);
  // Ports of partitions that the machine lacks follow the first one.
  const bool large = cores > 32 || partitions > 8;
  return make_unit<MakeCidVendor>({.unit = "cid_vendor",
                                   .parameters = {{"Cores", large ? kMaxVendorCores : 32},
                                                  {"Partitions", large ? kMaxVendorPartitions : 8},
                                                  {"RingSize", live_ids}}},
                                  cores, partitions);
}

std::unique_ptr<tm::CommitIdVendor> make_partition_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                                  unsigned live_ids) {
  require_sizes(cores, partitions, live_ids);
  const unsigned row = vendor_row_partitions(partitions);
  // Partitions that the machine lacks never have ids. They take no beats of their own.
  return make_unit<MakeCidVendor>({.unit = "partition_cid_vendor",
                                   .parameters = {{"Cores", cores > 32 ? kMaxVendorCores : 32},
                                                  {"Partitions", row * vendor_rows(partitions)},
                                                  {"RowPartitions", row},
                                                  {"RingSize", live_ids}}},
                                  cores, partitions);
}

}  // namespace gputm::engines::kilo
