// The device header as the host's compiler sees it: the same kernels then run on the host, one thread after
// another, with the results that a GPU must have too.
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
/// Until all threads of the block have come or ended, the others run.
void barrier();
/// A thread runs alone between two barriers: its transactions are so by themselves.
inline void tx_begin() {}
inline bool tx_try_begin() { return true; }
inline void tx_commit() {}
