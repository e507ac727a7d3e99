// Vocabulary of KILO TM as core and commit units exchange it (MICRO 2011 paper, section 4.5 and figure 5).
#pragma once

#include <cstdint>

#include "base/types.h"

namespace gputm::tm {

/// Commit id on the wire: 16 bits that wrap; compare only within a window (`id_before`).
using CommitId = std::uint16_t;

/// Whether `a` is older than `b`, both within half of the id space of each other.
constexpr bool id_before(CommitId a, CommitId b) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(a - b)) < 0;
}

/// One beat on a commit unit's fill stream.
struct FillWord {
  enum class Kind : std::uint8_t { kRead, kWrite, kSkip };
  Kind kind = Kind::kSkip;
  bool last = false;    ///< kRead/kWrite: the transaction's log for this partition is complete with this beat
  CommitId id = 0;      ///< kSkip: id of bit 0 of `skips`
  Address address = 0;  ///< byte address of an aligned word
  Word data = 0;        ///< read: the value seen; write: the value to store
  LaneMask skips = 0;   ///< kSkip: ids id + i of the set bits i have no log here
};

/// One beat on a commit unit's control stream: final outcomes and resent log entries.
struct ControlWord {
  enum class Kind : std::uint8_t { kFinalPass, kFinalFail, kResend };
  Kind kind = Kind::kFinalFail;
  bool last = false;  ///< kResend: no more entries of the asked log for this partition
  CommitId id = 0;
  Address address = 0;  ///< kResend
  Word data = 0;        ///< kResend
};

/// One message from a commit unit to the core that owns the id.
struct ReplyWord {
  enum class Kind : std::uint8_t {
    kPass,
    kFail,     ///< local outcome
    kRetired,  ///< the entry's writes are ordered before all later reads here; only for ids with a log here
    kResendReads,  ///< send this id's read log of this partition on the control stream
    kResendWrites  ///< send this id's write log of this partition on the control stream
  };
  Kind kind = Kind::kPass;
  CommitId id = 0;
};

}  // namespace gputm::tm
