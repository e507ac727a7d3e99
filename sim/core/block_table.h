// Thread blocks of a core: slots, their warps, barriers and shared memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/machine_config.h"
#include "base/types.h"
#include "core/warp.h"
#include "tm/core_side.h"

namespace gputm::core {

/// State of every thread at crt0's _start: a call of the kernel, made by the launch.
struct ThreadStart {
  Address kernel = 0;                   ///< in t1; crt0 calls it
  std::array<isa::Wide, 8> integers{};  ///< a0..a7; RV32 takes the lower words
  std::array<isa::Wide, 8> floats{};    ///< fa0..fa7; likewise
  /// Top of private memory, a multiple of 16 bytes; sp points to it. Holds arguments without a register and
  /// thread-local variables.
  std::vector<Word> stack;
  Address thread_locals = 0;  ///< value of tp, in bytes from sp
  /// Pointers to `stack`, held as bytes from sp until its length is known: registers a0.. (0..7), and words
  /// of the stack (8..) behind them
  std::vector<std::size_t> references;
};

/// Grid of a launch: shape and resources of its blocks
struct BlockShape {
  std::uint32_t threads = 0;  ///< per block
  std::uint32_t blocks = 0;   ///< in the grid
  /// Extents along x and y of a block (in threads) and of the grid (in blocks).
  std::uint32_t block_x = 1, block_y = 1, grid_x = 1, grid_y = 1;
  const isa::Program* program = nullptr;
  std::uint32_t shared_bytes = 0;  ///< shared memory per block, in bytes
  unsigned blocks_per_core = ~0U;  ///< at most, in addition to the machine's limits
  /// Global thread id of its first thread, behind those of the launch's earlier grids
  std::uint32_t first_thread = 0;
  Address entry = 0;  ///< crt0's _start
  ThreadStart start;
};

class BlockTable {
 public:
  /// `warps`: warp slots of the core, at their final address.
  BlockTable(const CoreConfig& config, unsigned core, std::vector<Warp>& warps);

  /// `grids`: of one program and at least one; they must outlive the launch.
  void begin_launch(std::span<const BlockShape> grids);
  /// Whether another block of a grid fits: block slots, warps, threads and shared memory.
  bool can_start(const BlockShape& grid) const {
    return used_.blocks < std::min<std::size_t>(grid.blocks_per_core, blocks_.size()) &&
           used_.warps + warps_of(grid) <= warps_.size() &&
           used_.threads + grid.threads <= config_.max_threads &&
           used_.shared_bytes + grid.shared_bytes <= config_.shared_memory_bytes;
  }
  /// Places a block of this grid in a slot and its warps at the kernel's entry. Returns the warps.
  LaneMask start(unsigned grid, std::uint32_t block_id, Cycle now);
  /// TM systems' view of the block that has just started with these warps.
  tm::BlockStart start_of(LaneMask warps) const;
  /// The warp has ended and has no access left.
  struct Ended {
    LaneMask released = 0;  ///< warps released from their barrier by this
    bool block = false;     ///< its block has ended
  };
  Ended end_warp(unsigned warp);
  /// The warp has arrived at its block's barrier. Returns the released warps: all of the block, or none yet.
  LaneMask arrive(unsigned warp);

  const ThreadStart& thread_start(unsigned warp) const { return grids_[warps_[warp].grid].start; }
  LaneMask resident() const { return resident_; }  ///< warps of resident blocks
  Word shared_word(unsigned slot, Address offset) const {
    Word word = 0;
    if (offset + sizeof word <= blocks_[slot].shared.size())
      std::memcpy(&word, &blocks_[slot].shared[offset], sizeof word);
    return word;
  }
  std::span<std::byte> shared_memory(unsigned warp) { return blocks_[warps_[warp].block].shared; }

 private:
  struct Block {
    bool used = false;
    unsigned grid = 0;
    std::uint32_t id = 0;
    unsigned warps_left = 0;  ///< warps with lanes that have not ended
    unsigned at_barrier = 0;
    std::vector<std::byte> shared;
  };
  void start_warp(unsigned w, unsigned slot, std::uint32_t first_in_block, Cycle now);
  LaneMask leave_barrier(unsigned slot);
  std::uint32_t warps_of(const BlockShape& grid) const {
    return (grid.threads + config_.warp_width - 1) / config_.warp_width;
  }

  const CoreConfig& config_;
  unsigned core_;
  std::vector<Warp>& warps_;
  std::vector<Block> blocks_;
  std::span<const BlockShape> grids_;
  struct {
    std::uint32_t blocks = 0, warps = 0, threads = 0, shared_bytes = 0;
  } used_;  ///< by resident blocks
  LaneMask resident_ = 0;
  std::uint64_t next_age_ = 0;
};

}  // namespace gputm::core
