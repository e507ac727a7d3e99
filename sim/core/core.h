// SIMT core. It issues instructions to its parts, which know only the parts named in their constructors:
//   block_table          block slots, barriers, shared memory
//   warp_scheduler       ready warps, scoreboard, choice
//   memory_unit          memory instructions; below it the load_store_unit with the L1
//   transaction_control  transactions on the SIMT stack
// time_account         accounting of the time of threads and core
// Its TM systems' sides (tm/core_side.h) reach the parts only through the core.
//
// A warp instruction executes for all its lanes at issue. Loads and atomics write their registers when their
// last segment has returned.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run_error.h"
#include "core/block_table.h"
#include "core/launch_state.h"
#include "core/load_store_unit.h"
#include "core/memory_unit.h"
#include "core/path_turns.h"
#include "core/request_path.h"
#include "core/side_events.h"
#include "core/spin_detector.h"
#include "core/spin_tracer.h"
#include "core/time_account.h"
#include "core/transaction_control.h"
#include "core/warp.h"
#include "core/warp_report.h"
#include "core/warp_scheduler.h"
#include "tm/system.h"

namespace gputm::core {

struct CoreCounters {
  std::uint64_t memory_instructions = 0;  ///< warp instructions issued to the load-store unit
  std::uint64_t divergent_branches = 0;
  std::uint64_t ended_threads = 0;
};

/// Instructions issued of one grid
struct IssueCounters {
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
};

class Core final : private tm::WarpPort,
                   private tm::MessagePort,
                   private tm::HistoryPort,
                   private SideEvents::Taker {
 public:
  Core(RequestPath& path, memory::BackingStore& memory, LaunchState& launch, tm::Systems& systems,
       unsigned index);
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  /// Resets the counters of the last launch and sets the grids of the next one, which must outlive it.
  void begin_launch(std::span<const BlockShape> grids, Cycle now);
  /// Whether another block of a grid fits: block slots, warps, threads and shared memory.
  bool can_start_block(const BlockShape& grid) const { return blocks_.can_start(grid); }
  void start_block(unsigned grid, std::uint32_t block_id, Cycle now);
  bool empty() const { return blocks_.resident() == 0; }
  /// Cycle in which the last block left the core.
  Cycle ended() const { return ended_; }

  /// One core cycle. Need not be called while `awake()` is false.
  void tick(Cycle now);
  // Or in two parts. The first one touches only this core: it can run at the same time as those of
  // other cores, except that cores with the same port of the crossbar come one after the other. The second
  // one does the rest, for one core after the other.
  /// Starts the cycle. `port_free`: the cores before this one at its port have completed theirs.
  void start_tick(Cycle now, bool port_free);
  bool ticking() const { return step_.stage != Stage::kNone; }  ///< the cycle is not complete
  void finish_tick(Cycle now);
  Cycle ticked() const { return ticked_; }  ///< last cycle that was started
  /// Whether the core has work. Other cores can change that within a cycle if `others_act()`.
  bool awake() const { return awake_ || (sides_act_ && has_work()); }
  bool others_act() const { return others_act_; }

  /// Grant of contention control: the warp may run its attempt.
  void granted(unsigned warp, Cycle now) {
    awake_ = true;
    transactions_.granted(warp, now);
  }

  // A packet for this core has arrived: a memory reply or a message of the TM system. Two parts, as above;
  // the second one may come alone.
  /// Returns whether this part was all.
  bool start_reply(const memory::Packet& packet, Cycle now);
  void finish_reply(const memory::Packet& packet, Cycle now);

  /// Whether kernels can begin transactions.
  bool has_transactions() const { return global_side_ || local_side_; }
  /// Warps inside transactions at a time, by the deciding system; 0: unlimited.
  unsigned warp_limit() const { return transactions_.warp_limit(); }
  /// Whether the system of global memory decides transactions; otherwise that of local memory.
  bool global_decides() const { return global_side_ != nullptr; }

  /// Completes the time breakdowns at the end of a launch. Throws RunError if they do not add up.
  void settle_time(Cycle now) { time_.settle(index_, empty(), now); }
  const CoreCounters& counters() const { return counters_; }
  /// By grid.
  std::span<const IssueCounters> issued() const { return issued_; }
  const CoreTime& core_time() const { return time_.core_time(); }
  const ThreadTimes& thread_times() const { return time_.thread_times(); }
  const MemoryUnit& memory_unit() const { return memory_unit_; }
  /// Requests a check of the warps that may spin; `forget_spinning` drops earlier results after a change of
  /// memory.
  void look_for_spinning() { spin_detector_.request(blocks_.resident()); }
  void forget_spinning() { spin_detector_.restart(); }
  /// Begins or ends a round of the search for warps that spin while they change memory (core/spin_tracer.h),
  /// and returns whether it has found a warp that makes progress.
  void trace_spinning() { tracer_.begin(blocks_.resident()); }
  void end_tracing() { tracer_.end(); }
  bool any_goes_on() const { return tracer_.any_goes_on(); }
  /// Whether every resident warp has ended, waits at a barrier or at tx.begin, or was found spinning.
  bool waits_or_spins() const;
  /// Word in the shared memory of one of its blocks.
  Word shared_value(unsigned slot, Address offset) const { return blocks_.shared_word(slot, offset); }
  // For debuggers, of a warp of a resident block
  isa::WarpRegisters& registers_of(unsigned warp) { return warps_[warp].registers; }
  /// Byte that a lane's plain access at `address` would reach; null if it may not. Shared memory that a TM
  /// system serves is not here.
  std::byte* byte_of(unsigned warp, unsigned lane, Address address);
  /// State of every resident warp, for reports of runs that were given up.
  std::vector<WarpReport> report() const;

 private:
  /// Part of a core cycle: all of it, as far as it touches only this core, or what that has left
  enum class Part : std::uint8_t { kWhole, kAlone, kRest };
  /// Next stage of a core cycle
  enum class Stage : std::uint8_t { kNone, kArrivals, kCompletions, kIssue, kPort };
  struct Step {
    Stage stage = Stage::kNone;
    unsigned scheduler = 0;          ///< kIssue: schedulers before it have had their turn
    std::optional<unsigned> warp{};  ///< kIssue: chosen by this scheduler
    bool issued = false, stalled = false;
  };
  /// Refused operation of a transaction, which only the second part of a cycle can handle
  struct Refusal {
    unsigned warp;
    std::string what;
    LaneMask lanes;
  };

  // Issue (core.cpp)
  void fill_stacks(unsigned warp);
  void show_issue(const Warp& warp, Cycle now);
  void issue(unsigned warp, Cycle now);
  void issue_compute(unsigned warp, const isa::Instruction& instruction, unsigned latency, Cycle now);
  void issue_memory(unsigned warp, const isa::Instruction& instruction, Cycle now);
  void issue_jump(unsigned warp, const isa::Instruction& instruction, Cycle now);
  void issue_branch(unsigned warp, const isa::Instruction& instruction, Cycle now);
  void issue_fence(unsigned warp, Cycle now);
  void issue_system(unsigned warp, const isa::Instruction& instruction, Cycle now);
  void issue_abort(unsigned warp, Cycle now);
  void issue_retry(unsigned warp, Cycle now);
  void issue_barrier(unsigned warp, Cycle now);
  void arrive_at_barrier(unsigned warp, Cycle now);
  // Exchange among masks (warp_exchange.cpp)
  void issue_exchange(unsigned warp, Cycle now);
  bool exchange_at_once(unsigned warp, Cycle now);
  void exchange_among_waiting(unsigned warp, Cycle now);
  void exchange_among(unsigned warp, std::span<const isa::ExchangePart> parts, Cycle now);
  void refuse_if_stuck(unsigned warp) const;
  Address caller(unsigned warp, Address pc, unsigned lane) const;
  void refuse_illegal(unsigned warp, Cycle now);
  void refuse(unsigned warp, const std::string& what, LaneMask lanes, Cycle now);
  void look_if_due(unsigned warp);
  void take_turns(unsigned warp, Address pc);
  void trace(unsigned warp, const isa::Instruction& instruction);
  bool touch(unsigned warp, const isa::Instruction& instruction);
  void end_lanes(unsigned warp, LaneMask lanes, Cycle now);
  /// Frees the slot for another block. Called after the warp's last access, since replies find their warp by
  /// slot.
  void retire_warp(unsigned warp, Cycle now);
  void release_from_barrier(LaneMask warps, Cycle now);
  void complete_accesses(Cycle now);
  void complete_access(AccessId access, Cycle now);
  bool run_alone() const;
  bool completes_alone() const;
  bool issues_alone(unsigned warp, Cycle now);
  template <Part kPart>
  bool run(Step& step, Cycle now, bool port_free);
  template <Part kPart>
  bool issue_chosen(Step& step, Cycle now);
  template <Part kPart>
  bool use_port(Cycle now, bool port_free);
  void take(const tm::Event& event, Cycle now) override;
  void release(AccessId access, Cycle now);
  tm::CorePorts ports();
  bool has_work() const { return scheduler_.awake() || memory_unit_.busy() || sides_busy(); }
  /// Calls `tick` for each busy side, again as long as it returns true.
  template <typename Tick>
  void tick_sides(Tick tick);
  bool sides_busy() const {
    return (global_side_ != nullptr && global_side_->busy()) ||
           (local_side_ != nullptr && local_side_->busy());
  }
  [[noreturn]] void fail(unsigned warp, const std::string& what, LaneMask lanes) const;

  // Ports of the sides (core_ports.cpp)
  tm::WarpLogs& logs(WarpId warp) override { return warps_[warp].transaction.logs; }
  tm::WarpLogs& local_logs(WarpId warp) override {
    return global_side_ ? warps_[warp].transaction.local_logs : logs(warp);
  }
  isa::WarpRegisters& registers(WarpId warp) override { return warps_[warp].registers; }
  std::uint32_t first_thread(WarpId warp) const override { return warps_[warp].csrs.first_thread; }
  unsigned accesses_in_flight(WarpId warp) const override { return warps_[warp].accesses_in_flight; }
  LaneMask attempt_lanes(WarpId warp) const override { return warps_[warp].transaction.lanes; }
  bool send(const memory::Packet& packet) override;
  void snapshot_taken(WarpId warp, LaneMask lanes, SerialPosition position, SerialPosition oldest) override;
  void skip_position(SerialPosition position) override;
  void plain_write(Address address, Word value, std::uint32_t thread, std::uint32_t moment) override;
  void violation(const std::string& what) override;

  bool awake_ = false;       ///< has work, apart from that of sides that act by themselves
  bool sides_act_ = false;   ///< a side can make work for it at any time
  bool others_act_ = false;  ///< likewise, within a cycle, when other cores act
  bool alone_ = false;       ///< in the first part of a cycle
  bool observed_ = false;    ///< the launch has a profiler or an observer of issues
  Step step_;
  Cycle ticked_ = ~Cycle{0};
  std::optional<Refusal> refusal_;
  bool reply_taken_ = false;  ///< the load-store unit has taken the reply that is not finished
  RequestPath& path_;
  memory::BackingStore& memory_;
  LaunchState& launch_;
  unsigned index_;
  LaneMask all_lanes_;  ///< of a warp
  std::vector<Warp> warps_;
  BlockTable blocks_;
  WarpScheduler scheduler_;
  TimeAccount time_;
  MemoryUnit memory_unit_;
  SideEvents events_;
  TransactionControl transactions_;
  SpinDetector spin_detector_;
  SpinTracer tracer_;
  std::vector<Touched> touched_;  ///< words of the traced instruction
  const bool fair_;               ///< core.divergence
  PathTurns turns_;               ///< used if `fair_`
  std::unique_ptr<tm::CoreSide> global_side_;
  std::unique_ptr<tm::LocalMemory> local_side_;
  bool port_taken_ = false;            ///< a TM system's packet takes the crossbar port in this cycle
  bool memory_unit_has_turn_ = false;  ///< priority at the port, after a TM system's packet in the last cycle
  std::vector<Address> targets_;       ///< targets of the indirect jump being issued, by lane
  CoreCounters counters_;
  std::vector<IssueCounters> issued_;  ///< by grid
  Cycle ended_ = 0;
};

}  // namespace gputm::core
