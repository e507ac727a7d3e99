// Observes the transactions of a launch under any TM system and makes its Profile. The core calls it; it has
// no effect on the core.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/machine_config.h"
#include "base/types.h"
#include "core/profile.h"
#include "core/warp.h"
#include "isa/program.h"
#include "memory/backing_store.h"
#include "tm/history.h"

namespace gputm::core {

class Timeline;

class Profiler {
 public:
  /// `timeline`: also gets the outcomes; null: none.
  Profiler(const CoreConfig& config, const memory::BackingStore& memory, Timeline* timeline = nullptr);

  /// The top's lanes are at an outermost tx.begin.
  void begin(const Warp& warp);
  /// The lanes of Transaction::lanes start an attempt. Called again if the attempt had to wait.
  void start(const Warp& warp, Cycle now);
  void admitted(const Warp& warp, Cycle now) { at(warp).started = now; }
  /// The top's lanes execute an instruction of their attempt.
  void issued(const Warp& warp);
  /// The top's lanes have made the access at `pc`, which appended its rows to the log. `refused`: lanes that
  /// the system found in conflict, and their access.
  void accessed(const Warp& warp, Address pc, LaneMask refused, std::span<const Address> addresses);
  /// Outcome of one lane's attempt; its logs are those of the warp.
  void outcome(const Warp& warp, unsigned lane, bool commits, std::span<const tm::LogEntry> writes,
               Cycle now);
  /// Adds a part of the warp's time.
  void time(const Warp& warp, ThreadTime what, unsigned threads, Cycle duration);

  /// Profile of the transactions, in no order.
  Profile finish(const isa::Program& program) const;

 private:
  /// State of a warp and its attempt.
  struct Attempt {
    unsigned site = 0;  ///< index
    Cycle started = 0;
    std::vector<Address> row_pcs;  ///< pcs of the accesses that made the rows of the read log
    std::array<std::uint32_t, kMaxLanes> instructions{};
    std::array<std::uint32_t, kMaxLanes> retries{};  ///< aborts since the transaction began
    LaneMask refused = 0;
    Address refused_pc = 0;
    std::array<Address, kMaxLanes> refused_address{};
  };
  struct Committer {
    Address address = 0;
    Word value = 0;
    std::uint32_t thread = 0;
    unsigned site = 0;
  };
  /// Recent commits to the words that share the set. A word can have several, because a commit may be decided
  /// some time before its words are in memory; old ones are dropped, because a conflict is with a recent one.
  struct Committers {
    static constexpr unsigned kKept = 8;
    std::array<Committer, kKept> ring{};
    unsigned count = 0, newest = 0;
  };
  static constexpr unsigned kSetBits = 13;
  struct Lost {
    std::uint64_t aborts = 0, in_warp = 0, no_winner = 0;
    std::unordered_map<std::uint32_t, Winner> winners;  ///< by thread
  };
  struct Conflict {
    Address pc = 0, address = 0;
  };

  const Attempt& at(const Warp& warp) const {
    return attempts_[warp.csrs.core_id * max_warps_ + warp.csrs.warp_id];
  }
  Attempt& at(const Warp& warp) { return attempts_[warp.csrs.core_id * max_warps_ + warp.csrs.warp_id]; }
  void committed(const Warp& warp, unsigned lane, std::span<const tm::LogEntry> writes);
  /// Records the conflict. Returns the winner's thread, if known.
  std::optional<std::uint32_t> lost(const Warp& warp, const Conflict& conflict);
  std::optional<Conflict> find_conflict(const Warp& warp, unsigned lane) const;
  static std::size_t set_of(Address address) { return (address / 4 * 2654435769U) >> (32 - kSetBits); }
  const Committer* find_winner(Address address) const;

  const memory::BackingStore& memory_;
  Timeline* timeline_;
  unsigned max_warps_;
  unsigned warp_width_;
  std::vector<Attempt> attempts_;
  std::vector<SiteProfile> sites_;
  std::unordered_map<Address, unsigned> site_index_;
  std::unordered_map<std::uint64_t, std::uint64_t> accesses_;  ///< aborts by site (high half) and pc
  std::unordered_map<Address, Lost> words_;
  std::vector<Committers> committers_;  ///< 2^kSetBits sets
  std::uint64_t unknown_words_ = 0;
  Histogram transaction_retries_;
  std::vector<std::uint32_t> retries_of_thread_;  ///< retries plus one; 0: no commits
};

}  // namespace gputm::core
