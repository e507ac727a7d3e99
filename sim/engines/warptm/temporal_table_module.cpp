// A Verilated temporal table as a module.
#include GPUTM_MODEL_HEADER
#include "engines/unit_module.h"
#include "engines/warptm/temporal_table_rtl.h"
#include "engines/warptm/verilated_temporal_table.h"

namespace gputm::engines::warptm {
namespace {
TemporalTable* make() { return new VerilatedTemporalTable<GPUTM_MODEL>(); }
}  // namespace
}  // namespace gputm::engines::warptm

GPUTM_UNIT_MODULE(gputm::engines::warptm::MakeTemporalTable, gputm::engines::warptm::make)
