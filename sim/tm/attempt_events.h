// Events of attempts, which a system's side reports to its core (EventPort). The core takes them one after
// the other, in the order of time, and alone moves the attempt on: a side does not call the core to do so.
#pragma once

#include <cstdint>
#include <variant>

#include "base/types.h"

namespace gputm::tm {

/// The attempt that `CoreSide::begin` let wait starts, with at least one of its lanes; the others wait for
/// the next attempt. Has no effect on a warp whose attempt does not wait.
struct Admitted {
  WarpId warp;
  LaneMask lanes;
};

/// Lanes of a running attempt are in conflict. They abort once the warp's accesses are complete.
struct Conflict {
  WarpId warp;
  LaneMask lanes;
};

/// Outcomes of `lanes`, after `CoreSide::commit` or `validate`. Lanes in `passed` commit with the serial
/// positions first_position, first_position + 1 ... in lane order (after `validate`: they continue); the
/// others abort. When all lanes have an outcome, the warp continues.
struct Decided {
  WarpId warp;
  LaneMask lanes;
  LaneMask passed;
  SerialPosition first_position{};
  bool continues = true;  ///< false: the warp waits for `Continued` even if all lanes have an outcome
};

/// After `commit`: a lane without writes commits without a serial position of its own, just before
/// `position`, which may be smaller than positions that were used already (System::commits_silently).
struct CommittedSilently {
  WarpId warp;
  unsigned lane;
  SerialPosition position;
};

/// After `CoreSide::validate`: outcome of the whole attempt at once, in place of `Decided`. The other lanes
/// continue.
struct Validated {
  WarpId warp;
  LaneMask failed;
};

/// The warp continues: all of its lanes were decided without doing so.
struct Continued {
  WarpId warp;
};

/// After `LocalMemory::follow`: the outcomes have taken effect in local memory.
struct Followed {
  WarpId warp;
};

/// The side adds no more parts to an access that it has held (AccessPort::hold).
struct Released {
  AccessId access;
};

/// The warp's wait for a walk of its logs is over (Wait::kWalk).
struct Walked {
  WarpId warp;
};

using Event = std::variant<Admitted, Conflict, Decided, Validated, CommittedSilently, Continued, Followed,
                           Released, Walked>;

}  // namespace gputm::tm
