#include "engines/getm/access_unit_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::getm {

std::unique_ptr<AccessUnit> make_access_unit(const AccessUnitParameters& parameters) {
  const unsigned slots = access_slots(parameters.stall_entries);
  return make_unit<MakeAccessUnit>({.unit = "access_unit",
                                    .parameters = {{"Slots", slots},
                                                   {"Parts", parameters.parts},
                                                   {"StallEntries", parameters.stall_entries},
                                                   {"Rows", parameters.table_rows},
                                                   {"Stash", parameters.stash_entries},
                                                   {"FilterBuckets", parameters.filter_buckets}}},
                                   slots, parameters.queue);
}

}  // namespace gputm::engines::getm
