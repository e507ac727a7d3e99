// Functional execution of decoded instructions for all active lanes of a warp at once.
#pragma once

#include <cstdint>
#include <span>

#include "base/run_error.h"
#include "isa/instruction.h"
#include "isa/warp_registers.h"

namespace gputm::isa {

/// Values of a warp's read-only CSRs. Numbers follow Vortex (0xCC0.. IDs, 0xFC0.. sizes); see
/// docs/reference/isa.md.
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
  /// Extents along x and y of a block (threads) and of the grid (blocks), to split indices (0xCC7..0xCCC).
  std::uint32_t block_x = 1, block_y = 1, grid_x = 1, grid_y = 1;
  std::uint64_t cycle = 0;  ///< cycle/time/instret (0xC00.., 0xC80..)
};

/// Lanes executed something undefined: an illegal instruction, an unknown CSR or a reserved rounding mode.
/// One line with the pc and the instruction word.
class Trap : public RunError {
 public:
  explicit Trap(const std::string& what, LaneMask lanes = 1) : RunError(what), lanes_(lanes) {}
  LaneMask lanes() const { return lanes_; }

 private:
  LaneMask lanes_;
};

/// Executes an instruction of unit kAlu, kMul, kDiv, kFpu or kFpDiv, or writes the link register of kJump,
/// for the lanes in `active`. Exact RISC-V results and fflags; NaN results are canonical. `pc`: address of
/// the instruction.
void execute(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
             const CsrContext& csrs);

/// Lanes of a warp that take part in an exchange by the same instruction
struct ExchangePart {
  const Instruction* instruction;
  LaneMask lanes;
};
/// Executes a ballot or shuffle among all lanes of the parts, which come to it at different places.
void exchange(std::span<const ExchangePart> parts, WarpRegisters& registers, unsigned width);

/// Lanes of `active` that take the conditional branch.
LaneMask taken_lanes(const Instruction& instruction, const WarpRegisters& registers, LaneMask active);

/// Byte address of each active lane's access (kLoad, kStore, kAtomic) or jump target (jalr, bit 0 cleared);
/// other elements of `out` are unspecified. `out` has at least `registers.stride()` elements. Returns the
/// lanes, active or not, whose address has more than 32 bits.
LaneMask effective_addresses(const Instruction& instruction, const WarpRegisters& registers,
                             std::span<Address> out);
/// Address of one lane, of the width of the registers.
Wide effective_address(const Instruction& instruction, const WarpRegisters& registers, unsigned lane);

/// Row in WarpRegisters::x() of the value that a store or an atomic takes.
inline unsigned stored_row(const Instruction& instruction) {
  return instruction.rs2 + (instruction.op == Op::kFsw || instruction.op == Op::kFsd ? 32U : 0U);
}

/// Upper word of a register that holds a number of format S
inline constexpr Word kBoxed = ~Word{0};

/// Value of rd after a load, from the accessed bytes in the low bits of `raw` (sign or zero extension).
Word extend_loaded(Op op, Word raw);
/// Upper word of rd after a memory instruction of up to 4 bytes, from the lower one.
Word extended_upper(Op op, Word low);

/// Value stored by an AMO of 32 bits, from the old value in memory and rs2.
Word atomic_result(Op op, Word old, Word operand);

/// Atomic of custom-1 or amo*.d on a value of 1, 2, 4 or 8 bytes, in the low bits of arguments and result.
struct CustomAtomic {
  AtomicFunction function = AtomicFunction::kAdd;
  unsigned bytes = 4;
  std::uint64_t operand = 0;  ///< for compare-and-swap: expected value
  std::uint64_t desired = 0;  ///< for compare-and-swap: desired value

  /// Words of operands in its packet.
  unsigned operand_words() const {
    return (bytes + 3) / 4 * (function == AtomicFunction::kCompareAndSwap ? 2 : 1);
  }
  /// Whether it stores if memory holds `old`.
  bool stores(std::uint64_t old) const;
  /// Value stored in that case. Floating-point sums are rounded to nearest, ties to even, and NaNs are
  /// canonical.
  std::uint64_t result(std::uint64_t old) const;
};

}  // namespace gputm::isa
