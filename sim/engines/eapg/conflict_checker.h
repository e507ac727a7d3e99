// EAPG at a core: looks words up in the conflict address table, a row of lanes at a time.
//
// - A transactional load waits for its look-up. If a committing transaction may write one of its words, the
// load
//   is paused: it is looked up again until none does, or until its time is over, and only then goes to
//   memory.
// - Early abort: before a warp commits, the addresses of its read log are looked up. Lanes that have read a
// word
//   with a write in flight would mostly fail at their validation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/growing_queue.h"
#include "engines/common/log_layout.h"
#include "engines/eapg/eapg.h"
#include "engines/eapg/parts.h"
#include "memory/address_map.h"
#include "tm/core_ports.h"

namespace gputm::engines::eapg {

class ConflictChecker {
 public:
  struct Config {
    Parts parts = Parts::kOff;
    unsigned pause_cycles = 0;  ///< core cycles after which a paused load goes on
  };
  ConflictChecker(const tm::CorePorts& core, const Config& config, Eapg& eapg, const LogLayout& layout);

  /// A load of memory, which the checker issues.
  void load(AccessId access);

  /// Whether the lanes' commit must be checked. If not, the warp commits at once.
  bool must_check(WarpId warp);
  /// Starts that check when the warp's accesses are complete.
  void check(WarpId warp, LaneMask lanes) {
    committing_[warp] = lanes;
    draining_ |= LaneMask{1} << warp;
  }

  struct Verdict {
    WarpId warp;
    LaneMask lanes, aborts;
  };
  /// One core cycle, before the load-store unit.
  void tick(Cycle now);
  /// After the load-store unit: the check's share of the L1. Returns a verdict when a warp is done.
  std::optional<Verdict> late_tick();
  /// A missing line of this waiter has arrived.
  void line_arrived() { line_missing_ = false; }
  /// Waiter ID for `line_arrived`, beyond those of the warps and of the intra-warp resolver.
  std::uint32_t waiter() const { return machine_.core.max_warps + 1; }

  bool busy() const {
    return !loads_.empty() || !paused_.empty() || !looking_up_.empty() || draining_ != 0 || checks();
  }
  /// Whether the warp waits for its check.
  bool checks(WarpId warp) const { return committing_[warp] != 0; }

 private:
  /// Cycles from a row of lanes to its result, beside those in which the banks read: as
  /// rtl/eapg/conflict_table.sv
  static constexpr Cycle kLatency = 7;
  /// Early aborts of a warp in a row, after which it commits unchecked once
  static constexpr unsigned kMostInARow = 4;

  struct Load {
    AccessId access{};
    std::optional<Cycle> paused_since{};
  };
  struct LookUp {
    std::optional<Load> load;  ///< none: a row of the check in progress
    Cycle done = 0;
  };
  struct Check {
    WarpId warp;
    LaneMask lanes = 0, aborts = 0;
    unsigned rows = 0;        ///< rows of its read log
    unsigned read = 0;        ///< of these, read in the L1
    unsigned lines_read = 0;  ///< lines of the next row read so far
    unsigned begun = 0;       ///< rows looked up, or begun
    unsigned ended = 0;       ///< rows looked up
  };

  using Addresses = std::array<Address, kMaxLanes>;

  bool checks() const { return check_.has_value() || !waiting_.empty(); }
  void begin_look_up(Cycle now);
  void look_up(const Addresses& addresses, LaneMask lanes, std::optional<Load> load, Cycle now);
  LaneMask hits(const Addresses& addresses, LaneMask lanes) const;
  void finish(Load load, Cycle now);
  void read_next_line();
  const tm::WarpLog::Row& row(unsigned index) const { return warps_.logs(check_->warp).reads[index]; }

  unsigned core_;
  const MachineConfig& machine_;
  tm::WarpPort& warps_;
  tm::AccessPort& accesses_;
  tm::LogLinePort& log_lines_;
  tm::EventPort& events_;
  const LogLayout& layout_;
  Config config_;
  const ConflictTable& table_;
  CoreCounters& counters_;
  memory::AddressMap addresses_;

  GrowingQueue<Load> loads_;         ///< not looked up yet
  GrowingQueue<Load> paused_;        ///< to be looked up again
  GrowingQueue<LookUp> looking_up_;  ///< oldest first
  Cycle free_ = 0;                   ///< cycle from which on the table takes another row

  std::vector<LaneMask> committing_;  ///< by warp: lanes still being checked
  LaneMask draining_ = 0;             ///< of these, warps that wait for their memory accesses
  GrowingQueue<WarpId> waiting_;      ///< drained, for the check
  std::optional<Check> check_;
  bool line_missing_ = false;
  std::vector<unsigned> in_a_row_;  ///< by warp: commits with early aborts since the last without
};

}  // namespace gputm::engines::eapg
