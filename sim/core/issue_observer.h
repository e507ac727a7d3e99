// Observer of the warps of a launch as they issue instructions and wait. The core calls it; it has no effect
// on the core.
#pragma once

#include "base/types.h"
#include "core/warp.h"

namespace gputm::core {

class IssueObserver {
 public:
  virtual ~IssueObserver() = default;
  IssueObserver() = default;
  IssueObserver(const IssueObserver&) = delete;
  IssueObserver& operator=(const IssueObserver&) = delete;

  /// The warp, of a block that begins, comes to its slot.
  virtual void starts(const Warp& /*warp*/, Cycle /*now*/) {}
  /// The top's lanes issue the warp's next instruction.
  virtual void issues(const Warp& warp, Cycle now) = 0;
  /// No register that the warp's next instruction needs is pending any more.
  virtual void unblocked(const Warp& /*warp*/, Cycle /*now*/) {}
  /// The warp leaves its state, in which it has waited.
  virtual void resumes(const Warp& /*warp*/, Cycle /*now*/) {}
};

}  // namespace gputm::core
