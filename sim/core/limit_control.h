// Number of warps of each core inside transactions (tx.limit=adaptive, ours), found by trial: one number for
// all cores, since a core's own throughput always gains by one more warp and that of all others pays for it.
//
// Commits a cycle are measured with the number as it is, then with about half as many more or less. The
// better number stays, and the search goes on in its direction; after a trial without gain the next one goes
// in the other direction, and comes later each time. While a third of all attempts abort there is no trial of
// more warps.
//
// In hardware: a counter of commits, of aborts and of cycles beside the commit-id vendor, two multiplications
// at the end of a window, and a number sent to all cores. No warp starves: the number is never below one, and
// warps are admitted in the order in which they ask.
#pragma once

#include <cstdint>

#include "base/machine_config.h"
#include "base/types.h"

namespace gputm::core {

class LimitControl {
 public:
  explicit LimitControl(const MachineConfig& config);

  /// `first`: number at the start of a launch; 0: all.
  void begin_launch(unsigned first, Cycle now);
  /// Warps of a core inside transactions, at least 1.
  unsigned warps() const { return warps_; }
  /// An attempt of a warp has ended, with `lanes` outcomes.
  void ended(unsigned lanes, unsigned commits, Cycle now);

 private:
  /// Attempts ended since `begin`
  struct Window {
    Cycle begin = 0;
    unsigned attempts = 0;
    std::uint64_t lanes = 0, commits = 0;
    Cycle cycles = 0;
  };
  bool more_commits_a_cycle(const Window& window, const Window& than) const;
  void look();
  void try_another();
  void change(unsigned warps);

  unsigned cores_;
  unsigned most_;
  unsigned warps_ = 1;
  unsigned base_ = 1;   ///< number that a trial is compared with
  bool trial_ = false;  ///< `warps_` is on trial
  bool up_ = true;      ///< direction of the next trial
  unsigned pause_ = 0;  ///< windows until the next trial
  unsigned next_pause_ = 1;
  bool settling_ = true;  ///< attempts that began with another number are still ending
  Window window_;
  Window of_base_;  ///< last window with `base_` warps
};

}  // namespace gputm::core
