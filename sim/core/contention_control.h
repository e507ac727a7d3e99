// Number of warps of the GPU that run attempts at a time, and of lanes of each attempt
// (tx.contention=adaptive, ours), adapted to the outcomes of attempts.
//
// By default all warps run attempts without restriction. When most lanes abort, and fewer transactions commit
// than in serial execution, warps are restricted until four times as many commit, or until the restriction is
// needless: no warp waits and hardly a lane aborts, since there are few transactions, or attempts fail
// although each runs alone. Attempts fail for two reasons, with one remedy each:
//
// Conflicts between lanes of a warp: few lanes of an attempt commit. The next attempts of the warp have as
// many lanes as have committed together; after kPatience whole commits in a row, twice as many. Where lanes
// have diverged, failed lanes have cost as much time as committed ones: such a warp gets fewer lanes even
// while warps are not restricted.
//
// Conflicts between warps: no lane of an attempt commits. If half of the attempts end so, half as many warps
// run attempts at a time; if few do, twice as many. The others wait in request order. A warp makes a request
// for each attempt, so it never blocks a warp that it waits for. After an attempt that the kernel itself has
// given up (tx.retry) no request is needed: the warp waits for another one and does not compete with it.
//
// A warp with many failures in a row runs its next attempt alone, with one lane: no warp starves.
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
  /// Warp slot in the GPU
  struct Place {
    unsigned core = 0;
    unsigned warp = 0;
  };
  explicit ContentionControl(const MachineConfig& config);

  /// Resets all state at the start of a launch.
  void begin_launch(Cycle now);
  /// Lanes, among the waiting ones, that form the warp's next attempt.
  LaneMask lanes(Place place, LaneMask waiting) const;
  /// The warp is about to run an attempt. False: it waits until grant() returns it.
  bool enter(Place place, Cycle now);
  /// Next warp that may run its attempt now.
  std::optional<Place> grant(Cycle now) {
    if (waiting_.empty()) return std::nullopt;
    return grant_first(now);
  }
  /// Outcome of an attempt, without the lanes that the kernel has given up.
  struct Outcome {
    unsigned lanes = 0;
    unsigned commits = 0;
    Cycle executed = 0;  ///< core cycles from begin to commit of one lane if it ran alone
    Cycle took = 0;      ///< core cycles of all lanes, which have run one after the other where they diverged
  };
  void ended(Place place, const Outcome& outcome, Cycle now);

  /// Maximum number of warps that run attempts at a time.
  unsigned limit() const { return limit_; }
  bool restricts() const { return restricts_; }
  /// Whether the attempts that run have been granted, and keep others waiting.
  bool others_wait() const { return restricts_ || alone_; }

 private:
  struct Warp {
    unsigned width = 0;     ///< maximum number of lanes of an attempt
    unsigned whole = 0;     ///< attempts of that width in a row in which all lanes committed
    unsigned failures = 0;  ///< attempts in a row without a commit
    bool inside = false;    ///< runs an attempt that counts
    bool given_up = false;  ///< the kernel gave up its last attempt
  };
  struct Request {
    Place place;
    Cycle due = 0;  ///< arrival time
  };
  /// Attempts ended since the last adaptation.
  struct Window {
    Cycle begin = 0;
    unsigned attempts = 0;
    unsigned failed = 0;  ///< attempts without a commit
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
  bool needless() const;

  unsigned warps_of_core_;
  unsigned lanes_;
  Cycle latency_;  ///< core cycles from a request, or from the end of another attempt, to the attempt that
                   ///< may run then
  Cycle memory_latency_;  ///< core cycles
  std::vector<Warp> warps_;
  bool restricts_ = false;
  unsigned limit_ = 0;
  unsigned needless_ = 0;  ///< windows in a row in which the restriction was needless
  unsigned enough_ = 1;    ///< of them for a release; twice as many after each one
  unsigned inside_ = 0;    ///< warps that run attempts that count, or have just ended them
  bool alone_ = false;     ///< the warp inside must be the only one
  Window window_;
  std::deque<Request> waiting_;
  std::deque<Cycle> leaving_;  ///< times at which the end of ended attempts is known
};

}  // namespace gputm::core
