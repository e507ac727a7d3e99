// A Verilated version index table and a row copy unit as a module.
#include GPUTM_MODEL_HEADER
#include "Vrow_copy_unit_of_partition.h"
#include "engines/snapshot/verilated_version_unit.h"
#include "engines/snapshot/version_unit_rtl.h"
#include "engines/unit_module.h"

namespace gputm::engines::snapshot {
namespace {
tm::VersionUnit* make() { return new VerilatedVersionUnit<GPUTM_MODEL, Vrow_copy_unit_of_partition>(); }
}  // namespace
}  // namespace gputm::engines::snapshot

GPUTM_UNIT_MODULE(gputm::engines::snapshot::MakeVersionUnit, gputm::engines::snapshot::make)
