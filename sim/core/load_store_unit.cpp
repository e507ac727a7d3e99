#include "core/load_store_unit.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gputm::core {

using memory::L1Cache;
using memory::Packet;
using memory::PacketKind;

namespace {

L1Cache::Config l1_config(const L1Settings& settings) {
  return {.bytes = settings.bytes,
          .line_bytes = settings.line_bytes,
          .ways = settings.ways,
          .mshrs = settings.mshrs};
}

}  // namespace

LoadStoreUnit::LoadStoreUnit(RequestPath& path, unsigned core)
    : path_(path),
      core_(core),
      sector_bytes_(path.config.l2.sector_bytes != 0 ? path.config.l2.sector_bytes
                                                     : path.config.l2.line_bytes),
      sector_shift_(static_cast<unsigned>(std::countr_zero(sector_bytes_))),
      caches_loads_(path.config.l1.global_loads == GlobalLoads::kCached),
      l1_(l1_config(path.config.l1)) {}

/// Makes one segment for each distinct line among the access's lanes, in order of the lowest lane.
void LoadStoreUnit::split(std::uint32_t handle, unsigned line_bytes) {
  memory::WarpAccess& access = path_.accesses[handle];
  const Address line_mask = ~Address{line_bytes - 1};
  const Address l2_mask = ~Address{path_.config.l2.line_bytes - 1};
  const std::uint64_t words_of_lane = isa::access_bytes(access.op) == 8 ? 3 : 1;
  split_.clear();
  LaneMask rest = access.lanes;
  while (rest != 0) {
    const Address line = access.address[static_cast<unsigned>(std::countr_zero(rest))] & line_mask;
    LaneMask same = 0;
    std::uint64_t words = 0;   // words of the line accessed by some lane
    std::uint8_t sectors = 0;  // sectors, likewise
    for_each_lane(rest, [&](unsigned lane) {
      const Address address = access.address[lane];
      if ((address & line_mask) != line) return;
      same |= LaneMask{1} << lane;
      words |= words_of_lane << ((address & ~line_mask) / sizeof(Word));
      sectors |= static_cast<std::uint8_t>(1U << ((address & ~l2_mask) >> sector_shift_));
    });
    const std::uint32_t segment = path_.segments.allocate(core_);
    path_.segments[segment] = {.access = handle,
                               .lanes = same,
                               .line = line,
                               .words = static_cast<std::uint8_t>(lane_count(words)),
                               .sectors = sectors};
    split_.push_back(segment);
    rest &= ~same;
  }
  access.segments += static_cast<unsigned>(split_.size());
}

/// A line of the L1 that holds global data is the unit of all global accesses.
void LoadStoreUnit::queue_global(std::uint32_t handle, PacketKind kind, bool cached) {
  split(handle, caches_loads_ ? path_.config.l1.line_bytes : path_.config.l2.line_bytes);
  ++instructions_queued_;
  global_segments_ += split_.size();
  const memory::WarpAccess& access = path_.accesses[handle];
  unsigned operand_words = 1;
  unsigned answer_bytes = sizeof(Word);
  if (isa::is_custom_atomic(access.op)) {
    const auto any = static_cast<unsigned>(std::countr_zero(access.lanes));
    operand_words = access.custom_atomic(any).operand_words();
    answer_bytes = std::max<unsigned>(answer_bytes, isa::access_bytes(access.op));
  } else if (isa::access_bytes(access.op) == 8 && kind == PacketKind::kAtomic) {
    operand_words = 2;
    answer_bytes = 8;
  }
  for (const std::uint32_t segment : split_) {
    const memory::Segment& part = path_.segments[segment];
    const unsigned words = kind == PacketKind::kAtomic ? lane_count(part.lanes) : part.words;
    const unsigned sent = kind == PacketKind::kRead ? 0 : words * operand_words * sizeof(Word);
    Item item{};
    if (cached) item.kind = Item::Kind::kLoad;
    item.last_of_instruction = segment == split_.back();
    item.packet = {.kind = kind,
                   .words = static_cast<std::uint8_t>(words),
                   .core = static_cast<std::uint16_t>(core_),
                   .partition = static_cast<std::uint16_t>(path_.addresses.partition(part.line)),
                   .flits = path_.flits(sent),
                   .address = part.line,
                   .payload = segment,
                   .bytes = static_cast<std::uint16_t>(words * answer_bytes),
                   .sectors = part.sectors};
    items_.push(item);
  }
}

void LoadStoreUnit::issue_private(std::uint32_t handle, bool write) {
  split(handle, path_.config.l1.line_bytes);
  ++instructions_queued_;
  for (const std::uint32_t segment : split_) {
    items_.push({.kind = write ? Item::Kind::kPrivateWrite : Item::Kind::kPrivateRead,
                 .last_of_instruction = segment == split_.back(),
                 .packet = {},
                 .line = path_.segments[segment].line,
                 .segment = segment});
  }
}

void LoadStoreUnit::write_log_line(Address line) {
  items_.push({.kind = Item::Kind::kLogWrite,
               .last_of_instruction = false,
               .packet = {},
               .line = line,
               .segment = 0});
}

/// Looks the line up; on a miss, queues the write-back of the victim and the fetch.
L1Cache::Outcome LoadStoreUnit::access_l1(Address line, bool write, bool whole_line) {
  l1_used_ = true;
  const L1Cache::Result result = l1_.access(line, write, whole_line);
  if (result.writeback) request(PacketKind::kWrite, *result.writeback);
  if (result.outcome == L1Cache::Outcome::kMiss) request(PacketKind::kRead, line);
  return result.outcome;
}

/// Queues the fetch or write-back of a private line.
void LoadStoreUnit::request(PacketKind kind, Address line) {
  const unsigned bytes = path_.config.l1.line_bytes;
  l1_requests_.push({.kind = kind,
                     .core = static_cast<std::uint16_t>(core_),
                     .partition = static_cast<std::uint16_t>(path_.addresses.partition(line)),
                     .flits = path_.flits(kind == PacketKind::kWrite ? bytes : 0),
                     .address = line,
                     .payload = memory::kL1Payload | (line / bytes),
                     .bytes = static_cast<std::uint16_t>(bytes),
                     .sectors = memory::sectors_of(line, bytes, path_.config.l2.line_bytes, sector_bytes_)});
}

LoadStoreUnit::LogRead LoadStoreUnit::read_log_line(Address address, std::uint32_t waiter) {
  if (l1_used_ || !can_miss()) return LogRead::kBusy;
  const Address line = address & ~Address{path_.config.l1.line_bytes - 1};
  switch (access_l1(line, false, false)) {
    case L1Cache::Outcome::kHit:
      return LogRead::kHit;
    case L1Cache::Outcome::kBlocked:
      return LogRead::kBusy;
    default:
      waiters_.push_back({line, waiter, true});
      return LogRead::kWaiting;
  }
}

void LoadStoreUnit::tick(Cycle now, bool port_taken) {
  l1_used_ = false;
  bool port_free = !port_taken && path_.can_send(core_, PacketKind::kRead);
  if (port_free && !l1_requests_.empty()) {
    path_.send(core_, l1_requests_.front());
    l1_requests_.pop();
    port_free = false;
  }
  if (items_.empty()) return;
  const Item item = items_.front();
  if (item.kind == Item::Kind::kPacket) {
    if (!port_free) return;
    if (caches_loads_) leave(item.packet);
    path_.send(core_, item.packet);
  } else if (item.kind == Item::Kind::kLoad) {
    if (!can_miss() || !load(item.packet, now)) return;
    if (port_free && !l1_requests_.empty()) {
      path_.send(core_, l1_requests_.front());
      l1_requests_.pop();
    }
  } else {
    if (!can_miss()) return;
    const bool write = item.kind != Item::Kind::kPrivateRead;
    const L1Cache::Outcome outcome = access_l1(item.line, write, item.kind == Item::Kind::kLogWrite);
    if (outcome == L1Cache::Outcome::kBlocked) return;
    if (item.kind == Item::Kind::kPrivateRead && outcome != L1Cache::Outcome::kHit) {
      waiters_.push_back({item.line, item.segment, false});
    } else if (item.kind != Item::Kind::kLogWrite) {
      // A store completes without waiting for its line: the line is on the way, and only this core accesses
      // it.
      hits_.push({now + (write ? 1 : path_.config.l1.latency), item.segment});
    }
  }
  if (item.last_of_instruction) --instructions_queued_;
  items_.pop();
}

/// A load of global memory at the L1. Returns false if it must be repeated. Packets to a line leave in the
/// order of their look-ups: others wait until `l1_requests_` is empty.
bool LoadStoreUnit::load(Packet packet, Cycle now) {
  l1_used_ = true;
  memory::Segment& segment = path_.segments[packet.payload];
  const L1Cache::LoadResult result = l1_.load(segment.line, segment.sectors, packet.payload);
  segment.passes = result.passes;
  switch (result.outcome) {
    case L1Cache::Outcome::kBlocked:
      return false;
    case L1Cache::Outcome::kHit:
      path_.loads_in_l1[core_].push_back(packet.payload);
      hits_.push({now + path_.config.l1.latency, packet.payload});
      return true;
    case L1Cache::Outcome::kPending: {
      // The partition performs it with the load that fetches, or has already performed that one.
      memory::Segment& fetch = path_.segments[result.fetch];
      if (fetch.performed) path_.loads_in_l1[core_].push_back(packet.payload);
      segment.merged = std::exchange(fetch.merged, packet.payload);
      return true;
    }
    case L1Cache::Outcome::kMiss:
      if (result.writeback) request(PacketKind::kWrite, *result.writeback);
      segment.fetches = true;
      segment.sectors = result.fetched;
      packet.sectors = result.fetched;
      packet.bytes = static_cast<std::uint16_t>(
          std::min(lane_count(result.fetched) * sector_bytes_, path_.config.l1.line_bytes));
      break;
    case L1Cache::Outcome::kPass:
      break;
  }
  l1_requests_.push(packet);
  return true;
}

/// A global access that does not use the L1 leaves for its partition.
void LoadStoreUnit::leave(const Packet& packet) {
  memory::Segment& segment = path_.segments[packet.payload];
  if (packet.kind == PacketKind::kWrite) segment.passes = l1_.pass(segment.line);
  if (packet.kind == PacketKind::kAtomic) l1_.invalidate(segment.line, segment.sectors);
}

/// Sectors have come that a load has fetched, for others that have waited, too.
void LoadStoreUnit::fetched(std::uint32_t segment, Cycle now) {
  const memory::Segment& fetch = path_.segments[segment];
  l1_.loaded(fetch.line, fetch.sectors, segment);
  for (std::uint32_t merged = fetch.merged; merged != memory::Segment::kNone;
       merged = path_.segments[merged].merged) {
    if (path_.segments[merged].passes) l1_.passed(fetch.line);
    hits_.push({now + 1, merged});
  }
}

void LoadStoreUnit::segment_back(std::uint32_t segment) {
  const std::uint32_t handle = path_.segments[segment].access;
  path_.segments.release(segment);
  if (--path_.accesses[handle].segments == 0) completed_.push_back(handle);
}

void LoadStoreUnit::collect_hits(Cycle now) {
  while (!hits_.empty() && hits_.top().done <= now) {
    segment_back(hits_.top().segment);
    hits_.pop();
  }
}

void LoadStoreUnit::reply(const Packet& packet, Cycle now) {
  if ((packet.payload & memory::kL1Payload) == 0) {
    const memory::Segment& segment = path_.segments[packet.payload];
    if (segment.passes) l1_.passed(segment.line);
    if (segment.fetches) fetched(packet.payload, now);
    segment_back(packet.payload);
    return;
  }
  if (packet.kind != PacketKind::kReadReply) return;  // no request waits for a write-back
  const Address line = (packet.payload & ~memory::kL1Payload) * path_.config.l1.line_bytes;
  l1_.fill(line);
  std::erase_if(waiters_, [&](const Waiter& waiter) {
    if (waiter.line != line) return false;
    if (waiter.is_log) {
      log_fills_.push_back(waiter.segment);
    } else {
      hits_.push({now + 1, waiter.segment});
    }
    return true;
  });
}

}  // namespace gputm::core
