// Address space of each lane of a memory instruction, and detection of illegal accesses.
#pragma once

#include <span>
#include <string>

#include "base/machine_config.h"
#include "base/types.h"
#include "isa/instruction.h"
#include "isa/program.h"
#include "memory/backing_store.h"

namespace gputm::core {

struct LaneSpaces {
  LaneMask global = 0, shared = 0, private_ = 0;
  /// Lanes, in any space, with a misaligned or out-of-range access, a store to program text, or an atomic on
  /// private memory.
  LaneMask bad = 0;
};

/// Memory that the lanes of a launch can access
struct AccessLimits {
  const CoreConfig& config;
  const memory::BackingStore& memory;
  const isa::Program& program;
  std::size_t shared_bytes;  ///< shared memory of the block, in bytes
};

/// Sorts the lanes by the space of their address (core/device_memory_map.h).
LaneSpaces lane_spaces(const isa::Instruction& instruction, LaneMask lanes,
                       std::span<const Address> addresses, const AccessLimits& limits);

/// Error text for the access of a lane that lane_spaces() reports as bad, or beyond 32 bits.
std::string describe_bad(const isa::Instruction& instruction, isa::Wide address, const AccessLimits& limits);

}  // namespace gputm::core
