// KILO TM messages between cores and commit units (MICRO 2011 paper, section 4.5 and figure 5).
#pragma once

#include <cstdint>

#include "base/types.h"

namespace gputm::tm {

/// Commit ID on the wire: 16 bits that wrap; compare only within a window (`id_before`).
using CommitId = std::uint16_t;

/// Whether `a` is older than `b`. The two must be within half of the ID space of each other.
constexpr bool id_before(CommitId a, CommitId b) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(a - b)) < 0;
}

/// One beat on a commit unit's fill stream.
struct FillWord {
  enum class Kind : std::uint8_t { kRead, kWrite, kSkip };
  Kind kind = Kind::kSkip;
  bool last = false;    ///< kRead/kWrite: the transaction's log for this partition is complete with this beat
  CommitId id = 0;      ///< kSkip: ID of bit 0 of `skips`
  Address address = 0;  ///< byte address of an aligned word
  Word data = 0;        ///< read: the value that was read; write: the value to store
  LaneMask skips = 0;   ///< kSkip: for each set bit i, ID id + i has no log here
};

/// One beat on a commit unit's control stream: final outcomes and resent log entries.
struct ControlWord {
  enum class Kind : std::uint8_t { kFinalPass, kFinalFail, kResend };
  Kind kind = Kind::kFinalFail;
  bool last = false;  ///< kResend: last entry of the requested log for this partition
  CommitId id = 0;
  Address address = 0;  ///< kResend
  Word data = 0;        ///< kResend
};

/// One message from a commit unit to the core that owns the ID.
struct ReplyWord {
  enum class Kind : std::uint8_t {
    kPass,
    kFail,     ///< local outcome
    kRetired,  ///< writes of the entry are ordered before all later reads here; only for IDs with a log here
    kResendReads,  ///< send the read log of this ID and partition on the control stream
    kResendWrites  ///< send the write log of this ID and partition on the control stream
  };
  Kind kind = Kind::kPass;
  CommitId id = 0;
};

}  // namespace gputm::tm
