// Map of the 32-bit device address space.
#pragma once

#include "base/types.h"

namespace gputm::core {

inline constexpr Address kHeapBase = 0x1000'0000;  ///< host allocations, up to the program
inline constexpr Address kHeapEnd = 0x8000'0000;   ///< programs are linked here, up to kPrivatePhysical
inline constexpr Address kPrivatePhysical =
    0xA000'0000;                                      ///< backing of the private windows, interleaved by lane
inline constexpr Address kLogPhysical = 0xC000'0000;  ///< transaction logs (addresses only; see WarpLog)
inline constexpr Address kSharedWindow =
    0xE000'0000;  ///< shared memory (LDS) of a block, in the view of its threads
inline constexpr Address kPrivateWindow = 0xF000'0000;  ///< private memory of a thread, in its own view

}  // namespace gputm::core
