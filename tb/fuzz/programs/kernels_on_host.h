// The device header for random kernels that run on the host.
#pragma once

#include "kernels/host/device_on_host.h"

/// A thread runs alone between two barriers.
inline u32 atomic_add(u32* word, u32 value) {
  const u32 before = *word;
  *word += value;
  return before;
}
