#include "engines/kilo/cid_vendor_rtl.h"

#include <string>

#include "engines/unit_module.h"

namespace gputm::engines::kilo {

std::unique_ptr<tm::CommitIdVendor> make_cid_vendor_rtl(unsigned cores, unsigned partitions,
                                                        unsigned live_ids) {
  if (cores < 1 || cores > kMaxVendorCores) {
    throw Error("commit-id vendor for " + std::to_string(cores) + " cores (legal: 1..32)");
  }
  if (partitions < 1 || partitions > kMaxVendorPartitions) {
    throw Error("commit-id vendor for " + std::to_string(partitions) + " memory partitions (legal: 1..8)");
  }
  if (live_ids != 64 && live_ids != 1920 && live_ids != 32704) {
    throw Error("commit-id vendor of " + std::to_string(live_ids) + " ids (legal: 64, 1920, 32704)");
  }
  return make_unit<MakeCidVendor>("cid_vendor_" + std::to_string(live_ids), cores, partitions);
}

}  // namespace gputm::engines::kilo
