#include "engines/warptm/reply_merger_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::warptm {

std::unique_ptr<ReplyMerger> make_reply_merger() {
  return make_unit<MakeReplyMerger>({.unit = "reply_merger"});
}

}  // namespace gputm::engines::warptm
