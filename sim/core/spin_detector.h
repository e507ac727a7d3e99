// Tells which warps of a core spin: as long as no word of memory changes, they do the same for ever.
#pragma once

#include <array>
#include <cstdint>

#include "base/types.h"
#include "core/simt_stack.h"
#include "isa/warp_registers.h"

namespace gputm::core {

/// Looks at warps now and then, when they are about to jump and wait for no load: a warp whose registers and
/// SIMT stack are then what they were at an earlier look, with no change of memory between, will come back to
/// them again and again. Loops that count, or read the cycle counter into a register, do not.
class SpinDetector {
 public:
  /// Something changed: what is known of the warps counts no longer.
  void restart() { *this = {}; }
  /// Asks for one look at each of `warps` that is not known to spin.
  void request(LaneMask warps) { due_ = warps & ~spinning_; }
  bool due(unsigned warp) const { return (due_ >> warp) & 1; }
  /// `turns`: what else decides how the warp goes on (PathTurns::state).
  void look(unsigned warp, const SimtStack& stack, const isa::WarpRegisters& registers, std::uint64_t turns);

  LaneMask spinning() const { return spinning_; }

 private:
  struct Known {
    std::uint64_t state = 0;  ///< a digest of registers and stack
    std::uint32_t looks = 0;
  };
  LaneMask due_ = 0;
  LaneMask spinning_ = 0;
  std::array<Known, 64> known_{};  ///< by warp
};

}  // namespace gputm::core
