// Index of the thread and number of threads: as one number, and along x, y and z.
#pragma once

#include "device_types.h"

GPUTM_LIBRARY u32 thread_id() { return GPUTM_CSR(0xF14); }        // index within the grid
GPUTM_LIBRARY u32 block_id() { return GPUTM_CSR(0xCC5); }         // block index within the grid
GPUTM_LIBRARY u32 thread_in_block() { return GPUTM_CSR(0xCC6); }  // index within the block
GPUTM_LIBRARY u32 block_size() { return GPUTM_CSR(0xFC4); }       // threads per block
GPUTM_LIBRARY u32 grid_threads() { return GPUTM_CSR(0xFC5); }     // threads in the grid
GPUTM_LIBRARY u32 grid_blocks() { return GPUTM_CSR(0xFC6); }      // blocks in the grid

/// x varies fastest: the index within the block is x + y * (threads along x) + z * ...
struct Index3 {
  u32 x, y, z;
};

GPUTM_LIBRARY Index3 thread_index() {
  return {GPUTM_CSR(0xCC7), GPUTM_CSR(0xCC8), GPUTM_CSR(0xCC9)};
}  // in its block
GPUTM_LIBRARY Index3 block_index() {
  return {GPUTM_CSR(0xCCA), GPUTM_CSR(0xCCB), GPUTM_CSR(0xCCC)};
}  // in the grid
GPUTM_LIBRARY Index3 block_extent() {
  return {GPUTM_CSR(0xFC7), GPUTM_CSR(0xFC8), GPUTM_CSR(0xFC9)};
}  // threads
GPUTM_LIBRARY Index3 grid_extent() {
  return {GPUTM_CSR(0xFCA), GPUTM_CSR(0xFCB), GPUTM_CSR(0xFCC)};
}  // blocks
/// Position of the thread in the grid along x, y and z.
GPUTM_LIBRARY Index3 grid_index() {
  const Index3 block = block_index(), size = block_extent(), thread = thread_index();
  return {block.x * size.x + thread.x, block.y * size.y + thread.y, block.z * size.z + thread.z};
}
