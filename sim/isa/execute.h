// Functional execution of decoded instructions for all active lanes of a warp at once.
#pragma once

#include <cstdint>
#include <span>

#include "base/run_error.h"
#include "isa/instruction.h"
#include "isa/warp_registers.h"

namespace gputm::isa {

/// What the read-only CSRs of a warp return. Numbers follow Vortex (0xCC0.. ids, 0xFC0.. sizes); see
/// docs/isa.md.
struct CsrContext {
  std::uint32_t first_thread =
      0;  ///< mhartid (0xF14) of lane 0: the global thread id; lane i has first_thread + i
  std::uint32_t warp_id = 0;          ///< 0xCC1: warp within the core
  std::uint32_t core_id = 0;          ///< 0xCC2
  std::uint32_t warp_width = 0;       ///< 0xFC0: lanes (threads) per warp
  std::uint32_t warps = 0;            ///< 0xFC1: warps per core
  std::uint32_t cores = 0;            ///< 0xFC2
  std::uint32_t block_id = 0;         ///< 0xCC5: block index within the grid
  std::uint32_t thread_in_block = 0;  ///< 0xCC6 of lane 0: thread index within the block
  std::uint32_t block_size = 0;       ///< 0xFC4: threads per block
  std::uint32_t grid_threads = 0;     ///< 0xFC5: threads in the grid
  std::uint32_t grid_blocks = 0;      ///< 0xFC6: blocks in the grid
  /// Threads of a block and blocks of the grid along x and y: what splits indices into three (0xCC7..0xCCC).
  std::uint32_t block_x = 1, block_y = 1, grid_x = 1, grid_y = 1;
  std::uint64_t cycle = 0;  ///< cycle/time/instret (0xC00.., 0xC80..)
};

/// Lanes executed something that has no meaning: an illegal instruction, an unknown CSR or a reserved
/// rounding mode. One line with the pc and the instruction word.
class Trap : public RunError {
 public:
  explicit Trap(const std::string& what, LaneMask lanes = 1) : RunError(what), lanes_(lanes) {}
  LaneMask lanes() const { return lanes_; }

 private:
  LaneMask lanes_;
};

/// Executes an instruction of unit kAlu, kMul, kDiv, kFpu or kFpDiv, or writes the link register of kJump,
/// for the lanes in `active`. Exact RISC-V results and fflags; NaN results are canonical. `pc` is the
/// instruction's address.
void execute(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
             const CsrContext& csrs);

/// The lanes of `active` that take the conditional branch.
LaneMask taken_lanes(const Instruction& instruction, const WarpRegisters& registers, LaneMask active);

/// Byte address of each active lane's access (kLoad, kStore, kAtomic) or jump target (jalr, bit 0 cleared);
/// other elements of `out` are unspecified. `out` has at least `registers.stride()` elements.
void effective_addresses(const Instruction& instruction, const WarpRegisters& registers,
                         std::span<Address> out);

/// Bytes that a memory instruction accesses: 1, 2, 4 or, of kAtomicD, 8.
unsigned access_bytes(Op op);

/// The value that a load puts in rd, from the accessed bytes in the low bits of `raw` (sign or zero
/// extension).
Word extend_loaded(Op op, Word raw);

/// The value that an AMO stores, from the old value in memory and rs2. Not for LR/SC and custom-1.
Word atomic_result(Op op, Word old, Word operand);

/// An atomic of custom-1 on a value of so many bytes, 1, 2, 4 or 8, in the low bits of what is given and
/// returned.
struct CustomAtomic {
  AtomicFunction function = AtomicFunction::kAdd;
  unsigned bytes = 4;
  std::uint64_t operand = 0;  ///< of compare-and-swap: what is expected
  std::uint64_t desired = 0;  ///< of compare-and-swap

  /// Words of operands that its packet carries.
  unsigned operand_words() const {
    return (bytes + 3) / 4 * (function == AtomicFunction::kCompareAndSwap ? 2 : 1);
  }
  /// Whether it stores anything where `old` is.
  bool stores(std::uint64_t old) const;
  /// What it stores then. Floating-point sums are rounded to nearest, ties to even, and NaNs are canonical.
  std::uint64_t result(std::uint64_t old) const;
};

}  // namespace gputm::isa
