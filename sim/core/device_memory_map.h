// Map of the 32-bit device address space.
#pragma once

#include "base/types.h"

namespace gputm::core {

inline constexpr Address kHeapBase = 0x1000'0000;  ///< host allocations, up to the program
inline constexpr Address kHeapEnd = 0x8000'0000;   ///< programs are linked here, up to kProgramEnd
inline constexpr Address kProgramEnd =
    0x9000'0000;  ///< from here to kLogPhysical: backing of private windows
inline constexpr Address kLogPhysical =
    0xC000'0000;  ///< transaction logs, to the end (addresses only; see WarpLog)

// In the view of a thread, the end of the address space has no physical memory:
inline constexpr Address kSharedWindow = 0xE000'0000;   ///< shared memory (LDS) of its block
inline constexpr Address kPrivateWindow = 0xF000'0000;  ///< its private memory

}  // namespace gputm::core
