// RTL reply merger (rtl/warptm/reply_merger.sv) as the GPU model's ReplyMerger.
#pragma once

#include <memory>

#include "engines/warptm/reply_merger.h"

namespace gputm::engines::warptm {

/// Time that the built-in merger waits for another reply, in cycles of its clock
inline constexpr unsigned kMergeTimeout = 64;

/// Throws gputm::Error if the unit cannot be built.
std::unique_ptr<ReplyMerger> make_reply_merger();

/// Factory of the unit
using MakeReplyMerger = ReplyMerger*();

}  // namespace gputm::engines::warptm
