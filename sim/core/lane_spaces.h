// Which address space each lane of a memory instruction accesses, and which accesses cannot be made.
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
  /// Lanes, of any space, that are misaligned or outside of it, store to program text, or have an atomic on
  /// private memory.
  LaneMask bad = 0;
};

/// What the lanes of a launch can access.
struct AccessLimits {
  const CoreConfig& config;
  const memory::BackingStore& memory;
  const isa::Program& program;
  std::size_t shared_bytes;  ///< of the block
};

/// Sorts the lanes by the space of their address (core/device_memory_map.h).
LaneSpaces lane_spaces(const isa::Instruction& instruction, LaneMask lanes,
                       std::span<const Address> addresses, const AccessLimits& limits);

/// What is wrong with the access of a lane that lane_spaces() found bad.
std::string describe_bad(const isa::Instruction& instruction, Address address, const AccessLimits& limits);

}  // namespace gputm::core
