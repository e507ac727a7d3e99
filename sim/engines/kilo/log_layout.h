// Where a warp's transaction logs are in local memory (MICRO 2011 paper, section 4.4).
#pragma once

#include "base/machine_config.h"
#include "base/types.h"
#include "core/address_map.h"

namespace gputm::engines::kilo {

/// Bytes of one log row of `lanes` lanes: an address and a value line.
constexpr unsigned log_row_bytes(unsigned lanes) { return lanes * 2 * sizeof(Word); }

/// Where row `row` of a warp's read (0) or write (1) log is.
inline Address log_row_address(const MachineConfig& config, unsigned core, unsigned warp, unsigned which,
                               unsigned row) {
  const unsigned log = (core * config.core.max_warps + warp) * 2 + which;
  return core::kLogPhysical + (log * config.tx.log_entries + row) * log_row_bytes(config.core.warp_width);
}

}  // namespace gputm::engines::kilo
