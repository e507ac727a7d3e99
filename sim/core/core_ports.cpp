// A core as seen by its TM systems' sides: ports, and the events that they report.
#include "core/core.h"

namespace gputm::core {

tm::CorePorts Core::ports() {
  return {.core = index_,
          .config = path_.config,
          .memory = memory_,
          .counters = launch_.cores[index_].transactions,
          .warps = *this,
          .accesses = memory_unit_,
          .log_lines = memory_unit_.lsu(),
          .messages = *this,
          .events = events_,
          .history = *this};
}

void Core::take(const tm::Event& event, Cycle now) {
  std::visit(
      [&](const auto& e) {
        using Kind = std::decay_t<decltype(e)>;
        if constexpr (std::is_same_v<Kind, tm::Released>) {
          release(e.access, now);
        } else if constexpr (std::is_same_v<Kind, tm::Walked>) {
          if (--warps_[e.warp].walks != 0) return;
          // A warp with lanes found in conflict meanwhile waits for its last access.
          if (warps_[e.warp].state != WarpState::kAbort) scheduler_.resume(e.warp, now);
        } else {
          transactions_.take(e, now);
        }
      },
      event);
}

void Core::release(AccessId access, Cycle now) {
  if (--memory_unit_.access(access).segments == 0) complete_access(access, now);
}

bool Core::send(const memory::Packet& packet) {
  const bool others_turn = memory_unit_has_turn_ && path_.can_send(index_, memory::PacketKind::kRead);
  if (port_taken_ || others_turn || !path_.can_send(index_, packet.kind)) return false;
  path_.send(index_, packet);
  port_taken_ = true;
  return true;
}

void Core::plain_write(Address address, Word value, std::uint32_t thread, std::uint32_t moment) {
  ++launch_.cores[index_].memory_changes;
  launch_.watched.shared_changed();
  if (launch_.history != nullptr) launch_.history->plain_write(address, value, {thread, moment});
}

void Core::violation(const std::string& what) {
  if (launch_.history != nullptr) launch_.history->violation(what);
}

void Core::snapshot_taken(WarpId warp, LaneMask lanes, SerialPosition position, SerialPosition oldest) {
  Transaction& transaction = warps_[warp].transaction;
  for_each_lane(lanes, [&](unsigned lane) { transaction.snapshots[lane] = position; });
  if (launch_.history == nullptr) return;
  transaction.stores_seen = launch_.history->stores();
  launch_.history->snapshots_from(oldest);
}

void Core::skip_position(SerialPosition position) {
  if (launch_.history != nullptr) launch_.history->skip_order(position);
}

}  // namespace gputm::core
