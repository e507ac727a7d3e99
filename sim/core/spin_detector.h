// Detector of spinning warps of a core: warps that repeat the same states as long as no word of memory
// changes.
#pragma once

#include <array>
#include <cstdint>

#include "base/types.h"
#include "core/simt_stack.h"
#include "isa/warp_registers.h"

namespace gputm::core {

/// Checks warps occasionally, when they are about to jump and have no pending load. A warp with the same
/// registers and SIMT stack as at an earlier check, without a change of memory in between, repeats forever.
/// Not detected: loops that count, or that read the cycle counter into a register.
class SpinDetector {
 public:
  /// Clears all results after a change.
  void restart() { *this = {}; }
  /// Requests one check of each of `warps` that is not known to spin.
  void request(LaneMask warps) { due_ = warps & ~spinning_; }
  bool due(unsigned warp) const { return (due_ >> warp) & 1; }
  /// `turns`: further state that decides how the warp continues (PathTurns::state).
  void look(unsigned warp, const SimtStack& stack, const isa::WarpRegisters& registers, std::uint64_t turns);

  LaneMask spinning() const { return spinning_; }

 private:
  struct Known {
    std::uint64_t state = 0;  ///< digest of registers and stack
    std::uint32_t looks = 0;
  };
  LaneMask due_ = 0;
  LaneMask spinning_ = 0;
  std::array<Known, 64> known_{};  ///< by warp
};

}  // namespace gputm::core
