// Access unit of a partition (HPCA 2018): checks transactional accesses against the metadata table, a granule
// a cycle, before they go to the L2, and keeps those that must wait for a reservation in a stall buffer.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "engines/getm/metadata_table.h"

namespace gputm::engines::getm {

enum class AccessKind : std::uint8_t {
  kPlain,  ///< no check: an access outside of transactions
  kLoad,
  kStore,   ///< check and reservation; the value stays in the log
  kCommit,  ///< the reserved words are written and released
  kRelease  ///< reserved words of aborted lanes are released
};

/// Access of a warp to a line, or of several warps to none (kPlain)
struct Access {
  AccessKind kind = AccessKind::kPlain;
  Time time;
  std::uint32_t tag = 0;  ///< returned with the outcome
  struct Part {
    GranuleNumber granule = 0;
    std::uint16_t words = 0;  ///< kStore: reserved; kCommit, kRelease: released
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::vector<Part> parts;
};

struct Outcome {
  std::uint32_t tag = 0;
  AccessKind kind = AccessKind::kPlain;
  std::uint64_t aborted = 0;  ///< bit i: granule of part i was refused
  std::optional<Time>
      needs;  ///< least time at which no part would have come too late; nothing: any later one
};

class AccessUnit {
 public:
  struct Config {
    MetadataTable::Config table = {};
    unsigned queue = 8;           ///< accesses
    unsigned stall_entries = 64;  ///< accesses
    unsigned latency = 4;         ///< cycles from the check of an access's last granule to its outcome
  };
  struct Counters {
    std::uint64_t checks = 0;             ///< granules checked
    std::uint64_t stalls = 0;             ///< accesses that were put into the stall buffer
    std::uint64_t too_late = 0;           ///< granules refused to accesses that came too late
    std::uint64_t stall_buffer_full = 0;  ///< granules refused for want of a stall entry
    std::uint64_t no_room = 0;            ///< granules refused for want of an entry or counter in the table
  };

  explicit AccessUnit(const Config& config);

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
  void clear() { table_.clear(); }
  bool idle() const {
    return queue_.empty() && !current_ && stalled_.empty() && woken_.empty() && outcomes_.empty();
  }
  std::size_t stalled() const { return stalled_.size(); }
  const Counters& counters() const { return counters_; }
  const MetadataTable::Counters& table_counters() const { return table_.counters(); }

 private:
  /// Access on its way through the check
  struct Check {
    Access access;
    std::size_t next = 0;  ///< part that is checked next
    std::size_t left = 0;  ///< parts to be checked, from there on and around
    Outcome outcome;
  };
  struct Due {
    Cycle due;
    Outcome outcome;
  };

  void check_part();
  void advance();
  void refuse(std::optional<Time> needs);
  void stall(GranuleNumber granule);
  void wake(GranuleNumber granule, Time latest);
  void finish();

  Config config_;
  MetadataTable table_;
  std::deque<Access> queue_;
  std::optional<Check> current_;
  /// Stall buffer: accesses by the granule that they wait for
  struct Stalled {
    GranuleNumber granule;
    Check check;
  };
  std::vector<Stalled> stalled_;
  std::deque<Check> woken_;  ///< accesses that are checked again, before others
  std::deque<Due> outcomes_;
  Cycle now_ = 0;
  Counters counters_;
};

}  // namespace gputm::engines::getm
