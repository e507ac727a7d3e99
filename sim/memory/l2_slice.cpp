#include "memory/l2_slice.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

L2Config checked(L2Config config) {
  check_key("l2.line_bytes", config.line_bytes);
  check_key("l2.sector_bytes", config.sector_bytes);
  if (config.sector_bytes == 0) config.sector_bytes = config.line_bytes;
  if (config.sector_bytes > config.line_bytes || 8 * config.sector_bytes < config.line_bytes)
    throw Error("l2.sector_bytes: " + std::to_string(config.sector_bytes) + " is outside " +
                std::to_string(config.line_bytes / 8) + ".." + std::to_string(config.line_bytes) +
                " for l2.line_bytes = " + std::to_string(config.line_bytes));
  check_key("l2.ways", config.ways);
  check_key("l2.bytes", config.bytes);
  if (config.bytes % (config.line_bytes * config.ways) != 0)
    throw Error("l2.bytes: " + std::to_string(config.bytes) + " is not a multiple of line_bytes * ways = " +
                std::to_string(config.line_bytes * config.ways));
  check_key("l2.mshrs", config.mshrs);
  check_key("l2.mshr_merges", config.mshr_merges);
  check_range("cycles from arrival to tag access", config.request_latency, 1, kMaxRequestLatency);
  check_key("l2.commit_unit_latency", config.commit_unit_latency);
  check_key("l2.stall_slots", config.stall_slots);
  check_key("l2.reply_queue", config.reply_queue);
  check_key("l2.commit_unit_reads", config.commit_unit_reads);
  return config;
}

/// Members of one mask of sectors that are not in another.
constexpr std::uint8_t without(unsigned sectors, unsigned others) {
  return static_cast<std::uint8_t>(sectors & ~others);
}

}  // namespace

L2Slice::L2Slice(const L2Config& config, const AddressMap& map, unsigned header_bytes, unsigned flit_bytes,
                 Perform perform)
    : config_(checked(config)),
      map_(map),
      line_shift_(static_cast<unsigned>(std::countr_zero(config_.line_bytes))),
      all_sectors_(sectors_of(0, config_.line_bytes, config_.line_bytes, config_.sector_bytes)),
      header_bytes_(header_bytes),
      flit_bytes_(flit_bytes),
      perform_(std::move(perform)),
      tags_(config.bytes / config.line_bytes, config.ways),
      mshrs_(config.mshrs, config.mshr_merges),
      mshr_of_way_(config.bytes / config.line_bytes),
      present_(config.bytes / config.line_bytes),
      dirty_(config.bytes / config.line_bytes),
      requests_(config.request_latency + config.stall_slots),
      word_reads_(config.commit_unit_latency + config.stall_slots),
      word_writes_(config.commit_unit_latency + config.stall_slots),
      replies_(config.reply_queue),
      responses_(config.commit_unit_reads) {}

void L2Slice::step(Dram& dram) {
  reply_port_free_ = !replies_.full();
  if (fill_waits_ < kMostFillWaits) {
    finish_atomic();
    drain_fill(dram);
  } else {  // single-word atomics can occupy the reply port in every cycle
    drain_fill(dram);
    finish_atomic();
  }
  // MSHRs and DRAM queue slots are scarce under load: neither side may take all of them.
  if (core_missed_last_) {
    commit_unit_ports(dram);
    core_port(dram);
  } else {
    core_port(dram);
    commit_unit_ports(dram);
  }
}

void L2Slice::core_port(Dram& dram) {
  if (!due(requests_)) return;
  if (access(requests_.front().packet, requests_.front().line, dram)) {
    requests_.pop();
  } else {
    ++counters_.stalls;
  }
}

void L2Slice::commit_unit_ports(Dram& dram) {
  if (due(word_writes_) && write_word(word_writes_.front(), dram)) word_writes_.pop();
  if (due(word_reads_) && read_word(word_reads_.front(), dram)) word_reads_.pop();
}

void L2Slice::finish_atomic() {
  if (!atomic_busy_ || now_ < atomic_done_ || !reply_port_free_) return;
  send_reply(atomic_request_);
  atomic_busy_ = false;
}

/// Answers the waiters of a line that has arrived from DRAM, in order: one core request and one word read per
/// cycle.
void L2Slice::drain_fill(Dram& dram) {
  if (!draining_) {
    dram.take_completed([this](MshrFile::Index mshr) {
      if (!mshrs_.arrived(mshr)) return true;
      fill_ = mshr;
      draining_ = true;
      return false;
    });
    if (!draining_) return;
    const TagArray::Way way = mshrs_.way(fill_);
    present_[way] |= mshrs_.sectors(fill_);
    tags_.set_valid(way);
  }
  bool response_port_free = true;
  while (const Waiter* waiter = mshrs_.front(fill_)) {
    if (waiter->commit_unit) {
      if (!response_port_free) return;
      response_port_free = false;
      responses_.push(waiter->tag);
    } else if (waiter->request.kind == PacketKind::kAtomic) {
      if (atomic_busy_) return;
      start_atomic(waiter->request);
    } else {
      if (!reply_port_free_) {
        ++fill_waits_;
        return;
      }
      send_reply(waiter->request);
    }
    fill_waits_ = 0;
    mshrs_.pop(fill_);
  }
  mshrs_.release(fill_);
  draining_ = false;
}

/// Tag access of a core's request: orders it, and answers it or adds it to its line's list. Returns false,
/// without effects, if a needed resource is busy; the request is retried in the next cycle.
bool L2Slice::access(const Packet& request, std::uint32_t line, Dram& dram) {
  const Sectors sectors = request.sectors & all_sectors_;
  TagArray::Way way = tags_.find(line);
  const bool known = way != TagArray::kNone;
  const Sectors absent = known ? without(sectors, present_[way]) : sectors;
  const Sectors coming = known ? fetching(way) : Sectors{0};
  const bool write = request.kind == PacketKind::kWrite;
  const bool waits = absent != 0 && !write;
  if (waits) {
    if (known && tags_.pending(way) && !mshrs_.can_wait(mshr_of_way_[way])) return false;
  } else if (request.kind == PacketKind::kAtomic ? atomic_busy_ : !reply_port_free_) {
    return false;
  }
  // Whole sectors that are written need not be fetched.
  const bool whole = write && request.bytes >= lane_count(sectors) * config_.sector_bytes;
  const Sectors fetched = whole ? Sectors{0} : without(absent, coming);
  if (!known) {
    way = reserve(line, fetched, dram);
    if (way == TagArray::kNone) return false;
  } else if (fetched != 0 && !fetch(way, fetched, dram)) {
    return false;
  }
  if (fetched != 0) core_missed_last_ = true;
  if (whole) present_[way] |= without(absent, coming);

  if (waits) {
    mshrs_.wait(mshr_of_way_[way], {.request = request});
  } else if (request.kind == PacketKind::kAtomic) {
    start_atomic(request);
  } else {
    send_reply(request);
  }
  tags_.touch(way);
  if (request.kind != PacketKind::kRead) dirty_[way] |= sectors;
  ++counters_.accesses;
  if (!known || fetched != 0) {
    ++counters_.misses;
  } else {
    ++((absent & coming) != 0 ? counters_.pending_hits : counters_.hits);
  }
  perform_(request);
  return true;
}

bool L2Slice::read_word(const WordAccess& read, Dram& dram) {
  if (word_reads_past_tags_ == config_.commit_unit_reads) return false;
  TagArray::Way way = tags_.find(read.line);
  if (way != TagArray::kNone && without(read.sectors, present_[way]) == 0) {
    // At most one fill and one hit push a response per cycle; word_reads_past_tags_ bounds the queue.
    responses_.push(read.tag);
    tags_.touch(way);
    ++counters_.commit_unit_read_hits;
  } else {
    if (way != TagArray::kNone && tags_.pending(way) && !mshrs_.can_wait(mshr_of_way_[way])) return false;
    if (way != TagArray::kNone && (fetching(way) & read.sectors) != 0) {
      tags_.touch(way);
      ++counters_.commit_unit_read_pending_hits;
    } else {
      way = fetch_word(way, read, dram);
      if (way == TagArray::kNone) return false;
    }
    mshrs_.wait(mshr_of_way_[way], {.tag = read.tag, .commit_unit = true});
  }
  ++word_reads_past_tags_;
  ++counters_.commit_unit_reads;
  return true;
}

bool L2Slice::write_word(const WordAccess& write, Dram& dram) {
  TagArray::Way way = tags_.find(write.line);
  if (way != TagArray::kNone && without(write.sectors, present_[way] | fetching(way)) == 0) {
    tags_.touch(way);
    ++counters_.commit_unit_write_hits;
  } else {
    way = fetch_word(way, write, dram);
    if (way == TagArray::kNone) return false;
  }
  dirty_[way] |= write.sectors;
  ++counters_.commit_unit_writes;
  return true;
}

/// Starts to fetch the sector of a commit unit's access, of the line in `way` or, if that is kNone, of a new
/// one. Returns the line's way; kNone if it must wait.
TagArray::Way L2Slice::fetch_word(TagArray::Way way, const WordAccess& access, Dram& dram) {
  if (way == TagArray::kNone) {
    way = reserve(access.line, access.sectors, dram);
  } else if (fetch(way, access.sectors, dram)) {
    tags_.touch(way);
  } else {
    return TagArray::kNone;
  }
  if (way != TagArray::kNone) core_missed_last_ = false;
  return way;
}

/// Starts to fetch absent sectors of a line that is in the cache. Returns false if that must wait.
bool L2Slice::fetch(TagArray::Way way, Sectors sectors, Dram& dram) {
  if (!dram.can_push(tags_.line(way), 1)) return false;
  if (tags_.pending(way)) {
    mshrs_.add(mshr_of_way_[way], sectors);
  } else {
    if (mshrs_.full()) return false;
    mshr_of_way_[way] = mshrs_.allocate(way, sectors);
    tags_.set_pending(way);
  }
  dram.push_read(tags_.line(way), mshr_of_way_[way], lane_count(sectors));
  return true;
}

/// Replaces a line by `line`, with an MSHR and a DRAM read of `sectors`, those that must be fetched. kNone if
/// that must wait.
TagArray::Way L2Slice::reserve(std::uint32_t line, Sectors sectors, Dram& dram) {
  // A waiting requester retries in each cycle, so the cheapest check comes first.
  const unsigned fetches = sectors != 0 ? 1 : 0;
  if ((sectors != 0 && mshrs_.full()) || !dram.can_push(line, fetches)) return TagArray::kNone;
  const TagArray::Way way = tags_.victim(line);
  if (way == TagArray::kNone) return TagArray::kNone;
  const Sectors written_back = dirty_[way];
  if (written_back != 0 && !dram.can_push(line, fetches, tags_.line(way), 1)) return TagArray::kNone;
  if (sectors != 0) {
    mshr_of_way_[way] = mshrs_.allocate(way, sectors);
    dram.push_read(line, mshr_of_way_[way], lane_count(sectors));
  }
  if (written_back != 0) {
    dram.push_write(tags_.line(way), lane_count(written_back));
    ++counters_.writebacks;
  }
  tags_.allocate(way, line, sectors != 0);
  present_[way] = 0;
  dirty_[way] = 0;
  return way;
}

void L2Slice::start_atomic(const Packet& request) {
  atomic_request_ = request;
  atomic_busy_ = true;
  atomic_done_ = now_ + std::max(1u, unsigned{request.words});
}

void L2Slice::send_reply(const Packet& request) {
  Packet reply = request;
  switch (request.kind) {
    case PacketKind::kWrite:
      reply.kind = PacketKind::kWriteReply;
      reply.bytes = 0;
      break;
    case PacketKind::kAtomic:
      reply.kind = PacketKind::kAtomicReply;
      break;
    default:
      reply.kind = PacketKind::kReadReply;
      break;
  }
  reply.flits = packet_flits(reply.bytes, header_bytes_, flit_bytes_);
  replies_.push(reply);
  reply_port_free_ = false;
}

}  // namespace gputm::memory
