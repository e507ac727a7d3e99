// Scope of the host's SSE control register: rounding mode in, raised exceptions out. Internal to the isa
// layer.
#pragma once

#include <xmmintrin.h>

#include "base/types.h"

namespace gputm::isa {

/// fflags bits.
inline constexpr Word kInexact = 1, kUnderflow = 2, kOverflow = 4, kDivideByZero = 8, kInvalid = 16;

/// Values of rm and frm.
enum Rounding : std::uint8_t { kNearestEven, kTowardZero, kDown, kUp, kNearestAway, kDynamic = 7 };

/// During its lifetime, SSE arithmetic rounds in a RISC-V mode (kNearestAway as kNearestEven: the host has no
/// such mode) and collects exceptions. Operands must be loaded from and results stored to memory within the
/// scope: its boundaries are barriers for memory, not for arithmetic on registers.
class HostRounding {
 public:
  explicit HostRounding(Rounding rounding) : changed_(rounding != kNearestEven && rounding != kNearestAway) {
    constexpr Word kHostMode[] = {0, 3, 1, 2, 0};
    _mm_setcsr(kAllMasked | kHostMode[rounding] << 13);
    asm volatile("" ::: "memory");
  }
  ~HostRounding() {
    asm volatile("" ::: "memory");
    if (changed_) _mm_setcsr(kAllMasked);
  }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

  /// fflags raised since the scope began. Like RISC-V, the host detects tininess after rounding.
  Word raised() const {
    asm volatile("" ::: "memory");
    const Word host = _mm_getcsr();  // bits: 0 invalid, 1 denormal operand, 2 divide by zero, 3 over-, 4
                                     // underflow, 5 inexact
    return (host >> 5 & 1) * kInexact | (host >> 4 & 1) * kUnderflow | (host >> 3 & 1) * kOverflow |
           (host >> 2 & 1) * kDivideByZero | (host & 1) * kInvalid;
  }

 private:
  static constexpr Word kAllMasked = 0x1f80;  // default: no traps, nearest even, denormals kept
  bool changed_;
};

}  // namespace gputm::isa
