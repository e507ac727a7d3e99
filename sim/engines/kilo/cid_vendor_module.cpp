// A Verilated commit-ID vendor as a module.
#include GPUTM_MODEL_HEADER
#include GPUTM_MODEL_SIGNALS
#include "engines/kilo/verilated_cid_vendor.h"
#include "engines/unit_module.h"

namespace gputm::engines::kilo {
namespace {
tm::CommitIdVendor* make(unsigned cores, unsigned partitions) {
  return new VerilatedCidVendor<GPUTM_MODEL>(cores, partitions);
}
}  // namespace
}  // namespace gputm::engines::kilo

GPUTM_UNIT_MODULE(gputm::engines::kilo::MakeCidVendor, gputm::engines::kilo::make)
