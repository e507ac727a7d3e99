// Access unit of a partition (HPCA 2018): checks transactional accesses, a granule a cycle, before they go to
// the L2, and keeps those that must wait for a reservation.
#pragma once

#include <cstdint>
#include <deque>

#include "engines/getm/access_check.h"

namespace gputm::engines::getm {

class AccessUnit {
 public:
  struct Config {
    MetadataTable::Config table = {};
    unsigned queue = 8;           ///< accesses
    unsigned stall_entries = 64;  ///< accesses
    unsigned latency = 4;         ///< cycles from the check of an access's last granule to its outcome
  };
  using Counters = AccessCheck::Counters;

  explicit AccessUnit(const Config& config) : config_(config), check_(config.table, config.stall_entries) {}

  bool can_take() const { return queue_.size() < config_.queue; }
  void take(Access access) { queue_.push_back(std::move(access)); }
  /// Next outcome, or nullptr. They leave in the order in which accesses take effect: that is the order in
  /// which the L2 must perform them.
  const Outcome* outcome() const {
    return outcomes_.empty() || outcomes_.front().due > now_ ? nullptr : &outcomes_.front().outcome;
  }
  void pop_outcome() { outcomes_.pop_front(); }
  void tick();
  /// All times begin anew. Requires that no granule is reserved.
  void clear() { check_.clear(); }
  bool idle() const { return queue_.empty() && check_.idle() && outcomes_.empty(); }
  std::size_t stalled() const { return check_.stalled(); }
  const Counters& counters() const { return check_.counters(); }
  const MetadataTable::Counters& table_counters() const { return check_.table_counters(); }

 private:
  struct Due {
    Cycle due;
    Outcome outcome;
  };

  Config config_;
  AccessCheck check_;
  std::deque<Access> queue_;
  std::deque<Due> outcomes_;
  Cycle now_ = 0;
};

}  // namespace gputm::engines::getm
