// Barrier of a block.
#pragma once

#include "device_types.h"

/// Waits for all threads of the block.
GPUTM_LIBRARY void barrier() { asm volatile(".insn r 0x0b, 4, 0x00, x0, x0, x0" ::: "memory"); }
