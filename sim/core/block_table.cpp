#include "core/block_table.h"

#include <algorithm>
#include <bit>

#include "core/device_memory_map.h"

namespace gputm::core {

BlockTable::BlockTable(const CoreConfig& config, unsigned core, std::vector<Warp>& warps)
    : config_(config), core_(core), warps_(warps), blocks_(config.max_blocks) {}

void BlockTable::begin_launch(std::span<const BlockShape> grids) {
  grids_ = grids;
  const isa::Xlen xlen = grids.front().program->xlen();
  for (Warp& warp : warps_) {
    warp.registers.set_xlen(xlen);
    warp.transaction.snapshot.set_xlen(xlen);
  }
}

LaneMask BlockTable::start(unsigned grid, std::uint32_t block_id, Cycle now) {
  const BlockShape& shape = grids_[grid];
  const std::uint32_t warps = warps_of(shape);
  const auto slot = static_cast<unsigned>(
      std::find_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return !b.used; }) - blocks_.begin());
  Block& block = blocks_[slot];
  block = {.used = true,
           .grid = grid,
           .id = block_id,
           .warps_left = warps,
           .at_barrier = 0,
           .shared = std::move(block.shared)};
  block.shared.assign(shape.shared_bytes, std::byte{0});
  ++used_.blocks;
  used_.warps += warps;
  used_.threads += shape.threads;
  used_.shared_bytes += shape.shared_bytes;
  LaneMask started = 0;
  for (unsigned i = 0; i < warps; ++i) {
    const auto w = static_cast<unsigned>(std::countr_one(resident_));
    resident_ |= LaneMask{1} << w;
    started |= LaneMask{1} << w;
    start_warp(w, slot, i * config_.warp_width, now);
  }
  return started;
}

tm::BlockStart BlockTable::start_of(LaneMask warps) const {
  const unsigned slot = warps_[static_cast<unsigned>(std::countr_zero(warps))].block;
  const Block& block = blocks_[slot];
  return {.id = block.id, .slot = slot, .warps = warps, .shared_bytes = grids_[block.grid].shared_bytes};
}

/// Starts a warp; its lane 0 is thread `first_in_block` of the block.
void BlockTable::start_warp(unsigned w, unsigned slot, std::uint32_t first_in_block, Cycle now) {
  const std::uint32_t block_id = blocks_[slot].id;
  const BlockShape& shape = grids_[blocks_[slot].grid];
  Warp& warp = warps_[w];
  warp.registers.clear();
  const auto set = [&](unsigned row, isa::Wide value) {
    std::fill_n(warp.registers.x(row), config_.warp_width, isa::low_word(value));
    if (warp.registers.wide())
      std::fill_n(warp.registers.upper(row), config_.warp_width, isa::high_word(value));
  };
  const ThreadStart& start = shape.start;
  const Address stack = kPrivateWindow + config_.private_bytes - static_cast<Address>(4 * start.stack.size());
  set(2, stack);
  set(4, stack + start.thread_locals);
  set(6, start.kernel);
  for (unsigned i = 0; i < start.integers.size(); ++i) set(10 + i, start.integers[i]);
  for (unsigned i = 0; i < start.floats.size(); ++i) set(32 + 10 + i, start.floats[i]);
  warp.csrs = {.first_thread = shape.first_thread + block_id * shape.threads + first_in_block,
               .warp_id = w,
               .core_id = core_,
               .warp_width = config_.warp_width,
               .warps = config_.max_warps,
               .cores = config_.count,
               .block_id = block_id,
               .thread_in_block = first_in_block,
               .block_size = shape.threads,
               .grid_threads = shape.threads * shape.blocks,
               .grid_blocks = shape.blocks,
               .block_x = shape.block_x,
               .block_y = shape.block_y,
               .grid_x = shape.grid_x,
               .grid_y = shape.grid_y,
               .cycle = now};
  warp.stack.reset(shape.entry, full_mask(std::min(config_.warp_width, shape.threads - first_in_block)),
                   shape.program);
  warp.state = WarpState::kRunning;
  warp.block = slot;
  warp.grid = blocks_[slot].grid;
  warp.age = next_age_++;
  warp.pending = 0;
  warp.blocked = false;
  warp.ready_at.fill(0);
  warp.earliest_issue = now + 1;
  warp.accesses_in_flight = 0;
  warp.atomic_lanes = 0;
  warp.transaction.attempts.fill(0);
}

BlockTable::Ended BlockTable::end_warp(unsigned w) {
  const unsigned slot = warps_[w].block;
  // All others may have been waiting for it.
  if (--blocks_[slot].warps_left != 0) return {.released = leave_barrier(slot), .block = false};
  for_each_lane(resident_, [&](unsigned other) {
    if (warps_[other].block != slot) return;
    warps_[other].state = WarpState::kFree;
    resident_ &= ~(LaneMask{1} << other);
  });
  blocks_[slot].used = false;
  const BlockShape& shape = grids_[blocks_[slot].grid];
  --used_.blocks;
  used_.warps -= warps_of(shape);
  used_.threads -= shape.threads;
  used_.shared_bytes -= shape.shared_bytes;
  return {.released = 0, .block = true};
}

LaneMask BlockTable::arrive(unsigned w) {
  warps_[w].state = WarpState::kBarrier;
  ++blocks_[warps_[w].block].at_barrier;
  return leave_barrier(warps_[w].block);
}

/// Releases the block's barrier when all its running warps have arrived.
LaneMask BlockTable::leave_barrier(unsigned slot) {
  Block& block = blocks_[slot];
  if (block.at_barrier == 0 || block.at_barrier < block.warps_left) return 0;
  block.at_barrier = 0;
  LaneMask released = 0;
  for_each_lane(resident_, [&](unsigned w) {
    if (warps_[w].block == slot && warps_[w].state == WarpState::kBarrier) released |= LaneMask{1} << w;
  });
  return released;
}

}  // namespace gputm::core
