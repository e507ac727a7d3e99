#include "core/block_table.h"

#include <algorithm>
#include <bit>

#include "core/device_memory_map.h"

namespace gputm::core {

BlockTable::BlockTable(const CoreConfig& config, unsigned core, std::vector<Warp>& warps)
    : config_(config), core_(core), warps_(warps), blocks_(config.max_blocks) {}

void BlockTable::begin_launch(const BlockShape& shape, unsigned blocks_per_core) {
  shape_ = shape;
  for (Warp& warp : warps_) {
    warp.registers.set_xlen(shape.program->xlen());
    warp.transaction.snapshot.set_xlen(shape.program->xlen());
  }
  warps_per_block_ = (shape.threads + config_.warp_width - 1) / config_.warp_width;
  block_limit_ = std::min<unsigned>(blocks_per_core, static_cast<unsigned>(blocks_.size()));
  look_for_room();
}

void BlockTable::look_for_room() {
  const auto used_blocks = static_cast<unsigned>(
      std::count_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.used; }));
  const auto used_warps = lane_count(resident_);
  has_room_ = used_blocks < block_limit_ && used_warps + warps_per_block_ <= warps_.size() &&
              (used_blocks + 1) * shape_.threads <= config_.max_threads &&
              (used_blocks + 1) * shape_.shared_bytes <= config_.shared_memory_bytes;
}

LaneMask BlockTable::start(std::uint32_t block_id, Cycle now) {
  const auto slot = static_cast<unsigned>(
      std::find_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return !b.used; }) - blocks_.begin());
  Block& block = blocks_[slot];
  block = {.used = true,
           .id = block_id,
           .warps_left = warps_per_block_,
           .at_barrier = 0,
           .shared = std::move(block.shared)};
  block.shared.assign(shape_.shared_bytes, std::byte{0});
  LaneMask started = 0;
  for (unsigned i = 0; i < warps_per_block_; ++i) {
    const auto w = static_cast<unsigned>(std::countr_one(resident_));
    resident_ |= LaneMask{1} << w;
    started |= LaneMask{1} << w;
    start_warp(w, slot, i * config_.warp_width, now);
  }
  look_for_room();
  return started;
}

tm::BlockStart BlockTable::start_of(LaneMask warps) const {
  const unsigned slot = warps_[static_cast<unsigned>(std::countr_zero(warps))].block;
  return {.id = blocks_[slot].id, .slot = slot, .warps = warps, .shared_bytes = shape_.shared_bytes};
}

/// Starts a warp; its lane 0 is thread `first_in_block` of the block.
void BlockTable::start_warp(unsigned w, unsigned slot, std::uint32_t first_in_block, Cycle now) {
  const std::uint32_t block_id = blocks_[slot].id;
  Warp& warp = warps_[w];
  warp.registers.clear();
  const auto set = [&](unsigned row, isa::Wide value) {
    std::fill_n(warp.registers.x(row), config_.warp_width, isa::low_word(value));
    if (warp.registers.wide())
      std::fill_n(warp.registers.upper(row), config_.warp_width, isa::high_word(value));
  };
  const ThreadStart& start = shape_.start;
  const Address stack = kPrivateWindow + config_.private_bytes - static_cast<Address>(4 * start.stack.size());
  set(2, stack);
  set(4, stack + start.thread_locals);
  set(6, start.kernel);
  for (unsigned i = 0; i < start.integers.size(); ++i) set(10 + i, start.integers[i]);
  for (unsigned i = 0; i < start.floats.size(); ++i) set(32 + 10 + i, start.floats[i]);
  warp.csrs = {.first_thread = block_id * shape_.threads + first_in_block,
               .warp_id = w,
               .core_id = core_,
               .warp_width = config_.warp_width,
               .warps = config_.max_warps,
               .cores = config_.count,
               .block_id = block_id,
               .thread_in_block = first_in_block,
               .block_size = shape_.threads,
               .grid_threads = shape_.threads * shape_.blocks,
               .grid_blocks = shape_.blocks,
               .block_x = shape_.block_x,
               .block_y = shape_.block_y,
               .grid_x = shape_.grid_x,
               .grid_y = shape_.grid_y,
               .cycle = now};
  warp.stack.reset(shape_.entry, full_mask(std::min(config_.warp_width, shape_.threads - first_in_block)),
                   shape_.program);
  warp.state = WarpState::kRunning;
  warp.block = slot;
  warp.age = next_age_++;
  warp.pending = 0;
  warp.blocked = false;
  warp.ready_at.fill(0);
  warp.earliest_issue = now + 1;
  warp.accesses_in_flight = 0;
  warp.atomic_lanes = 0;
  warp.transaction.attempts.fill(0);
}

LaneMask BlockTable::end_warp(unsigned w) {
  const unsigned slot = warps_[w].block;
  if (--blocks_[slot].warps_left != 0) return leave_barrier(slot);  // all others may have been waiting for it
  for_each_lane(resident_, [&](unsigned other) {
    if (warps_[other].block != slot) return;
    warps_[other].state = WarpState::kFree;
    resident_ &= ~(LaneMask{1} << other);
  });
  blocks_[slot].used = false;
  look_for_room();
  return 0;
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
