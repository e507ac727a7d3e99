#include "core/core.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>

#include "core/address_map.h"
#include "isa/execute.h"

namespace gputm::core {

using isa::Instruction;
using isa::Unit;

Core::Core(Environment& environment, unsigned index)
    : environment_(environment),
      index_(index),
      lanes_(environment.config.core.warp_width),
      issue_cycles_(std::max(1U, lanes_ / environment.config.core.simd_width)),
      warps_(environment.config.core.max_warps, Warp(lanes_, environment.config.kilo.write_filter_bits)),
      blocks_(environment.config.core.max_blocks),
      lsu_(environment, index),
      log_unit_(environment, index, warps_, lsu_),
      scheduler_warps_(environment.config.core.schedulers),
      last_issued_(environment.config.core.schedulers),
      scheduler_free_(environment.config.core.schedulers),
      addresses_(kMaxLanes),
      accounted_until_(environment.config.core.max_warps),
      started_at_(environment.config.core.max_warps) {
  for (unsigned w = 0; w < warps_.size(); ++w)
    scheduler_warps_[w % scheduler_warps_.size()] |= LaneMask{1} << w;
}

void Core::begin_launch(const BlockShape& shape, unsigned blocks_per_core, Cycle now) {
  counters_ = {};
  core_time_ = {};
  thread_times_ = {};
  launched_at_ = now;
  resident_cycles_ = 0;
  shape_ = shape;
  warps_per_block_ = (shape.threads + lanes_ - 1) / lanes_;
  block_limit_ = std::min<unsigned>(blocks_per_core, static_cast<unsigned>(blocks_.size()));
  lsu_.clear_l1();
  forget_spinning();
}

bool Core::can_start_block() const {
  const auto used_blocks = static_cast<unsigned>(
      std::count_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.used; }));
  const auto used_warps = static_cast<unsigned>(std::popcount(resident_));
  return used_blocks < block_limit_ && used_warps + warps_per_block_ <= warps_.size() &&
         (used_blocks + 1) * shape_.threads <= environment_.config.core.max_threads;
}

void Core::start_block(std::uint32_t block_id, Cycle now) {
  const auto slot = static_cast<unsigned>(
      std::find_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return !b.used; }) - blocks_.begin());
  Block& block = blocks_[slot];
  block = {.used = true,
           .id = block_id,
           .warps_left = warps_per_block_,
           .at_barrier = 0,
           .shared = std::move(block.shared)};
  block.shared.assign(environment_.config.core.shared_memory_bytes, std::byte{0});
  if (resident_ == 0) resident_since_ = now;
  for (unsigned i = 0; i < warps_per_block_; ++i) {
    const auto w = static_cast<unsigned>(std::countr_one(resident_));
    resident_ |= LaneMask{1} << w;
    const std::uint32_t first = i * lanes_;
    const LaneMask mask = full_mask(std::min(lanes_, shape_.threads - first));
    Warp& warp = warps_[w];
    warp.registers.clear();
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      warp.registers.x(2)[lane] = kPrivateWindow + environment_.config.core.private_bytes;
      warp.registers.x(10)[lane] = shape_.arguments;
      warp.registers.x(11)[lane] = shape_.kernel;
    }
    warp.csrs = {.first_thread = block_id * shape_.threads + first,
                 .warp_id = w,
                 .core_id = index_,
                 .warp_width = lanes_,
                 .warps = environment_.config.core.max_warps,
                 .cores = environment_.config.core.count,
                 .block_id = block_id,
                 .thread_in_block = first,
                 .block_size = shape_.threads,
                 .grid_threads = shape_.threads * shape_.blocks,
                 .grid_blocks = shape_.blocks,
                 .cycle = now};
    warp.stack.reset(shape_.entry, mask);
    warp.state = WarpState::kRunning;
    warp.block = slot;
    warp.age = next_age_++;
    warp.pending = 0;
    warp.blocked = false;
    warp.ready_at.fill(0);
    warp.earliest_issue = now + 1;
    warp.accesses_in_flight = 0;
    warp.atomic_lanes = 0;
    warp.transaction.attempts.fill(0);
    accounted_until_[w] = started_at_[w] = now;
    schedule(w, now);
  }
}

bool Core::awake() const {
  return ready_ != 0 || in_wheel_ != 0 || lsu_.busy() || log_unit_.busy() || lsu_.next_hit() != ~Cycle{0} ||
         !shared_accesses_.empty();
}

void Core::tick(Cycle now) {
  if (const LaneMask due = wheel_[now % kWheel]; due != 0) {
    ready_ |= due;
    in_wheel_ -= static_cast<unsigned>(std::popcount(due));
    wheel_[now % kWheel] = 0;
  }
  if (lsu_.next_hit() <= now) lsu_.collect_hits(now);
  if (!shared_accesses_.empty()) {
    std::erase_if(shared_accesses_, [&](const Timed& timed) {
      if (timed.done > now) return false;
      if (--environment_.accesses[timed.access].segments == 0) lsu_.completed().push_back(timed.access);
      return true;
    });
  }
  complete_accesses(now);

  bool issued = false;
  bool stalled = false;
  for (unsigned s = 0; s < scheduler_warps_.size(); ++s) {
    const LaneMask mine = ready_ & scheduler_warps_[s];
    if (mine == 0) continue;
    if (scheduler_free_[s] > now) {
      issued = true;  // the SIMD pipeline is still taking the lanes of the last warp instruction
      continue;
    }
    const LaneMask candidates = lsu_.can_issue() ? mine : mine & ~memory_next_;
    if (candidates == 0) {
      stalled = true;
      continue;
    }
    const auto warp = static_cast<unsigned>(pick(s, candidates));
    last_issued_[s] = warp;
    scheduler_free_[s] = now + issue_cycles_;
    issue(warp, now);
    issued = true;
  }
  core_time_.exec += issued ? 1 : 0;
  core_time_.stall += !issued && stalled ? 1 : 0;

  const bool port_taken = log_unit_.busy() && log_unit_.tick(now);
  if (lsu_.busy() || log_unit_.busy()) {
    lsu_.tick(now, port_taken);
    if (log_unit_.busy()) log_unit_.walk();
  }
  if (!log_unit_.decisions().empty()) take_decisions(now);
}

/// Chooses among the ready warps by the configured policy.
int Core::pick(unsigned scheduler, LaneMask candidates) {
  const unsigned last = last_issued_[scheduler];
  if (environment_.config.core.scheduler == SchedulerPolicy::kLooseRoundRobin) {
    const LaneMask later = last + 1 < 64 ? candidates & (~LaneMask{0} << (last + 1)) : 0;
    return std::countr_zero(later != 0 ? later : candidates);
  }
  if ((candidates >> last) & 1) return static_cast<int>(last);
  unsigned oldest = static_cast<unsigned>(std::countr_zero(candidates));
  for_each_lane(candidates, [&](unsigned w) {
    if (warps_[w].age < warps_[oldest].age) oldest = w;
  });
  return static_cast<int>(oldest);
}

void Core::wake_at(unsigned w, Cycle when, Cycle now) {
  const LaneMask bit = LaneMask{1} << w;
  if (when <= now) {
    ready_ |= bit;
    return;
  }
  wheel_[when % kWheel] |= bit;
  ++in_wheel_;
}

/// Looks at the warp's next instruction and arranges for the warp to become ready when it may issue. Does
/// nothing when a register it needs waits for memory: the completion of that access calls this again.
void Core::schedule(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const Instruction* next = environment_.program->at(warp.stack.top().pc);
  if (next == nullptr) fail(w, "jumped outside the program");
  warp.next = next;
  const isa::RegisterMask registers = next->reads | next->writes;
  warp.blocked = (registers & warp.pending) != 0;
  if (warp.blocked) return;
  Cycle when = warp.earliest_issue;
  for_each_lane(registers, [&](unsigned r) { when = std::max(when, warp.ready_at[r]); });
  const LaneMask bit = LaneMask{1} << w;
  if (next->unit == Unit::kLoad || next->unit == Unit::kStore || next->unit == Unit::kAtomic) {
    memory_next_ |= bit;
  } else {
    memory_next_ &= ~bit;
  }
  wake_at(w, when, now);
}

/// Lets a warp that waited for something other than a register go on at the top of its stack.
void Core::resume(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  warp.state = WarpState::kRunning;
  warp.earliest_issue = std::max(warp.earliest_issue, now + 1);
  schedule(w, now);
}

void Core::issue(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const Instruction& instruction = *warp.next;
  const StackEntry& top = warp.stack.top();
  const Address pc = top.pc;
  ready_ &= ~(LaneMask{1} << w);
  if (warp.stack.in_transaction() &&
      now - warp.transaction.attempt_start > environment_.config.kilo.watchdog_cycles) {
    watchdog(w, now);
    return;
  }
  ++counters_.warp_instructions;
  counters_.thread_instructions += static_cast<unsigned>(std::popcount(top.mask));
  warp.earliest_issue = now + issue_cycles_;
  const CoreConfig& config = environment_.config.core;
  const auto compute = [&](unsigned latency) {
    warp.csrs.cycle = now;
    isa::execute(instruction, warp.registers, top.mask, pc, warp.csrs);
    if (instruction.writes != 0)
      warp.ready_at[static_cast<unsigned>(std::countr_zero(instruction.writes))] = now + latency;
    warp.stack.advance(pc + 4);
    schedule(w, now);
  };
  switch (instruction.unit) {
    case Unit::kAlu:
      return compute(config.alu_latency);
    case Unit::kMul:
      return compute(config.mul_latency);
    case Unit::kDiv:
      return compute(config.div_latency);
    case Unit::kFpu:
      return compute(config.fpu_latency);
    case Unit::kFpDiv:
      return compute(config.fpdiv_latency);
    case Unit::kBranch:
      return issue_branch(w, instruction, now);
    case Unit::kJump:
      return issue_jump(w, instruction, now);
    case Unit::kLoad:
    case Unit::kStore:
    case Unit::kAtomic:
      ++counters_.memory_instructions;
      if (!issue_memory(w, instruction, now)) return;  // it was not executed: the watchdog decides first
      if (warp.state == WarpState::kRunning) schedule(w, now);
      return;
    case Unit::kFence:
      warp.stack.advance(pc + 4);
      if (warp.accesses_in_flight == 0) return schedule(w, now);
      warp.state = WarpState::kFence;
      return;
    case Unit::kSystem:
      return issue_system(w, instruction, now);
    case Unit::kTxBegin:
      return tx_begin(w, now);
    case Unit::kTxCommit:
      return tx_commit(w, now);
    case Unit::kBarrier:
      return issue_barrier(w, now);
    case Unit::kIllegal:
      fail(w, fmt::format("illegal instruction {:#010x}", instruction.raw));
  }
}

/// A warp that waits for a load is looked at later: where the load reads is not in the registers any more.
void Core::look_if_due(unsigned w) {
  const Warp& warp = warps_[w];
  if (spin_detector_.due(w) && warp.pending == 0) spin_detector_.look(w, warp.stack, warp.registers);
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
    warp.stack.diverge(taken, target, pc + 4, environment_.program->reconvergence_pc(pc));
  }
  warp.earliest_issue = now + std::max(issue_cycles_, environment_.config.core.branch_latency);
  schedule(w, now);
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
    isa::effective_addresses(instruction, warp.registers, addresses_);
    target = addresses_[static_cast<unsigned>(std::countr_zero(mask))];
    for_each_lane(mask, [&](unsigned lane) {
      if (addresses_[lane] != target) group &= ~(LaneMask{1} << lane);
    });
  }
  if (group != mask) {
    if (!links) fail(w, "an indirect jump that is not a call sends its lanes to different places");
    // The others execute the call again when this group has come back.
    isa::execute(instruction, warp.registers, group, pc, warp.csrs);
    warp.stack.call_apart(group, target, pc + 4);
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
  warp.ready_at[instruction.rd] = now + environment_.config.core.alu_latency;
  warp.earliest_issue = now + std::max(issue_cycles_, environment_.config.core.branch_latency);
  schedule(w, now);
}

void Core::issue_system(unsigned w, const Instruction& instruction, Cycle now) {
  Warp& warp = warps_[w];
  const LaneMask mask = warp.stack.top().mask;
  if (instruction.op != isa::Op::kEcall) fail(w, "ebreak");
  if (warp.stack.in_transaction()) fail(w, "ecall inside a transaction");
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  if (warp.registers.x(17)[lane] != 93) {
    fail(w, fmt::format("ecall {} in a kernel; only 93 (exit) is available", warp.registers.x(17)[lane]));
  }
  end_lanes(w, mask, now);
}

void Core::end_lanes(unsigned w, LaneMask lanes, Cycle now) {
  Warp& warp = warps_[w];
  account(w, now);
  const auto threads = static_cast<unsigned>(std::popcount(lanes));
  counters_.ended_threads += threads;
  thread_times_.resident += threads * (now - started_at_[w]);
  warp.stack.exit(lanes);
  if (!warp.stack.empty()) return schedule(w, now);
  warp.state = WarpState::kDone;
  if (warp.accesses_in_flight == 0) retire_warp(w, now);
}

void Core::retire_warp(unsigned w, Cycle now) {
  const Warp& warp = warps_[w];
  Block& block = blocks_[warp.block];
  if (--block.warps_left != 0) {
    leave_barrier(warp.block, now);  // the others may all have been waiting for this warp
    return;
  }
  for (unsigned other = 0; other < warps_.size(); ++other) {
    if (((resident_ >> other) & 1) != 0 && warps_[other].block == warp.block) {
      warps_[other].state = WarpState::kFree;
      resident_ &= ~(LaneMask{1} << other);
    }
  }
  block.used = false;
  if (resident_ == 0) resident_cycles_ += now - resident_since_;
}

void Core::issue_barrier(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  if (warp.stack.in_transaction()) fail(w, "barrier inside a transaction");
  if (warp.stack.top().mask != warp.stack.entries().front().mask) {
    fail(w, fmt::format("divergent barrier: lanes {:#x} of {:#x} are here", warp.stack.top().mask,
                        warp.stack.entries().front().mask));
  }
  account(w, now);
  warp.stack.advance(warp.stack.top().pc + 4);
  warp.state = WarpState::kBarrier;
  ++blocks_[warp.block].at_barrier;
  leave_barrier(warp.block, now);
}

/// Releases the block's barrier when all its warps that still run have arrived.
void Core::leave_barrier(unsigned slot, Cycle now) {
  Block& block = blocks_[slot];
  if (block.at_barrier == 0 || block.at_barrier < block.warps_left) return;
  block.at_barrier = 0;
  for_each_lane(resident_, [&](unsigned w) {
    if (warps_[w].block != slot || warps_[w].state != WarpState::kBarrier) return;
    account(w, now);
    resume(w, now);
  });
}

void Core::reply(const memory::Packet& packet, Cycle now) {
  lsu_.reply(packet, now);
  for (const std::uint32_t warp : lsu_.log_fills()) log_unit_.log_fill(warp);
  lsu_.log_fills().clear();
  complete_accesses(now);
}

void Core::reply(const tm::ReplyWord& word, unsigned partition, Cycle now) {
  log_unit_.reply(word, partition);
  if (!log_unit_.decisions().empty()) take_decisions(now);
}

void Core::fail(unsigned w, const std::string& what) const {
  const Warp& warp = warps_[w];
  const std::uint32_t thread =
      warp.stack.empty()
          ? warp.csrs.first_thread
          : warp.csrs.first_thread + static_cast<unsigned>(std::countr_zero(warp.stack.top().mask));
  throw RunError(fmt::format(
      "{} at {} (thread {}, core {}, warp {})", what,
      warp.stack.empty() ? "exit" : environment_.program->describe(warp.stack.top().pc), thread, index_, w));
}

bool Core::waits_or_spins() const {
  bool runs = false;
  for_each_lane(resident_ & ~spin_detector_.spinning(), [&](unsigned w) {
    runs |= warps_[w].state == WarpState::kRunning || warps_[w].state == WarpState::kFence;
  });
  return !runs;
}

std::string Core::describe() const {
  static constexpr std::array<const char*, 9> kStates{"free",
                                                      "running",
                                                      "waits at a fence",
                                                      "walks its write log",
                                                      "waits at a barrier",
                                                      "at tx.begin",
                                                      "committing",
                                                      "validating",
                                                      "done"};
  std::string text;
  for_each_lane(resident_, [&](unsigned w) {
    const Warp& warp = warps_[w];
    const bool spins = ((spin_detector_.spinning() >> w) & 1) != 0;
    text += fmt::format("core {} warp {}: {}", index_, w,
                        spins ? "spins" : kStates[static_cast<std::size_t>(warp.state)]);
    if (!warp.stack.empty()) {
      text += fmt::format(" at {}, lanes {:#x} of {:#x}, stack depth {}, accesses in flight {}",
                          environment_.program->describe(warp.stack.top().pc), warp.stack.top().mask,
                          warp.stack.entries().front().mask, warp.stack.entries().size(),
                          warp.accesses_in_flight);
    }
    if (warp.state == WarpState::kCommit || warp.state == WarpState::kValidate) {
      text += "; log unit: " + log_unit_.describe(w);
    }
    text += '\n';
  });
  return text;
}

}  // namespace gputm::core
