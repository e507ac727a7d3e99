#include "gpu/memory_node.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/perform_load.h"
#include "isa/execute.h"
#include "memory/sub_word.h"

namespace gputm::gpu {

using isa::Op;
using memory::Packet;
using memory::PacketKind;
using memory::WarpAccess;

namespace {

/// L2 cycles of a request before tag access, such that an L2 hit takes memory.min_latency core cycles in
/// total: the other cycles are those of the crossbars.
unsigned request_latency(const MachineConfig& config) {
  const unsigned total = static_cast<unsigned>(std::uint64_t{config.memory.min_latency} *
                                               config.clock.interconnect_mhz / config.clock.core_mhz);
  const unsigned elsewhere = 2 * config.interconnect.latency;
  return total > elsewhere ? total - elsewhere : 1;
}

memory::Partition::Config partition_config(const MachineConfig& config, unsigned index) {
  memory::Partition::Config result;
  result.index = index;
  result.l2 = {.bytes = config.l2.bytes,
               .line_bytes = config.l2.line_bytes,
               .sector_bytes = config.l2.sector_bytes,
               .ways = config.l2.ways,
               .mshrs = config.l2.mshrs,
               .mshr_merges = config.l2.mshr_merges,
               .request_latency = request_latency(config),
               .commit_unit_latency = config.l2.commit_unit_latency,
               .stall_slots = config.l2.stall_slots,
               .reply_queue = config.l2.reply_queue,
               .commit_unit_reads = config.l2.commit_unit_reads};
  const DramSettings& dram = config.dram;
  result.dram = {.queue = dram.queue,
                 .return_queue = dram.return_queue,
                 .banks = dram.banks,
                 .row_bytes = dram.row_bytes,
                 .bytes_per_cycle = dram.bytes_per_cycle,
                 .tCL = dram.tCL,
                 .tRP = dram.tRP,
                 .tRC = dram.tRC,
                 .tRAS = dram.tRAS,
                 .tRCD = dram.tRCD,
                 .tRRD = dram.tRRD,
                 .tCDLR = dram.tCDLR,
                 .tWR = dram.tWR,
                 .tCCD = dram.tCCD,
                 .tWL = dram.tWL,
                 .starvation_limit = dram.starvation_limit,
                 .controller_latency = dram.controller_latency};
  result.channels = dram.channels;
  result.partitions = config.partition.count;
  result.interleave_bytes = config.partition.interleave_bytes;
  result.header_bytes = config.interconnect.header_bytes;
  result.flit_bytes = config.interconnect.flit_bytes;
  return result;
}

}  // namespace

MemoryNode::MemoryNode(core::RequestPath& path, memory::BackingStore& memory, core::LaunchState& launch,
                       unsigned index, memory::Crossbar& replies, memory::Reservations& reservations)
    : path_(path),
      memory_(memory),
      launch_(launch),
      index_(index),
      replies_(replies),
      reservations_(reservations),
      partition_(partition_config(path.config, index), [this](const Packet& packet) { perform(packet); }) {}

bool MemoryNode::idle() const {
  return partition_.l2_idle() && partition_.dram_idle() && (!side_ || side_->idle());
}

/// Accepts one packet of a channel from the crossbar, unless its queue is full.
void MemoryNode::accept(unsigned channel) {
  const Packet* packet = path_.requests.front(index_, channel);
  if (packet == nullptr) return;
  if (packet->kind == PacketKind::kTmData || packet->kind == PacketKind::kTmControl) {
    if (!side_->accept(*packet)) return;
  } else if (!accept_request(*packet)) {
    return;
  }
  path_.requests.pop(index_, channel);
}

bool MemoryNode::accept_request(const Packet& request) {
  if (places_ && (request.payload & memory::kL1Payload) == 0) {
    const memory::Segment& segment = path_.segments[request.payload];
    return side_->place(request, segment.access, path_.accesses[segment.access], segment.lanes);
  }
  if (!partition_.can_push()) return false;
  partition_.push(request);
  memory_.prefetch(request.address);
  return true;
}

/// Cycle of the side's placement, and the next placed request.
void MemoryNode::place() {
  side_->tick_places();
  const tm::PlacedRequest* const placed = side_->placed();
  if (placed == nullptr || !partition_.can_push()) return;
  partition_.push(placed->request, placed->local);
  side_->pop_placed();
}

/// Sends one reply, alternating between the L2 and the TM system if both have one.
void MemoryNode::send_replies() {
  const Packet* from_l2 = partition_.reply();
  const Packet* from_side = side_ ? side_->reply() : nullptr;
  if ((from_l2 == nullptr && from_side == nullptr) || !replies_.can_push(index_)) return;
  if (from_side != nullptr && (from_l2 == nullptr || side_has_turn_)) {
    replies_.push(index_, path_.port_of(from_side->core), *from_side);
    side_->pop_reply();
    side_has_turn_ = false;
  } else if (from_l2 != nullptr) {
    replies_.push(index_, path_.port_of(from_l2->core), *from_l2);
    partition_.pop_reply();
    side_has_turn_ = true;
  }
}

Word MemoryNode::read(Address address, std::uint32_t tag) {
  partition_.commit_unit_read(address, tag);
  return memory_.word(address);
}

std::optional<std::uint32_t> MemoryNode::response() {
  const std::uint32_t* tag = partition_.commit_unit_response();
  if (tag == nullptr) return std::nullopt;
  const std::uint32_t value = *tag;
  partition_.commit_unit_pop_response();
  return value;
}

void MemoryNode::write(Address address, Word value) {
  partition_.commit_unit_write(address);
  store(address, value);
}

tm::MemoryBlock MemoryNode::read_block(Address address, std::uint32_t tag) {
  partition_.commit_unit_read(address, tag);
  tm::MemoryBlock values;
  for (unsigned i = 0; i < values.size(); ++i) values[i] = memory_.word(address + 4 * i);
  return values;
}

void MemoryNode::write_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) {
  partition_.commit_unit_write(address);
  store_block(address, mask, values);
}

void MemoryNode::write_block_at(Address address, std::uint8_t mask, const tm::MemoryBlock& values,
                                Address local) {
  partition_.commit_unit_write_at(local);
  store_block(address, mask, values);
}

void MemoryNode::store_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) {
  for (unsigned i = 0; i < values.size(); ++i) {
    if ((mask >> i) & 1) store(address + 4 * i, values[i]);
  }
}

void MemoryNode::store(Address word, Word value) {
  memory_.word(word) = value;
  ++side_stores_.count;
  if (reservations_.any(index_)) side_stores_.reserved.push_back(word);
}

void MemoryNode::end_system_cycle() {
  if (side_) side_->end_tick();
  launch_.partitions[index_].memory_changes += std::exchange(side_stores_.count, 0);
  for (const Address word : side_stores_.reserved) reservations_.stored(word, index_);
  side_stores_.reserved.clear();
}

/// A request has reached the point that orders it at this slice: exchanges its values.
void MemoryNode::perform(const Packet& packet) {
  if ((packet.payload & memory::kL1Payload) != 0)
    return;  // private lines: values never leave the core's records
  memory::Segment& segment = path_.segments[packet.payload];
  WarpAccess& access = path_.accesses[segment.access];
  if (access.values == WarpAccess::Values::kNone) return;
  if (packet.kind != PacketKind::kRead) {
    for_each_lane(segment.lanes, [&](unsigned lane) { perform_lane(packet, access, lane); });
    return;
  }
  core::perform_load(access, segment.lanes, memory_, history());
  segment.performed = true;
  for (std::uint32_t next = segment.merged; next != memory::Segment::kNone;
       next = path_.segments[next].merged) {
    const memory::Segment& merged = path_.segments[next];
    core::perform_load(path_.accesses[merged.access], merged.lanes, memory_, history());
  }
  if (!access.transactional) return;
  if (launch_.history != nullptr && launch_.history->takes_performed_accesses()) {
    const LaneMask refused = side_ ? side_->refused(segment.access) : 0;
    for_each_lane(segment.lanes & ~refused, [&](unsigned lane) {
      history_.performed_read(access.first_thread + lane, access.address[lane] & ~Address{3});
    });
  }
  if (side_) side_->load_served(segment.access, segment.lanes, segment.line);
}

void MemoryNode::perform_lane(const Packet& packet, WarpAccess& access, unsigned lane) {
  const Address address = access.address[lane];
  const unsigned bytes = isa::access_bytes(access.op);
  if (packet.kind == PacketKind::kWrite) {
    const Word value = bytes < sizeof(Word)
                           ? memory::merge(memory_.word(address), address, bytes, access.data[lane])
                           : access.data[lane];
    plain_store(access, lane, address & ~Address{3}, value, false);
    if (bytes == 8) plain_store(access, lane, address + 4, access.further[lane].high, false);
    return;
  }
  if (isa::is_custom_atomic(access.op)) return perform_custom_atomic(access, lane);
  if (bytes == 8) return access.set_wide_data(lane, perform_wide_atomic(access, lane));
  access.data[lane] = perform_atomic(access, lane);
}

/// Number of a lane's hardware thread, for its reservation.
std::uint32_t MemoryNode::holder(const WarpAccess& access, unsigned lane) const {
  return (access.core * path_.config.core.max_warps + access.warp) * kMaxLanes + lane;
}

/// Performs a lane's AMO, LR or SC of 32 bits; returns the value for rd.
Word MemoryNode::perform_atomic(WarpAccess& access, unsigned lane) {
  const Address address = access.address[lane];
  const Word old = memory_.word(address);
  if (access.op == Op::kLrW) {
    reservations_.reserve(holder(access, lane), address, 1, index_);
    return old;
  }
  if (access.op == Op::kScW) {
    if (!reservations_.take(holder(access, lane), address, index_)) return 1;
    plain_store(access, lane, address, access.data[lane]);
    return 0;
  }
  plain_store(access, lane, address, isa::atomic_result(access.op, old, access.data[lane]));
  return old;
}

/// Performs a lane's LR or SC of 64 bits; returns the value for rd.
isa::Wide MemoryNode::perform_wide_atomic(WarpAccess& access, unsigned lane) {
  const Address address = access.address[lane];
  if (access.op == Op::kLrD) {
    reservations_.reserve(holder(access, lane), address, 2, index_);
    return isa::wide(memory_.word(address), memory_.word(address + 4));
  }
  if (!reservations_.take(holder(access, lane), address, index_)) return 1;
  plain_store(access, lane, address, access.data[lane]);
  plain_store(access, lane, address + 4, access.further[lane].high);
  return 0;
}

/// Performs a lane's atomic of custom-1.
void MemoryNode::perform_custom_atomic(WarpAccess& access, unsigned lane) {
  const isa::CustomAtomic atomic = access.custom_atomic(lane);
  const Address address = access.address[lane];
  const Address word = address & ~Address{3};
  const bool wide = atomic.bytes == 8;
  const unsigned part = wide ? 4 : atomic.bytes;
  std::uint64_t old = memory::extract(memory_.word(word), address, part);
  if (wide) old |= std::uint64_t{memory_.word(word + 4)} << 32;
  access.set_wide_data(lane, old);
  if (!atomic.stores(old)) return;
  const std::uint64_t updated = atomic.result(old);
  plain_store(access, lane, word,
              memory::merge(memory_.word(word), address, part, static_cast<Word>(updated)));
  if (wide) plain_store(access, lane, word + 4, static_cast<Word>(updated >> 32));
}

void MemoryNode::plain_store(const WarpAccess& access, unsigned lane, Address address, Word value,
                             bool atomic) {
  Word& word = memory_.word(address);
  if (word != value) {
    ++launch_.partitions[index_].memory_changes;
    launch_.watched.changed(core::global_word(address));
    launch_.writers.changed(index_, address, value, access, lane);
  }
  word = value;
  reservations_.stored(address, index_);
  if (side_) side_->stored(address);
  if (launch_.history == nullptr) return;
  const std::uint32_t thread = access.first_thread + lane;
  if (!access.transactional) {
    history_.plain_write(address, value, {thread, access.moment, access.epoch}, atomic);
  } else if (launch_.history->takes_performed_accesses()) {
    history_.performed_write(thread, address);
  }
}

}  // namespace gputm::gpu
