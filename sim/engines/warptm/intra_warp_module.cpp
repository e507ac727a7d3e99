// A Verilated intra-warp unit as a module.
#include GPUTM_MODEL_HEADER
#include "engines/unit_module.h"
#include "engines/warptm/intra_warp_rtl.h"
#include "engines/warptm/verilated_intra_warp_unit.h"

namespace gputm::engines::warptm {
namespace {
IntraWarpUnit* make() { return new VerilatedIntraWarpUnit<GPUTM_MODEL>(); }
}  // namespace
}  // namespace gputm::engines::warptm

GPUTM_UNIT_MODULE(gputm::engines::warptm::MakeIntraWarpUnit, gputm::engines::warptm::make)
