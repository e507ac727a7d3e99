// Interface of the GPU model to a partition's reply merger (docs/warptm.md). The implementation wraps
// Verilated RTL (rtl/warptm/reply_merger.sv).
#pragma once

#include <cstdint>

#include "tm/commit_messages.h"

namespace gputm::engines::warptm {

/// Replies to lanes of one warp; numbered as in warptm_pkg
struct MergedReplies {
  enum class Kind : std::uint8_t { kOutcomes, kRetired, kResendReads, kResendWrites };
  Kind kind = Kind::kOutcomes;
  tm::CommitId first = 0;
  LaneMask ids = 0;     ///< bit i: reply for ID first + i
  LaneMask failed = 0;  ///< kOutcomes: of these, failed ones
};

class ReplyMerger {
 public:
  virtual ~ReplyMerger() = default;

  /// Whether the last reply has been accepted.
  virtual bool can_take() const = 0;
  /// `last`: no younger ID of the reply's warp has a log at this partition.
  virtual void take(const tm::ReplyWord& reply, bool last) = 0;
  /// Next packet to send, or nullptr; `pop` consumes it.
  virtual const MergedReplies* packet() const = 0;
  virtual void pop() = 0;

  /// One cycle of the commit unit's clock.
  virtual void tick() = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::engines::warptm
