#include "engines/warptm/intra_warp_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::warptm {

std::unique_ptr<IntraWarpUnit> make_intra_warp_unit(unsigned lanes) {
  return make_unit<MakeIntraWarpUnit>(
      {.unit = "intra_warp_unit", .parameters = {{"Lanes", lanes <= 32 ? 32 : 64}}});
}

}  // namespace gputm::engines::warptm
