#include "engines/eapg/announcer.h"

#include <algorithm>

namespace gputm::engines::eapg {

Announcer::Announcer(const MachineConfig& machine, unsigned partition, unsigned rows, unsigned interval)
    : rows_(rows),
      interval_(interval),
      header_bytes_(machine.interconnect.header_bytes),
      flit_bytes_(machine.interconnect.flit_bytes),
      ports_((machine.core.count + machine.interconnect.concentration - 1) /
             machine.interconnect.concentration),
      cores_of_a_port_(static_cast<std::uint16_t>(machine.interconnect.concentration)),
      counts_(rows, kCounterBits),
      packet_{.kind = memory::PacketKind::kTmReply, .partition = static_cast<std::uint16_t>(partition)} {
  // As many as fill a flit, and four at least.
  const unsigned room = flit_bytes_ > header_bytes_ ? flit_bytes_ - header_bytes_ : 0;
  most_rows_ = std::max(4U, room / kRowBytes);
}

void Announcer::tick() {
  if (operations_.empty()) return;
  const Operation operation = operations_.front();
  operations_.pop();
  ++counters_.operations;
  const Place place = place_of(operation.word, rows_);
  operation.add ? counts_.add(place) : counts_.remove(place);
}

/// Returns whether there is a row to announce.
bool Announcer::begin_broadcast() {
  rows_taken_.clear();
  while (counts_.waits() && rows_taken_.size() < most_rows_) {
    if (const auto row = counts_.announce()) rows_taken_.push_back(*row);
  }
  if (rows_taken_.empty()) return false;
  packet_.payload = broadcasts_.allocate();
  Broadcast& broadcast = broadcasts_[packet_.payload];
  broadcast.rows = rows_taken_;
  broadcast.copies = ports_left_ = ports_;
  packet_.payload |= kAnnouncement;
  packet_.flits = memory::packet_flits(static_cast<unsigned>(broadcast.rows.size()) * kRowBytes,
                                       header_bytes_, flit_bytes_);
  wait_ = interval_;
  counters_.rows += broadcast.rows.size();
  return true;
}

const memory::Packet* Announcer::packet() {
  if (ports_left_ == 0) {
    if (wait_ != 0) --wait_;
    if (wait_ != 0 || !begin_broadcast()) return nullptr;
  }
  packet_.core = static_cast<std::uint16_t>((ports_ - ports_left_) * cores_of_a_port_);
  return &packet_;
}

void Announcer::pop() {
  --ports_left_;
  ++counters_.packets;
  counters_.bytes += std::uint64_t{packet_.flits} * flit_bytes_;
}

}  // namespace gputm::engines::eapg
