// State of one warp slot of a core.
#pragma once

#include <array>
#include <string>

#include "base/types.h"
#include "core/simt_stack.h"
#include "core/transaction.h"
#include "isa/execute.h"
#include "isa/program.h"
#include "isa/warp_registers.h"

namespace gputm::core {

/// Reason why a warp is not in the scheduler's ready set
enum class WarpState : std::uint8_t {
  kFree,      ///< no block here
  kRunning,   ///< ready, or waiting for a register, the issue port or the load-store unit
  kFence,     ///< waiting for its memory accesses to be ordered
  kLogWalk,   ///< waiting for the walk of its write log
  kBarrier,   ///< waiting for the other warps of its block
  kBegin,     ///< at tx.begin: concurrency limit or global lock
  kCommit,    ///< committing its transactions
  kValidate,  ///< the watchdog's validation of a running attempt
  kAbort,     ///< waiting for its memory accesses, then lanes in conflict abort
  kDone       ///< all lanes ended; the block is not over yet
};

/// The fields needed by each instruction come first, close together: the warps of all cores exceed a
/// processor's first-level cache.
struct alignas(64) Warp {
  explicit Warp(unsigned lanes) : registers(lanes), transaction(lanes) {}

  const isa::Instruction* next = nullptr;  ///< the instruction at stack.top().pc
  isa::RegisterMask pending = 0;           ///< registers with a pending load or atomic
  Cycle earliest_issue = 0;  ///< core cycle before which the warp may not issue (branch latency, SIMD width)
  WarpState state = WarpState::kFree;
  bool blocked = false;             ///< `next` needs a register that is pending
  unsigned accesses_in_flight = 0;  ///< memory instructions that are not complete
  unsigned walks = 0;               ///< walks of its logs that it waits for
  unsigned block = 0;               ///< block slot of the core
  unsigned grid = 0;                ///< grid of the launch
  isa::WarpRegisters registers;
  SimtStack stack;
  isa::CsrContext csrs;
  std::uint64_t age = 0;             ///< dispatch order, for greedy-then-oldest
  std::uint32_t epoch = 0;           ///< number of loads, atomics, barriers and transactions so far
  LaneMask atomic_lanes = 0;         ///< lanes that wait for an atomic
  unsigned reserving = 0;            ///< LR and SC in flight
  std::array<Cycle, 64> ready_at{};  ///< core cycle from which a register's value may be read

  Transaction transaction;
};

/// Ends the run with an error of these lanes of the warp at its instruction, or at `pc`. Throws RunError.
[[noreturn]] void fail(const Warp& warp, const isa::Program& program, const std::string& what, LaneMask lanes,
                       Address pc);
[[noreturn]] inline void fail(const Warp& warp, const isa::Program& program, const std::string& what,
                              LaneMask lanes) {
  fail(warp, program, what, lanes, warp.stack.top().pc);
}

}  // namespace gputm::core
