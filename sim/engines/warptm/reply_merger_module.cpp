// A Verilated reply merger as a module.
#include GPUTM_MODEL_HEADER
#include "engines/unit_module.h"
#include "engines/warptm/reply_merger_rtl.h"
#include "engines/warptm/verilated_reply_merger.h"

namespace gputm::engines::warptm {
namespace {
ReplyMerger* make() { return new VerilatedReplyMerger<GPUTM_MODEL>(); }
}  // namespace
}  // namespace gputm::engines::warptm

GPUTM_UNIT_MODULE(gputm::engines::warptm::MakeReplyMerger, gputm::engines::warptm::make)
