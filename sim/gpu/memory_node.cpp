#include "gpu/memory_node.h"

#include <algorithm>
#include <bit>

#include "isa/execute.h"

namespace gputm::gpu {

using core::WarpAccess;
using isa::Op;
using memory::Packet;
using memory::PacketKind;

namespace {

constexpr std::size_t kQueuedPackets = 4;  ///< of each kind between the crossbar and the commit unit

/// L2 cycles that a request spends before tag access, so that an L2 hit takes memory.min_latency core cycles
/// in all: the other cycles are the crossbars'.
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
               .ways = config.l2.ways,
               .mshrs = config.l2.mshrs,
               .mshr_merges = config.l2.mshr_merges,
               .request_latency = request_latency(config),
               .commit_unit_latency = config.l2.commit_unit_latency,
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
                 .starvation_limit = dram.starvation_limit};
  result.partitions = config.partition.count;
  result.interleave_bytes = config.partition.interleave_bytes;
  result.header_bytes = config.interconnect.header_bytes;
  result.flit_bytes = config.interconnect.flit_bytes;
  return result;
}

}  // namespace

MemoryNode::MemoryNode(core::Environment& environment, unsigned index, memory::Crossbar& requests,
                       memory::Crossbar& replies, Reservations& reservations)
    : environment_(environment),
      index_(index),
      requests_(requests),
      replies_(replies),
      reservations_(reservations),
      partition_(partition_config(environment.config, index),
                 [this](const Packet& packet) { perform(packet); }) {
  if (environment.system.make_commit_unit) commit_unit_ = environment.system.make_commit_unit(index);
}

bool MemoryNode::idle() const {
  return partition_.l2_idle() && partition_.dram_idle() && fills_.empty() && controls_.empty() &&
         (!commit_unit_ || !commit_unit_->busy());
}

void MemoryNode::tick_interconnect() {
  accept();
  if (!partition_.l2_idle()) partition_.tick_l2();
  send_replies();
}

/// Takes one packet from the crossbar, unless its queue is full.
void MemoryNode::accept() {
  const Packet* packet = requests_.front(index_);
  if (packet == nullptr) return;
  if (packet->kind == PacketKind::kTmFill) {
    if (fills_.size() >= kQueuedPackets) return;
    fills_.push(*packet);
  } else if (packet->kind == PacketKind::kTmControl) {
    if (controls_.size() >= kQueuedPackets) return;
    controls_.push(*packet);
  } else {
    if (!partition_.can_push()) return;
    partition_.push(*packet);
  }
  requests_.pop(index_);
}

/// Sends one reply, of the L2 and the commit unit in turn when both have one.
void MemoryNode::send_replies() {
  if (!replies_.can_push(index_)) return;
  const Packet* from_l2 = partition_.reply();
  const auto word = commit_unit_ ? commit_unit_->reply() : std::nullopt;
  if (word && (from_l2 == nullptr || commit_unit_turn_)) {
    const core::IdOwner& owner = environment_.id_owners[word->id];
    const Packet packet{.kind = PacketKind::kTmReply,
                        .core = owner.core,
                        .partition = static_cast<std::uint16_t>(index_),
                        .flits = 1,
                        .payload = static_cast<std::uint32_t>(word->kind) << 16 | word->id};
    replies_.push(index_, environment_.port_of(packet.core), packet);
    commit_unit_->pop_reply();
    commit_unit_turn_ = false;
  } else if (from_l2 != nullptr) {
    replies_.push(index_, environment_.port_of(from_l2->core), *from_l2);
    partition_.pop_reply();
    commit_unit_turn_ = true;
  }
}

void MemoryNode::tick_commit_unit() {
  if (!commit_unit_) return;
  feed_commit_unit();
  commit_unit_->tick(*this);
}

void MemoryNode::feed_commit_unit() {
  while (!fills_.empty() && commit_unit_->can_fill()) {
    const std::uint32_t handle = fills_.front().payload;
    const tm::Message& message = environment_.messages[handle];
    commit_unit_->fill(message.fills[fill_beat_]);
    if (++fill_beat_ < message.fills.size()) continue;
    environment_.messages.release(handle);
    fills_.pop();
    fill_beat_ = 0;
  }
  while (!controls_.empty() && commit_unit_->can_control()) {
    const std::uint32_t handle = controls_.front().payload;
    const tm::Message& message = environment_.messages[handle];
    commit_unit_->control(message.controls[control_beat_]);
    if (++control_beat_ < message.controls.size()) continue;
    environment_.messages.release(handle);
    controls_.pop();
    control_beat_ = 0;
  }
}

Word MemoryNode::read(Address address, std::uint32_t tag) {
  partition_.commit_unit_read(address, tag);
  return environment_.memory.word(address);
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
  environment_.memory.word(address) = value;
  reservations_.stored(address);
  ++environment_.memory_changes;
}

/// A request reached the point that orders it at this slice: exchange its values.
void MemoryNode::perform(const Packet& packet) {
  if ((packet.payload & core::kL1Payload) != 0) return;  // private lines: values never leave the core's books
  const core::Segment& segment = environment_.segments[packet.payload];
  WarpAccess& access = environment_.accesses[segment.access];
  if (access.purpose == WarpAccess::Purpose::kTimingOnly) return;
  for_each_lane(segment.lanes, [&](unsigned lane) { perform_lane(packet, access, lane); });
}

void MemoryNode::perform_lane(const Packet& packet, WarpAccess& access, unsigned lane) {
  const Address address = access.address[lane];
  Word& word = environment_.memory.word(address);
  const unsigned shift = 8 * (address & 3);
  switch (packet.kind) {
    case PacketKind::kRead:
      access.data[lane] =
          access.purpose == WarpAccess::Purpose::kPlain ? isa::extend_loaded(access.op, word >> shift) : word;
      break;
    case PacketKind::kWrite: {
      const unsigned bytes = isa::access_bytes(access.op);
      const Word mask = bytes == 4 ? ~Word{0} : ((Word{1} << (8 * bytes)) - 1) << shift;
      plain_store(access, lane, address & ~Address{3},
                  (word & ~mask) | ((access.data[lane] << shift) & mask));
      break;
    }
    default:
      access.data[lane] = perform_atomic(access, lane);
  }
}

/// Performs a lane's AMO, LR or SC; returns what rd gets.
Word MemoryNode::perform_atomic(WarpAccess& access, unsigned lane) {
  const Address address = access.address[lane];
  const Word old = environment_.memory.word(address);
  const std::uint32_t thread =
      (access.core * environment_.config.core.max_warps + access.warp) * kMaxLanes + lane;
  if (access.op == Op::kLrW) {
    reservations_.reserve(thread, address);
    return old;
  }
  if (access.op == Op::kScW) {
    if (!reservations_.take(thread, address)) return 1;
    plain_store(access, lane, address, access.data[lane]);
    return 0;
  }
  plain_store(access, lane, address, isa::atomic_result(access.op, old, access.data[lane]));
  return old;
}

void MemoryNode::plain_store(const WarpAccess& access, unsigned lane, Address address, Word value) {
  Word& word = environment_.memory.word(address);
  if (word != value) ++environment_.memory_changes;
  word = value;
  reservations_.stored(address);
  if (environment_.history != nullptr && !access.transactional) {
    environment_.history->plain_write(address, value, access.first_thread + lane);
  }
}

}  // namespace gputm::gpu
