// A Verilated local memory of a compute unit as a module.
#include GPUTM_MODEL_HEADER
#include "engines/localtm/lds_unit_rtl.h"
#include "engines/localtm/verilated_lds_unit.h"
#include "engines/unit_module.h"

namespace gputm::engines::localtm {
namespace {
tm::LdsTransactionUnit* make(const tm::LdsSizes& sizes, const TraceWindow& trace) {
  return new VerilatedLdsUnit<GPUTM_MODEL>(sizes, trace);
}
}  // namespace
}  // namespace gputm::engines::localtm

GPUTM_UNIT_MODULE(gputm::engines::localtm::MakeLdsUnit, gputm::engines::localtm::make)
