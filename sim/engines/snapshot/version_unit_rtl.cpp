#include "engines/snapshot/version_unit_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::snapshot {

// The RTL's blocks are words.
std::unique_ptr<tm::VersionUnit> make_version_unit(const VersionUnitParameters& parameters) {
  const unsigned subarray = parameters.log2_subarray_bytes() - 2;
  return make_unit<MakeVersionUnit>({.unit = "version_unit",
                                     .parameters = {{"Versions", parameters.versions},
                                                    {"StripeWidth", parameters.log2_stripe_bytes() - 2},
                                                    {"SubarrayShift", subarray},
                                                    {"row_copy_unit.RowWidth", parameters.log2_row_bytes - 2},
                                                    {"row_copy_unit.BankWidth", parameters.log2_banks},
                                                    {"row_copy_unit.SubarrayShift", subarray},
                                                    {"row_copy_unit.CopyCycles", parameters.copy_cycles},
                                                    {"row_copy_unit.VersionWidth", 4}}});
}

}  // namespace gputm::engines::snapshot
