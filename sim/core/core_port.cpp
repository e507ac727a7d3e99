// Interface of the core to its TM systems.
#include "core/core.h"

namespace gputm::core {

void Core::issue_global(std::uint32_t access, memory::PacketKind kind) {
  memory_unit_.lsu().issue_global(access, kind);
}

void Core::issue_private(std::uint32_t access, bool write) {
  memory_unit_.lsu().issue_private(access, write);
}

void Core::let_go(std::uint32_t access, Cycle now) {
  if (--memory_unit_.access(access).segments == 0) complete_access(access, now);
}

void Core::write_log_line(Address line) { memory_unit_.lsu().write_log_line(line); }

tm::CorePort::LogRead Core::read_log_line(Address address, std::uint32_t waiter) {
  return memory_unit_.lsu().read_log_line(address, waiter);
}

bool Core::send(const memory::Packet& packet) {
  const bool others_turn = memory_unit_has_turn_ && path_.can_send(index_, memory::PacketKind::kRead);
  if (port_taken_ || others_turn || !path_.can_send(index_, packet.kind)) return false;
  path_.send(index_, packet);
  port_taken_ = true;
  return true;
}

void Core::decide(unsigned warp, LaneMask lanes, LaneMask passed, std::uint64_t first_order, Cycle now) {
  transactions_.decide(warp, lanes, passed, first_order, now);
}

void Core::record(unsigned warp, LaneMask lanes, LaneMask passed, std::uint64_t first_order, Cycle now) {
  transactions_.record(warp, lanes, passed, first_order, now);
}

void Core::go_on(unsigned warp, Cycle now) { transactions_.go_on(warp, now); }

void Core::commit_silently(unsigned warp, unsigned lane, std::uint64_t position, Cycle now) {
  transactions_.commit_silently(warp, lane, position, now);
}

void Core::followed(unsigned warp, Cycle now) { transactions_.followed(warp, now); }

void Core::validated(unsigned warp, LaneMask failed, Cycle now) {
  transactions_.validated(warp, failed, now);
}

void Core::plain_write(Address address, Word value, std::uint32_t thread, std::uint32_t moment) {
  if (launch_.history != nullptr) launch_.history->plain_write(address, value, {thread, moment});
}

void Core::violation(const std::string& what) {
  if (launch_.history != nullptr) launch_.history->violation(what);
}

void Core::snapshot_taken(unsigned warp, LaneMask lanes, std::uint64_t position, std::uint64_t oldest) {
  Transaction& transaction = warps_[warp].transaction;
  for_each_lane(lanes, [&](unsigned lane) { transaction.snapshots[lane] = position; });
  if (launch_.history == nullptr) return;
  transaction.stores_seen = launch_.history->stores();
  launch_.history->snapshots_from(oldest);
}

void Core::skip_order(std::uint64_t order) {
  if (launch_.history != nullptr) launch_.history->skip_order(order);
}

}  // namespace gputm::core
