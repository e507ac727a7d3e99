// Small machines with random timing, for random programs.
#pragma once

#include <string>
#include <string_view>

#include "base/machine_config.h"
#include "common/seed.h"
#include "gpu/gpu.h"

namespace gputm::fuzz {

/// A TM system and the width of the warps: "kilo:32".
struct Platform {
  std::string system;
  unsigned warp_width = 32;

  /// Throws Error if the text is not a platform.
  static Platform parse(std::string_view text);
  std::string text() const { return system + ":" + std::to_string(warp_width); }
};

MachineConfig random_machine(const Platform& platform, tb::Rng& random);

/// A grid of a few warps, where the last warp of each block is not always full.
gpu::LaunchShape random_shape(const Platform& platform, tb::Rng& random);

}  // namespace gputm::fuzz
