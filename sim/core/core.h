// A SIMT core: warps, schedulers, scoreboard and issue. Memory instructions go to the load-store unit,
// transactions to transaction control and, under KILO TM, the transaction log unit.
//
// A warp instruction executes for all its lanes when it issues; loads and atomics write their registers when
// their last segment is back. The scoreboard keeps, for each register, the cycle from which it may be read or
// the fact that it waits for memory. Time costs only where something happens: a warp that waits is in no list
// that is scanned.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/environment.h"
#include "core/load_store_unit.h"
#include "core/spin_detector.h"
#include "core/time_breakdown.h"
#include "core/transaction_log_unit.h"
#include "core/warp.h"

namespace gputm::core {

/// Shape and resources of the blocks of a launch.
struct BlockShape {
  std::uint32_t threads = 0;  ///< per block
  std::uint32_t blocks = 0;   ///< in the grid
  Address entry = 0;          ///< crt0's _start
  Address kernel = 0;         ///< passed in a1
  Address arguments = 0;      ///< passed in a0
};

struct CoreCounters {
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
  std::uint64_t memory_instructions = 0;  ///< warp instructions of the load-store unit
  std::uint64_t divergent_branches = 0;
  std::uint64_t shared_conflict_cycles = 0;
  std::uint64_t ended_threads = 0;
};

class Core {
 public:
  Core(Environment& environment, unsigned index);
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  /// Forgets the last launch's counts and takes the shape of the next one's blocks.
  void begin_launch(const BlockShape& shape, unsigned blocks_per_core, Cycle now);
  /// Whether another block fits: block slots, warps and threads.
  bool can_start_block() const;
  void start_block(std::uint32_t block_id, Cycle now);
  bool empty() const { return resident_ == 0; }

  /// One core cycle. Does nothing useful, and need not be called, while `awake()` is false.
  void tick(Cycle now);
  bool awake() const;

  /// The serial system's global lock is `warp`'s from this cycle on; lets it start if it waits for that.
  void hold_global_lock(unsigned warp, Cycle now);

  void reply(const memory::Packet& packet, Cycle now);
  void reply(const tm::ReplyWord& word, unsigned partition, Cycle now);

  /// Completes the time breakdowns at the end of a launch, when no block is left. RunError when they do not
  /// add up: an error of the model.
  void settle_time(Cycle now);
  const CoreCounters& counters() const { return counters_; }
  const CoreTime& core_time() const { return core_time_; }
  const ThreadTimes& thread_times() const { return thread_times_; }
  const LoadStoreUnit& lsu() const { return lsu_; }
  /// Asks for a look at the warps that may spin. After a change of memory, forget what earlier looks found.
  void look_for_spinning() { spin_detector_.request(resident_); }
  void forget_spinning() { spin_detector_.restart(); }
  /// Whether every resident warp waits for other warps or for the commit units, or was found spinning.
  bool waits_or_spins() const;
  /// The state of every resident warp, one line each, for reports of runs that were given up.
  std::string describe() const;

 private:
  static constexpr std::size_t kWheel = 2048;  ///< longest latency that the wake-up wheel holds
  struct Block {
    bool used = false;
    std::uint32_t id = 0;
    unsigned warps_left = 0;  ///< warps with lanes that have not ended
    unsigned at_barrier = 0;
    std::vector<std::byte> shared;
  };

  // Issue (core.cpp)
  void schedule(unsigned warp, Cycle now);
  void wake_at(unsigned warp, Cycle when, Cycle now);
  int pick(unsigned scheduler, LaneMask candidates);
  void issue(unsigned warp, Cycle now);
  void look_if_due(unsigned warp);
  void issue_jump(unsigned warp, const isa::Instruction& instruction, Cycle now);
  void issue_branch(unsigned warp, const isa::Instruction& instruction, Cycle now);
  void issue_system(unsigned warp, const isa::Instruction& instruction, Cycle now);
  void issue_barrier(unsigned warp, Cycle now);
  void leave_barrier(unsigned block, Cycle now);
  void end_lanes(unsigned warp, LaneMask lanes, Cycle now);
  /// After its last access, since replies find their warp by its slot: the slot is free for another block.
  void retire_warp(unsigned w, Cycle now);
  void resume(unsigned warp, Cycle now);
  [[noreturn]] void fail(unsigned warp, const std::string& what) const;

  // Memory instructions (core_memory.cpp)
  struct Spaces {
    LaneMask global = 0, shared = 0, private_ = 0;
    LaneMask bad = 0;  ///< lanes, of any space, that are misaligned, outside of it or must not use it
  };
  bool issue_memory(unsigned warp, const isa::Instruction& instruction, Cycle now);
  Spaces classify(unsigned warp, const isa::Instruction& instruction, LaneMask lanes) const;
  bool must_be_validated(unsigned warp, const isa::Instruction& instruction, const Spaces& spaces);
  std::string describe_bad(const isa::Instruction& instruction, Address address) const;
  void access_private(unsigned warp, const isa::Instruction& instruction, LaneMask lanes,
                      std::uint32_t access);
  void access_shared(unsigned warp, const isa::Instruction& instruction, LaneMask lanes, std::uint32_t access,
                     Cycle now);
  void access_global(const isa::Instruction& instruction, LaneMask lanes, std::uint32_t access);
  void transactional_load(unsigned warp, const isa::Instruction& instruction, LaneMask lanes,
                          std::uint32_t access);
  void transactional_store(unsigned warp, const isa::Instruction& instruction, LaneMask lanes,
                           std::uint32_t access);
  void walk_write_log(unsigned warp, const isa::Instruction& instruction, LaneMask searching,
                      std::uint32_t load);
  void complete_log_walk(const WarpAccess& walk, Cycle now);
  std::uint32_t new_access(unsigned warp, const isa::Instruction& instruction);
  void complete_accesses(Cycle now);
  void complete_access(std::uint32_t access, Cycle now);
  void complete_transactional(Warp& warp, const WarpAccess& access);
  void store_merged(Warp& warp, const WarpAccess& merged);
  void log_row_written(unsigned warp, unsigned which, unsigned row);
  Address private_physical(unsigned warp, unsigned lane, Address address) const;

  // Transactions (transaction_control.cpp)
  void tx_begin(unsigned warp, Cycle now);
  bool take_concurrency_slot();
  void enter_transaction(unsigned warp, Cycle now);
  void start_attempt(unsigned warp, Cycle now);
  void tx_commit(unsigned warp, Cycle now);
  void commit_instantly(unsigned warp, Cycle now);
  void gather_logs(unsigned warp, unsigned lane);
  void decide_lane(unsigned warp, unsigned lane, bool passed, std::uint64_t order, Cycle now);
  void take_decisions(Cycle now);
  void finish_commit(unsigned warp, Cycle now);
  void roll_back(unsigned warp, LaneMask lanes);
  void end_attempt(unsigned warp, Cycle now);
  void watchdog(unsigned warp, Cycle now);
  void validate_instantly(unsigned warp, Cycle now);
  void finish_validation(unsigned warp, Cycle now);
  void account(unsigned warp, Cycle now);

  Environment& environment_;
  unsigned index_;
  unsigned lanes_;
  unsigned issue_cycles_;  ///< cycles that a warp instruction occupies its scheduler
  BlockShape shape_;
  unsigned block_limit_ = 0;
  unsigned warps_per_block_ = 0;
  std::vector<Warp> warps_;
  std::vector<Block> blocks_;
  LoadStoreUnit lsu_;
  TransactionLogUnit log_unit_;
  SpinDetector spin_detector_;

  LaneMask resident_ = 0;     ///< warps whose block is here
  LaneMask ready_ = 0;        ///< warps that may issue now
  LaneMask memory_next_ = 0;  ///< warps whose next instruction needs the load-store unit
  std::vector<LaneMask> scheduler_warps_;
  std::vector<unsigned> last_issued_;
  std::vector<Cycle> scheduler_free_;
  std::array<LaneMask, kWheel> wheel_{};
  unsigned in_wheel_ = 0;
  std::uint64_t next_age_ = 0;
  struct Timed {
    Cycle done;
    std::uint32_t access;
  };
  std::vector<Timed> shared_accesses_;  ///< LDS accesses in flight
  std::vector<Address> addresses_;      ///< scratch of the instruction being issued

  GrowingQueue<unsigned> begin_waiting_;  ///< warps held by the concurrency limit
  LaneMask draining_ = 0;      ///< warps that commit or validate at once when their accesses are complete
  LaneMask lock_waiting_ = 0;  ///< warps in the global lock's queue
  unsigned warps_in_transactions_ = 0;
  std::vector<tm::LogEntry> lane_reads_, lane_writes_;   ///< logs of the lane being decided
  std::vector<TransactionLogUnit::Decision> decisions_;  ///< being taken

  CoreCounters counters_;
  CoreTime core_time_;
  ThreadTimes thread_times_;
  std::vector<Cycle> accounted_until_;  ///< per warp, for the thread breakdown
  std::vector<Cycle> started_at_;       ///< per warp
  Cycle launched_at_ = 0;
  Cycle resident_since_ = 0;
  std::uint64_t resident_cycles_ = 0;
};

}  // namespace gputm::core
