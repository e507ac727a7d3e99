#include "core/core.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>

#include "core/access_observer.h"
#include "core/device_memory_map.h"
#include "core/issue_observer.h"
#include "core/lane_spaces.h"
#include "core/profiler.h"
#include "isa/execute.h"

namespace gputm::core {

using isa::Instruction;
using isa::Unit;

namespace {

/// Warp limit of the system that decides transactions; without transactions, of the system for global memory.
unsigned limit_of(const tm::Systems& systems, bool global_decides) {
  const tm::System* const system = (global_decides ? systems.global : systems.local).get();
  return system != nullptr ? system->warp_limit() : 0;
}

}  // namespace

Core::Core(RequestPath& path, memory::BackingStore& memory, LaunchState& launch, tm::Systems& systems,
           unsigned index)
    : path_(path),
      memory_(memory),
      launch_(launch),
      index_(index),
      all_lanes_(full_mask(path.config.core.warp_width)),
      warps_(path.config.core.max_warps, Warp(path.config.core.warp_width)),
      blocks_(path.config.core, index, warps_),
      scheduler_(path.config.core, launch, warps_),
      time_(launch, warps_),
      memory_unit_(path, memory, launch, index, warps_, blocks_),
      events_(*this),
      transactions_(path.config.tx, systems.global ? systems.global->name() : "plain", memory, launch, index,
                    warps_, path.config.core.warp_width, scheduler_, time_, events_),
      tracer_(path.config.core.max_warps, memory, launch.watched),
      fair_(path.config.core.divergence == Divergence::kFair),
      turns_(path.config.core.max_warps),
      targets_(kMaxLanes) {
  if (systems.global) global_side_ = systems.global->make_core_side(ports());
  if (systems.local) local_side_ = systems.local->make_local_memory(ports());
  const CoreSides sides{.global = global_side_.get(),
                        .local = local_side_.get(),
                        .global_serves_local = global_side_ && systems.global->serves() == tm::Memory::kBoth};
  memory_unit_.attach(sides);
  transactions_.attach(sides, limit_of(systems, sides.deciding() == sides.global));
  others_act_ =
      (local_side_ && !local_side_->accesses_alone()) || (global_side_ && !global_side_->accesses_alone());
  sides_act_ =
      (global_side_ && global_side_->acts_by_itself()) || (local_side_ && local_side_->acts_by_itself());
}

void Core::begin_launch(std::span<const BlockShape> grids, Cycle now) {
  counters_ = {};
  issued_.assign(grids.size(), {});
  ended_ = now;
  time_.begin_launch(now);
  blocks_.begin_launch(grids);
  memory_unit_.begin_launch();
  observed_ = launch_.profiler != nullptr || !launch_.issue_observers.empty();
  forget_spinning();
  end_tracing();
}

void Core::start_block(unsigned grid, std::uint32_t block_id, Cycle now) {
  awake_ = true;
  if (empty()) time_.resident(true, now);
  const LaneMask warps = blocks_.start(grid, block_id, now);
  if (local_side_) events_.during([&] { local_side_->start_block(blocks_.start_of(warps), now); });
  if (launch_.observer != nullptr)
    launch_.observer->block_begins(index_, blocks_.start_of(warps).slot, block_id);
  for_each_lane(warps, [&](unsigned w) {
    fill_stacks(w);
    time_.start_warp(w, now);
    for (IssueObserver* const observer : launch_.issue_observers) observer->starts(warps_[w], now);
    scheduler_.schedule(w, now);
  });
}

/// Writes the launch's initial stack contents in zero time, like register values.
void Core::fill_stacks(unsigned w) {
  const std::vector<Word>& stack = blocks_.thread_start(w).stack;
  const CoreConfig& config = path_.config.core;
  const Address bottom = kPrivateWindow + config.private_bytes - static_cast<Address>(4 * stack.size());
  for (unsigned i = 0; i < stack.size(); ++i) {
    for (unsigned lane = 0; lane < config.warp_width; ++lane)
      memory_.word(memory_unit_.private_physical(w, lane, bottom + 4 * i)) = stack[i];
  }
}

/// Whether no observer needs the order of what different cores do in a cycle.
bool Core::run_alone() const {
  return launch_.profiler == nullptr && launch_.observer == nullptr && launch_.issue_observers.empty();
}

/// Runs the part of the cycle, from its present stage on.
template <Core::Part kPart>
bool Core::run(Step& step, Cycle now, bool port_free) {
  constexpr bool kWhole = kPart == Part::kWhole, kAlone = kPart == Part::kAlone;
  LoadStoreUnit& lsu = memory_unit_.lsu();
  if (kWhole || step.stage == Stage::kArrivals) {
    scheduler_.wake_due(now);
    if (lsu.next_hit() <= now) lsu.collect_hits(now);
    memory_unit_.collect_shared(now);
    step = {};
    step.stage = Stage::kCompletions;
  }
  if (kWhole || step.stage == Stage::kCompletions) {
    if (kAlone && !completes_alone()) return false;
    complete_accesses(now);
    step.stage = Stage::kIssue;
  }
  if (kWhole || step.stage == Stage::kIssue) {
    if (!issue_chosen<kPart>(step, now)) return false;
    time_.core_cycle(step.issued, step.stalled);
    step.stage = Stage::kPort;
  }
  if (!use_port<kPart>(now, port_free)) return false;
  step.stage = Stage::kNone;
  awake_ = has_work();
  return true;
}

template <Core::Part kPart>
bool Core::issue_chosen(Step& step, Cycle now) {
  for (; step.scheduler < scheduler_.count(); ++step.scheduler) {
    if (!step.warp) {
      unsigned warp = 0;
      switch (scheduler_.choose(step.scheduler, memory_unit_.lsu().can_issue(), now, warp)) {
        case WarpScheduler::Choice::kNone:
          continue;
        case WarpScheduler::Choice::kBusy:
          step.issued = true;
          continue;
        case WarpScheduler::Choice::kStalled:
          step.stalled = true;
          continue;
        case WarpScheduler::Choice::kIssue:
          step.warp = warp;
      }
    }
    if (kPart == Part::kAlone && !issues_alone(*step.warp, now)) return false;
    step.issued = true;
    issue(*std::exchange(step.warp, std::nullopt), now);
    if (kPart == Part::kAlone && refusal_) {
      ++step.scheduler;
      return false;
    }
  }
  return true;
}

/// Sides of TM systems, and the load-store unit, at the port of the crossbar.
template <Core::Part kPart>
bool Core::use_port(Cycle now, bool port_free) {
  LoadStoreUnit& lsu = memory_unit_.lsu();
  if constexpr (kPart == Part::kAlone) {
    const bool global_waits = global_side_ == nullptr || (!others_act_ && !global_side_->busy());
    if (local_side_ && global_waits && local_side_->busy()) local_side_->start_tick(now);
    if (others_act_ || sides_busy() || (!port_free && lsu.busy())) return false;
  }
  port_taken_ = false;
  tick_sides([&](tm::CoreSide& side) { return side.tick(now); });
  if (lsu.busy() || sides_busy()) {
    memory_unit_has_turn_ = port_taken_ && lsu.waits_for_port();
    lsu.tick(now, port_taken_);
    tick_sides([&](tm::CoreSide& side) { return side.late_tick(now); });
  }
  return true;
}

void Core::tick(Cycle now) {
  Step step;
  run<Part::kWhole>(step, now, true);
}

void Core::start_tick(Cycle now, bool port_free) {
  step_.stage = Stage::kArrivals;
  ticked_ = now;
  if (!run_alone()) return;
  alone_ = true;
  if (global_side_ != nullptr && !others_act_ && global_side_->busy()) global_side_->catch_up();
  run<Part::kAlone>(step_, now, port_free);
  alone_ = false;
}

void Core::finish_tick(Cycle now) {
  if (refusal_) {
    const Refusal refused = *std::exchange(refusal_, std::nullopt);
    refuse(refused.warp, refused.what, refused.lanes, now);
  }
  run<Part::kRest>(step_, now, true);
}

/// Whether the completion of the accesses that have come back touches only this core.
bool Core::completes_alone() const {
  return std::ranges::all_of(memory_unit_.lsu().completed(), [&](std::uint32_t handle) {
    const memory::WarpAccess& access = path_.accesses[handle];
    using Owner = memory::WarpAccess::Owner;
    if (access.owner == Owner::kLocalSystem) return false;
    if (access.owner == Owner::kGlobalSystem && !global_side_->completes_alone(AccessId(handle)))
      return false;
    const WarpState state = warps_[access.warp].state;
    return state != WarpState::kCommit && state != WarpState::kValidate && state != WarpState::kAbort;
  });
}

/// Whether the warp's next instruction touches only this core.
bool Core::issues_alone(unsigned w, Cycle now) {
  const Warp& warp = warps_[w];
  const bool transactional = warp.stack.in_transaction();
  if (tracer_.traces(w) || (transactional && transactions_.would_be_overdue(warp, now))) return false;
  switch (warp.next->unit) {
    case Unit::kAlu:
    case Unit::kMul:
    case Unit::kDiv:
    case Unit::kFpu:
    case Unit::kFpDiv:
    case Unit::kDouble:
    case Unit::kDoubleDiv:
    case Unit::kBranch:
    case Unit::kJump:
    case Unit::kFence:
    case Unit::kSystem:
    case Unit::kBarrier:
    case Unit::kExchange:
      return true;
    case Unit::kLoad:
    case Unit::kStore:
    case Unit::kAtomic:
      if (local_side_ && !local_side_->accesses_alone()) return false;
      if (!transactional) return true;
      return (!global_side_ || global_side_->accesses_alone()) &&
             !memory_unit_.must_be_validated(w, *warp.next);
    default:
      return false;
  }
}

template <typename Tick>
void Core::tick_sides(Tick tick) {
  const auto tick_one = [&](tm::CoreSide* side) {
    bool again = side != nullptr && side->busy();
    while (again) events_.during([&] { again = tick(*side); });
  };
  tick_one(global_side_.get());
  tick_one(local_side_.get());
}

void Core::show_issue(const Warp& warp, Cycle now) {
  if (launch_.profiler != nullptr && warp.stack.in_transaction()) launch_.profiler->issued(warp);
  for (IssueObserver* const observer : launch_.issue_observers) observer->issues(warp, now);
}

void Core::issue(unsigned w, Cycle now) {
  const Warp& warp = warps_[w];
  const Instruction& instruction = *warp.next;
  if (transactions_.overdue(warps_[w], now)) return transactions_.watchdog(w, now);
  if (observed_) show_issue(warp, now);
  if (tracer_.traces(w)) trace(w, instruction);
  IssueCounters& issued = issued_[warp.grid];
  ++issued.warp_instructions;
  const LaneMask lanes = warp.stack.top().mask;
  issued.thread_instructions += lanes == all_lanes_ ? path_.config.core.warp_width : lane_count(lanes);
  warps_[w].earliest_issue = now + scheduler_.issue_cycles();
  const CoreConfig& config = path_.config.core;
  switch (instruction.unit) {
    case Unit::kAlu:
      return issue_compute(w, instruction, config.alu_latency, now);
    case Unit::kMul:
      return issue_compute(w, instruction, config.mul_latency, now);
    case Unit::kDiv:
      return issue_compute(w, instruction, config.div_latency, now);
    case Unit::kFpu:
      return issue_compute(w, instruction, config.fpu_latency, now);
    case Unit::kFpDiv:
      return issue_compute(w, instruction, config.fpdiv_latency, now);
    case Unit::kDouble:
      scheduler_.occupy_double(w, now);
      return issue_compute(w, instruction, config.double_latency, now);
    case Unit::kDoubleDiv:
      scheduler_.occupy_double(w, now);
      return issue_compute(w, instruction, config.double_div_latency, now);
    case Unit::kBranch:
      return issue_branch(w, instruction, now);
    case Unit::kJump:
      return issue_jump(w, instruction, now);
    case Unit::kLoad:
    case Unit::kStore:
    case Unit::kAtomic:
      return issue_memory(w, instruction, now);
    case Unit::kFence:
      return issue_fence(w, now);
    case Unit::kSystem:
      return issue_system(w, instruction, now);
    case Unit::kTxBegin:
      return transactions_.begin(w, now);
    case Unit::kTxCommit:
      return transactions_.commit(w, now);
    case Unit::kTxAbort:
      return issue_abort(w, now);
    case Unit::kTxRetry:
      return issue_retry(w, now);
    case Unit::kBarrier:
      return issue_barrier(w, now);
    case Unit::kExchange:
      return issue_exchange(w, now);
    case Unit::kIllegal:
      return refuse_illegal(w, now);
  }
}

void Core::refuse_illegal(unsigned w, Cycle now) {
  const Warp& warp = warps_[w];
  const bool nothing = launch_.program->at(warp.stack.top().pc) == nullptr;
  refuse(w, nothing ? "no instruction" : fmt::format("illegal instruction {:#010x}", warp.next->raw),
         warp.stack.top().mask, now);
}

/// Reports a forbidden operation of these lanes of the top: an error. Inside a transaction the lanes may have
/// got there with inconsistent values, so the watchdog decides.
void Core::refuse(unsigned w, const std::string& what, LaneMask lanes, Cycle now) {
  Warp& warp = warps_[w];
  if (!warp.stack.in_transaction()) fail(w, what, lanes);
  if (alone_) {
    refusal_ = {w, what, lanes};
    return;
  }
  warp.transaction.bad_lanes = lanes;
  warp.transaction.bad_access = what;
  transactions_.watchdog(w, now);
}

void Core::issue_abort(unsigned w, Cycle now) {
  const Warp& warp = warps_[w];
  const LaneMask lanes = warp.stack.top().mask;
  if (!warp.stack.in_transaction()) fail(w, "tx.abort outside a transaction", lanes);
  if (!transactions_.can_be_left()) return refuse(w, "tx.abort in a transaction on local memory", lanes, now);
  if (warp.transaction.started_register == 0)
    return refuse(w, "tx.abort in a transaction that did not begin with tx_try_begin()", lanes, now);
  transactions_.leave(w, now);
}

/// tx.retry. If memory does not change, the next attempt gets here again with the same registers: it spins.
void Core::issue_retry(unsigned w, Cycle now) {
  const LaneMask lanes = warps_[w].stack.top().mask;
  if (!warps_[w].stack.in_transaction()) fail(w, "tx.retry outside a transaction", lanes);
  if (!transactions_.can_be_left()) return refuse(w, "tx.retry in a transaction on local memory", lanes, now);
  look_if_due(w);
  transactions_.retry(w, now);
}

void Core::issue_compute(unsigned w, const Instruction& instruction, unsigned latency, Cycle now) {
  Warp& warp = warps_[w];
  const Address pc = warp.stack.top().pc;
  if (instruction.writes == 0) {
    const isa::Hint hint = isa::hint_of(instruction);
    if (hint == isa::Hint::kSectionBegin) return transactions_.begin_section(w, now);
    if (hint == isa::Hint::kSectionEnd) return transactions_.end_section(w, now);
  }
  warp.csrs.cycle = now;
  try {
    isa::execute(instruction, warp.registers, warp.stack.top().mask, pc, warp.csrs);
  } catch (const isa::Trap& trap) {
    return refuse(w, trap.what(), trap.lanes(), now);
  }
  if (instruction.writes != 0)
    warp.ready_at[static_cast<unsigned>(std::countr_zero(instruction.writes))] = now + latency;
  warp.stack.advance(pc + 4);
  scheduler_.schedule(w, now);
}

void Core::issue_memory(unsigned w, const Instruction& instruction, Cycle now) {
  ++counters_.memory_instructions;
  if (memory_unit_.must_be_validated(w, instruction)) return transactions_.watchdog(w, now);  // not executed
  if (instruction.unit == Unit::kAtomic) time_.account(w, now);
  if (isa::uses_reservation(instruction.op) && warps_[w].reserving++ != 0) launch_.note_overlap();
  if (fair_ && instruction.unit != Unit::kStore && memory_unit_.visible() != 0)
    turns_.read(w, warps_[w].stack.top().pc, memory_unit_.visible(), memory_unit_.addresses());
  MemoryUnit::Issued issued;
  events_.during([&] { issued = memory_unit_.issue(w, instruction, now); });
  if (issued.wait != tm::Wait::kNothing)
    warps_[w].state = issued.wait == tm::Wait::kWalk ? WarpState::kLogWalk : WarpState::kFence;
  if (issued.conflicts != 0) transactions_.conflict(w, issued.conflicts, now);
  if (issued.complete) complete_access(issued.access, now);
  // A warp with conflicts in all lanes may have begun its next attempt, which schedules it.
  if (issued.conflicts == 0 && warps_[w].state == WarpState::kRunning) scheduler_.schedule(w, now);
}

void Core::issue_fence(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  if (launch_.observer != nullptr) launch_.observer->fences(warp);
  warp.stack.advance(warp.stack.top().pc + 4);
  if (warp.accesses_in_flight == 0) return scheduler_.schedule(w, now);
  warp.state = WarpState::kFence;
}

/// Fair divergence: the top's lanes have jumped back from `pc`.
void Core::take_turns(unsigned w, Address pc) {
  SimtStack& stack = warps_[w].stack;
  if (stack.in_transaction() || stack.entries().size() == 1 || !turns_.jumped_back(w, pc)) return;
  stack.give_way();
  turns_.restart(w);
}

void Core::issue_branch(unsigned w, const Instruction& instruction, Cycle now) {
  look_if_due(w);
  Warp& warp = warps_[w];
  const StackEntry& top = warp.stack.top();
  const Address pc = top.pc;
  const Address target = pc + static_cast<Address>(instruction.imm);
  const LaneMask taken = isa::taken_lanes(instruction, warp.registers, top.mask);
  if (taken == top.mask || taken == 0) {
    warp.stack.advance(taken != 0 ? target : pc + 4);
  } else {
    ++counters_.divergent_branches;
    warp.stack.diverge(taken, target, pc + 4, launch_.program->reconvergence_pc(pc));
  }
  if (fair_ && taken != 0 && target <= pc) take_turns(w, pc);
  warp.earliest_issue = now + std::max(scheduler_.issue_cycles(), path_.config.core.branch_latency);
  scheduler_.schedule(w, now);
}

void Core::issue_jump(unsigned w, const Instruction& instruction, Cycle now) {
  look_if_due(w);
  Warp& warp = warps_[w];
  const LaneMask mask = warp.stack.top().mask;
  const Address pc = warp.stack.top().pc;
  const bool links = instruction.rd == 1 || instruction.rd == 5;
  const bool direct = instruction.op == isa::Op::kJal;
  const bool returns = !direct && instruction.rd == 0 && (instruction.rs1 == 1 || instruction.rs1 == 5);
  Address target = pc + static_cast<Address>(instruction.imm);
  LaneMask group = mask;
  if (!direct) {
    const LaneMask beyond = isa::effective_addresses(instruction, warp.registers, targets_);
    if ((beyond & mask) != 0)
      return refuse(w, "jump beyond the device's 32-bit addresses", beyond & mask, now);
    target = targets_[static_cast<unsigned>(std::countr_zero(mask))];
    for_each_lane(mask, [&](unsigned lane) {
      if (targets_[lane] != target) group &= ~(LaneMask{1} << lane);
    });
    if (!launch_.program->executable(target))
      return refuse(w, fmt::format("jump to {:#010x}, where the program has no instruction", target), group,
                    now);
  }
  if (launch_.observer != nullptr && returns) launch_.observer->returns(warp);
  if (group != mask) {
    // The other lanes execute the jump again, once this group has come to their meeting point or before.
    isa::execute(instruction, warp.registers, group, pc, warp.csrs);
    if (links) {
      warp.stack.call_apart(group, target, pc + 4);
    } else if (returns) {
      warp.stack.part(group);
      warp.stack.ret(target);
    } else {
      ++counters_.divergent_branches;
      warp.stack.diverge(group, target, pc, launch_.program->reconvergence_pc(pc));
    }
  } else {
    isa::execute(instruction, warp.registers, mask, pc, warp.csrs);
    if (links) {
      warp.stack.call(target);
    } else if (returns) {
      warp.stack.ret(target);
    } else {
      warp.stack.advance(target);
    }
  }
  if (fair_ && target <= pc) take_turns(w, pc);
  warp.ready_at[instruction.rd] = now + path_.config.core.alu_latency;
  warp.earliest_issue = now + std::max(scheduler_.issue_cycles(), path_.config.core.branch_latency);
  scheduler_.schedule(w, now);
}

void Core::issue_system(unsigned w, const Instruction& instruction, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask mask = warp.stack.top().mask;
  if (instruction.op != isa::Op::kEcall) return refuse(w, "ebreak", mask, now);
  if (warp.stack.in_transaction()) return refuse(w, "ecall inside a transaction", mask, now);
  LaneMask others = 0;  // lanes that do not end here
  for_each_lane(mask, [&](unsigned lane) { others |= LaneMask{warp.registers.x(17)[lane] != 93} << lane; });
  if (others != 0) {
    const Word call = warp.registers.x(17)[static_cast<unsigned>(std::countr_zero(others))];
    fail(w, fmt::format("ecall {} in a kernel; only 93 (exit) is available", call), others);
  }
  end_lanes(w, mask, now);
}

void Core::end_lanes(unsigned w, LaneMask lanes, Cycle now) {
  Warp& warp = warps_[w];
  const auto threads = lane_count(lanes);
  time_.end_lanes(w, threads, now);
  transactions_.end_lanes(w, lanes, now);
  counters_.ended_threads += threads;
  if (launch_.observer != nullptr) launch_.observer->ends(warp, lanes);
  warp.stack.exit(lanes);
  if (!warp.stack.empty()) {
    exchange_among_waiting(w, now);
    if (warp.stack.all_wait()) return arrive_at_barrier(w, now);  // the others waited for these lanes
    return scheduler_.schedule(w, now);
  }
  warp.state = WarpState::kDone;
  if (warp.accesses_in_flight == 0) retire_warp(w, now);
}

void Core::retire_warp(unsigned w, Cycle now) {
  const BlockTable::Ended ended = blocks_.end_warp(w);
  release_from_barrier(ended.released, now);
  if (!ended.block) return;
  GridCounters& grid = launch_.grids[index_][warps_[w].grid];
  ++grid.blocks_ended;
  grid.ended = now;
  if (!empty()) return;
  time_.resident(false, now);
  ended_ = now;
}

void Core::issue_barrier(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  if (warp.stack.in_transaction())
    return refuse(w, "barrier inside a transaction", warp.stack.top().mask, now);
  if (local_side_ && local_side_->unperformed(WarpId(w))) {  // executed again when they are complete
    warp.state = WarpState::kFence;
    return;
  }
  if (launch_.observer != nullptr) launch_.observer->waits_at_barrier(warp);
  if (!warp.stack.wait()) return scheduler_.schedule(w, now);
  arrive_at_barrier(w, now);
}

/// All running lanes of the warp wait, each at a barrier.
void Core::arrive_at_barrier(unsigned w, Cycle now) {
  refuse_if_stuck(w);
  time_.account(w, now);
  ++warps_[w].epoch;
  release_from_barrier(blocks_.arrive(w), now);
}

void Core::release_from_barrier(LaneMask warps, Cycle now) {
  if (launch_.observer != nullptr && warps != 0)
    launch_.observer->leaves_barrier(index_, warps_[static_cast<unsigned>(std::countr_zero(warps))].block);
  for_each_lane(warps, [&](unsigned w) {
    time_.account(w, now);
    warps_[w].stack.release();
    scheduler_.resume(w, now);
  });
}

bool Core::start_reply(const memory::Packet& packet, Cycle now) {
  if (!run_alone() || packet.kind == memory::PacketKind::kTmReply) return false;
  LoadStoreUnit& lsu = memory_unit_.lsu();
  lsu.reply(packet, now);
  reply_taken_ = true;
  if (!lsu.log_fills().empty() || !completes_alone()) return false;
  reply_taken_ = false;
  complete_accesses(now);
  awake_ = has_work();
  return true;
}

void Core::finish_reply(const memory::Packet& packet, Cycle now) {
  if (packet.kind == memory::PacketKind::kTmReply) {
    events_.during([&] { global_side_->reply(packet, now); });
  } else {
    LoadStoreUnit& lsu = memory_unit_.lsu();
    if (!std::exchange(reply_taken_, false)) lsu.reply(packet, now);
    events_.during([&] {
      for (const std::uint32_t waiter : lsu.log_fills()) global_side_->line_arrived(waiter);
    });
    lsu.log_fills().clear();
    complete_accesses(now);
  }
  awake_ = has_work();
}

void Core::complete_accesses(Cycle now) {
  std::vector<std::uint32_t>& completed = memory_unit_.lsu().completed();
  // An access that starts in the loop may complete at once and lengthen the list.
  for (std::size_t i = 0; i < completed.size(); ++i) {  // NOLINT(modernize-loop-convert)
    complete_access(AccessId(completed[i]), now);
  }
  completed.clear();
}

void Core::complete_access(AccessId handle, Cycle now) {
  const memory::WarpAccess& access = memory_unit_.access(handle);
  const unsigned w = access.warp;
  Warp& warp = warps_[w];
  using Owner = memory::WarpAccess::Owner;
  if (access.owner != Owner::kCore) {
    tm::CoreSide* const side = access.owner == Owner::kGlobalSystem ? global_side_.get() : local_side_.get();
    events_.during([&] { side->complete(handle, now); });
  }
  if (isa::uses_reservation(access.op)) --warp.reserving;
  if (warp.atomic_lanes != 0 && isa::is_atomic(access.op)) {
    time_.account(w, now);
    warp.atomic_lanes = 0;
  }
  const bool part = access.part_of != memory::WarpAccess::kNone;
  const std::optional<AccessId> whole = memory_unit_.finish(handle, now);
  if (whole) return complete_access(*whole, now);
  if (part) return;
  if (warp.state == WarpState::kRunning) {
    if (!warp.blocked) return;
    scheduler_.schedule(w, now);
    if (warp.blocked) return;
    for (IssueObserver* const observer : launch_.issue_observers) observer->unblocked(warp, now);
  } else if (warp.accesses_in_flight == 0) {
    if (warp.state == WarpState::kDone) return retire_warp(w, now);
    if (warp.state == WarpState::kFence) return scheduler_.resume(w, now);
    transactions_.drained(w, now);
  }
}

void Core::fail(unsigned w, const std::string& what, LaneMask lanes) const {
  core::fail(warps_[w], *launch_.program, what, lanes);
}

}  // namespace gputm::core
