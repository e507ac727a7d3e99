// The device header for the host's compiler: the same kernels run on the host, one thread after another, and
// their results are the reference for the GPU.
#pragma once

#include <cstdint>

using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;

#define KERNEL extern "C"
#define GPUTM_INLINE static inline
#define GPUTM_LIBRARY static inline

u32 thread_id();
u32 block_id();
u32 thread_in_block();
u32 block_size();
u32 grid_threads();
u32 grid_blocks();
/// Runs the other threads of the block until all have arrived or ended.
void barrier();
/// A thread runs alone between two barriers, so its transactions are isolated.
inline void tx_begin() {}
inline bool tx_try_begin() { return true; }
inline void tx_commit() {}
