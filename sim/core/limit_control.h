// Number of warps of each core inside transactions (tx.limit=adaptive, ours), found by trial: one number for
// all cores, since a core's own throughput always gains by one more warp and that of all others pays for it.
//
// Commits a cycle are measured with the number as it is, then with about half as many more or less. The
// better number stays. After a gain of a quarter the next trial follows at once in its direction, else after
// a pause; after a trial without gain the next one goes in the other direction, and comes later each time. A
// number that was better stays on probation: if commits a cycle fall below what the number before it had,
// that one comes back. The search goes on from launch to launch.
//
// Only time in which the limit matters is measured: half of the warps that it allows are inside, or half as
// many wait as are inside. So neither launches' beginnings and ends count nor what is between them.
//
// In hardware: counters of commits and of cycles beside the commit-id vendor, two multiplications at the end
// of a window, and a number sent to all cores. No warp starves: the number is never below one, and warps are
// admitted in the order in which they ask.
#pragma once

#include <cstdint>
#include <optional>

#include "base/machine_config.h"
#include "base/types.h"

namespace gputm::core {

class LimitControl {
 public:
  explicit LimitControl(const MachineConfig& config);

  /// `first`: number with which the first launch starts; 0: all.
  void begin_launch(unsigned first, Cycle now);
  /// Warps of a core inside transactions, at least 1.
  unsigned warps() const { return warps_; }

  /// A warp waits to be inside a transaction, is inside, and has left it. A warp need not wait for time.
  void asks(Cycle now);
  void enters(Cycle now);
  void leaves(Cycle now);
  /// An attempt of a warp that is inside has ended; `commits`: its lanes that have committed.
  void ended(unsigned commits, Cycle now);

 private:
  struct Window {
    unsigned attempts = 0;
    std::uint64_t commits = 0;
    Cycle cycles = 0;
  };
  struct Measured {
    unsigned warps = 0;
    Window window;
  };
  /// More commits a cycle in `one` than in `other`, by more than `add` 32nds, without a division
  static bool more(const Window& one, const Window& other, unsigned add);
  bool matters() const;
  void account(Cycle now);
  void look();
  void try_another();
  void change(unsigned warps);

  unsigned cores_;
  unsigned most_;
  unsigned warps_ = 0;  ///< 0: before the first launch
  bool starts_ = true;  ///< no trial has failed yet
  bool trial_ = false;  ///< `warps_` is on trial
  bool up_ = true;      ///< direction of the next trial
  unsigned pause_ = 0;  ///< windows until the next trial
  unsigned next_pause_ = 0;
  bool settling_ = true;  ///< attempts that began with another number are still ending
  unsigned inside_ = 0;   ///< warps of all cores
  unsigned waiting_ = 0;  ///< warps of all cores
  Cycle accounted_ = 0;   ///< time up to which cycles are counted
  Window window_;
  Measured base_;                  ///< number that a trial is compared with, and its last window
  std::optional<Measured> prior_;  ///< number that `base_` has replaced
};

}  // namespace gputm::core
