#include "engines/kilo/cid_vendor_rtl.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <string_view>

#include "engines/unit_module.h"

namespace gputm::engines::kilo {
namespace {

void require(std::string_view what, unsigned value, unsigned least, unsigned most) {
  if (value >= least && value <= most) return;
  throw Error(fmt::format("commit-id vendor for {} {} (legal: {}..{})", value, what, least, most));
}

}  // namespace

std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids) {
  require("cores", cores, 1, kMaxVendorCores);
  require("memory partitions", partitions, 1, kMaxVendorPartitions);
  require("ids", live_ids, 64, 32704);
  // Machines of many sizes share a model: ports of cores that a machine lacks are idle, and those of
  // partitions follow the first one.
  return make_unit<MakeCidVendor>({.unit = "cid_vendor",
                                   .parameters = {{"Cores", std::bit_ceil(std::max(cores, 32U))},
                                                  {"Partitions", std::bit_ceil(std::max(partitions, 8U))},
                                                  {"RingSize", live_ids}}},
                                  cores, partitions);
}

}  // namespace gputm::engines::kilo
