#include "memory/l2_slice.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "memory/check_range.h"

namespace gputm::memory {
namespace {

const L2Config& checked(const L2Config& config) {
  check_key("l2.line_bytes", config.line_bytes);
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

}  // namespace

L2Slice::L2Slice(const L2Config& config, const AddressMap& map, unsigned header_bytes, unsigned flit_bytes,
                 Perform perform)
    : config_(checked(config)),
      map_(map),
      line_shift_(static_cast<unsigned>(std::countr_zero(config.line_bytes))),
      header_bytes_(header_bytes),
      flit_bytes_(flit_bytes),
      perform_(std::move(perform)),
      tags_(config.bytes / config.line_bytes, config.ways),
      mshrs_(config.mshrs, config.mshr_merges),
      mshr_of_way_(config.bytes / config.line_bytes),
      requests_(config.request_latency + config.stall_slots),
      word_reads_(config.commit_unit_latency + config.stall_slots),
      word_writes_(config.commit_unit_latency + config.stall_slots),
      replies_(config.reply_queue),
      responses_(config.commit_unit_reads) {}

void L2Slice::step(DramChannel& dram) {
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

void L2Slice::core_port(DramChannel& dram) {
  if (!due(requests_)) return;
  if (access(requests_.front().packet, requests_.front().line, dram)) {
    requests_.pop();
  } else {
    ++counters_.stalls;
  }
}

void L2Slice::commit_unit_ports(DramChannel& dram) {
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
void L2Slice::drain_fill(DramChannel& dram) {
  if (!draining_) {
    if (!dram.has_completed()) return;
    fill_ = dram.completed();
    dram.pop_completed();
    tags_.set_valid(mshrs_.way(fill_));
    draining_ = true;
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
bool L2Slice::access(const Packet& request, std::uint32_t line, DramChannel& dram) {
  const TagArray::Way way = tags_.find(line);
  if (way == TagArray::kNone) return access_missing(request, line, dram);

  const bool pending = tags_.pending(way);
  if (pending && request.kind != PacketKind::kWrite) {
    if (!mshrs_.can_wait(mshr_of_way_[way])) return false;
    mshrs_.wait(mshr_of_way_[way], {.request = request});
  } else if (request.kind == PacketKind::kAtomic) {
    if (atomic_busy_) return false;
    start_atomic(request);
  } else {
    if (!reply_port_free_) return false;
    send_reply(request);
  }
  tags_.touch(way);
  if (request.kind != PacketKind::kRead) tags_.set_dirty(way);
  ++counters_.accesses;
  ++(pending ? counters_.pending_hits : counters_.hits);
  perform_(request);
  return true;
}

bool L2Slice::access_missing(const Packet& request, std::uint32_t line, DramChannel& dram) {
  const bool write = request.kind == PacketKind::kWrite;
  if (write && !reply_port_free_) return false;
  const bool fetch = !(write && request.bytes >= config_.line_bytes);
  const TagArray::Way way = reserve(line, fetch, dram);
  if (way == TagArray::kNone) return false;
  if (fetch) core_missed_last_ = true;
  if (write) {
    send_reply(request);
  } else {
    mshrs_.wait(mshr_of_way_[way], {.request = request});
  }
  if (request.kind != PacketKind::kRead) tags_.set_dirty(way);
  ++counters_.accesses;
  ++counters_.misses;
  perform_(request);
  return true;
}

bool L2Slice::read_word(const WordAccess& read, DramChannel& dram) {
  if (word_reads_past_tags_ == config_.commit_unit_reads) return false;
  TagArray::Way way = tags_.find(read.line);
  if (way != TagArray::kNone && !tags_.pending(way)) {
    // At most one fill and one hit push a response per cycle; word_reads_past_tags_ bounds the queue.
    responses_.push(read.tag);
    tags_.touch(way);
    ++counters_.commit_unit_read_hits;
  } else {
    const bool pending = way != TagArray::kNone;
    if (pending) {
      if (!mshrs_.can_wait(mshr_of_way_[way])) return false;
      tags_.touch(way);
      ++counters_.commit_unit_read_pending_hits;
    } else {
      way = reserve(read.line, true, dram);
      if (way == TagArray::kNone) return false;
      core_missed_last_ = false;
    }
    mshrs_.wait(mshr_of_way_[way], {.tag = read.tag, .commit_unit = true});
  }
  ++word_reads_past_tags_;
  ++counters_.commit_unit_reads;
  return true;
}

bool L2Slice::write_word(const WordAccess& write, DramChannel& dram) {
  TagArray::Way way = tags_.find(write.line);
  if (way != TagArray::kNone) {
    tags_.touch(way);
    ++counters_.commit_unit_write_hits;
  } else {
    way = reserve(write.line, true, dram);
    if (way == TagArray::kNone) return false;
    core_missed_last_ = false;
  }
  tags_.set_dirty(way);
  ++counters_.commit_unit_writes;
  return true;
}

/// Replaces a line by `line`, with an MSHR and a DRAM read if its data must be fetched. kNone if that must
/// wait.
TagArray::Way L2Slice::reserve(std::uint32_t line, bool fetch, DramChannel& dram) {
  // A waiting requester retries in each cycle, so the cheapest check comes first.
  const unsigned fetches = fetch ? 1 : 0;
  if ((fetch && mshrs_.full()) || !dram.can_push(fetches)) return TagArray::kNone;
  const TagArray::Way way = tags_.victim(line);
  if (way == TagArray::kNone) return TagArray::kNone;
  const bool writeback = tags_.dirty(way);
  if (writeback && !dram.can_push(fetches + 1)) return TagArray::kNone;
  if (fetch) {
    mshr_of_way_[way] = mshrs_.allocate(way);
    dram.push_read(line, mshr_of_way_[way]);
  }
  if (writeback) {
    dram.push_write(tags_.line(way));
    ++counters_.writebacks;
  }
  tags_.allocate(way, line, fetch);
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
