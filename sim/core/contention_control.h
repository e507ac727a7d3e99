// Which warps of the GPU run attempts at a time, and with how many lanes (tx.contention=adaptive, ours):
// learned from how attempts end.
//
// As long as transactions that run side by side get on, all warps run attempts as they like. They do not when
// most lanes abort, and fewer transactions commit than would one after the other. Then the warps are
// restricted, until four times as many do. Attempts fail for two reasons, and each has its own remedy:
//
// Lanes of a warp fail each other: few lanes of an attempt commit. The warp's next attempts have as many
// lanes as have committed together; when kPatience of them in a row have committed whole, twice as many.
// Where lanes have diverged, those that failed have cost as much time as those that committed: such a warp
// gets fewer lanes also while the warps are not restricted.
//
// Warps fail each other: no lane of an attempt commits. Where half of the attempts end so, half as many warps
// run attempts at a time; where few do, twice as many. The others wait in the order in which they asked. A
// warp asks anew for each attempt, so it never keeps out a warp that it waits for. After an attempt that the
// kernel itself has given up (tx.retry) it need not ask: it waits for another warp, and takes nothing from
// it.
//
// A warp that has failed very often in a row runs its next attempt alone, with one lane: so none starves.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/machine_config.h"
#include "base/types.h"

namespace gputm::core {

class ContentionControl {
 public:
  /// A warp's slot in the GPU.
  struct Place {
    unsigned core = 0;
    unsigned warp = 0;
  };
  explicit ContentionControl(const MachineConfig& config);

  /// A launch begins: nothing is known.
  void begin_launch(Cycle now);
  /// Those of the waiting lanes that make the warp's next attempt.
  LaneMask lanes(Place place, LaneMask waiting) const;
  /// The warp is about to run an attempt. False: it waits until grant() names it.
  bool enter(Place place, Cycle now);
  /// The next warp that may run its attempt now.
  std::optional<Place> grant(Cycle now) {
    if (waiting_.empty()) return std::nullopt;
    return grant_first(now);
  }
  /// How an attempt ended, those of its lanes left out that the kernel has given up.
  struct Outcome {
    unsigned lanes = 0;
    unsigned commits = 0;
    Cycle executed = 0;  ///< core cycles from its begin to its commit, of a lane if it ran alone
    Cycle took = 0;      ///< the same of all lanes, which have run one after the other where they diverged
  };
  void ended(Place place, const Outcome& outcome, Cycle now);

  /// Warps that run attempts at a time, at most.
  unsigned limit() const { return limit_; }
  bool restricts() const { return restricts_; }

 private:
  struct Warp {
    unsigned width = 0;     ///< lanes of an attempt, at most
    unsigned whole = 0;     ///< attempts of that width in a row that have committed whole
    unsigned failures = 0;  ///< attempts in a row in which no lane committed
    bool inside = false;    ///< it runs an attempt that counts
    bool given_up = false;  ///< the kernel gave up its last attempt
  };
  struct Request {
    Place place;
    Cycle due = 0;  ///< when it has arrived
  };
  /// What has ended since contention control looked at it last.
  struct Window {
    Cycle begin = 0;
    unsigned attempts = 0;
    unsigned failed = 0;  ///< attempts of which no lane committed
    std::uint64_t lanes = 0, commits = 0;
    Cycle executed = 0;
  };
  Warp& at(Place place) { return warps_[place.core * warps_of_core_ + place.warp]; }
  const Warp& at(Place place) const { return warps_[place.core * warps_of_core_ + place.warp]; }
  bool must_run_alone(const Warp& warp) const;
  std::optional<Place> grant_first(Cycle now);
  void let_leave(Cycle now);
  void look(Cycle now);
  bool slower_than(unsigned times, Cycle now) const;
  void restrict();
  void release();
  static bool diverged(const Outcome& outcome);
  void adapt_width(Warp& warp, const Outcome& outcome) const;
  void adapt_limit();

  unsigned warps_of_core_;
  unsigned lanes_;
  Cycle latency_;  ///< core cycles from a request, or from the end of another attempt, to the attempt that
                   ///< may run then
  Cycle memory_latency_;  ///< core cycles
  std::vector<Warp> warps_;
  bool restricts_ = false;
  unsigned limit_ = 0;
  unsigned inside_ = 0;  ///< warps that run attempts that count, or have just ended them
  bool alone_ = false;   ///< the warp inside must be the only one
  Window window_;
  std::deque<Request> waiting_;
  std::deque<Cycle> leaving_;  ///< when those that have ended are known to have left
};

}  // namespace gputm::core
