// Vector clocks of warps, for happens-before. Time is the number of releases so far in all launches, so that
// warps may share an element: then more is ordered than really is, and no report is false.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/types.h"

namespace gputm::check {

using Time = std::uint32_t;
/// Number of a warp in the launch
using Actor = std::uint32_t;

class Clock {
 public:
  /// What the actor did before this time is ordered before the clock's owner.
  Time of(Actor actor) const { return times_[actor % kElements]; }
  void raise(Actor actor, Time time) {
    Time& known = times_[actor % kElements];
    known = std::max(known, time);
    groups_ |= 1U << (actor % kElements / kGroup);
  }
  void join(const Clock& other) {
    groups_ |= other.groups_;
    for_each_lane(other.groups_, [&](unsigned group) {
      for (std::size_t i = group * kGroup; i < (group + 1) * kGroup; ++i)
        times_[i] = std::max(times_[i], other.times_[i]);
    });
  }

 private:
  static constexpr std::size_t kElements = 128, kGroup = 16;

  std::uint32_t groups_ = 0;  ///< groups of elements that may not be 0
  std::array<Time, kElements> times_{};
};

}  // namespace gputm::check
