// The interface of a partition's reply merger, as the GPU model sees it (docs/warptm.md). The implementation
// wraps Verilated RTL (rtl/warptm/reply_merger.sv).
#pragma once

#include <cstdint>

#include "tm/commit_messages.h"

namespace gputm::engines::warptm {

/// Replies to lanes of one warp. Numbered as in warptm_pkg.
struct MergedReplies {
  enum class Kind : std::uint8_t { kOutcomes, kRetired, kResendReads, kResendWrites };
  Kind kind = Kind::kOutcomes;
  tm::CommitId first = 0;
  LaneMask ids = 0;     ///< bit i: about the id first + i
  LaneMask failed = 0;  ///< kOutcomes: of these, that failed
};

class ReplyMerger {
 public:
  virtual ~ReplyMerger() = default;

  /// Whether the reply that was given last has been taken.
  virtual bool can_take() const = 0;
  /// `last`: no younger id of the reply's warp has a log at this partition.
  virtual void take(const tm::ReplyWord& reply, bool last) = 0;
  /// The packet to send next, or nullptr; `pop` consumes it.
  virtual const MergedReplies* packet() const = 0;
  virtual void pop() = 0;

  /// One cycle of the commit unit's clock.
  virtual void tick() = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::engines::warptm
