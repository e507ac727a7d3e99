#include "engines/getm/getm_partition_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace gputm::engines::getm {

using memory::Packet;
using memory::PacketKind;

namespace {

constexpr std::size_t kOutputs = 8;
constexpr unsigned kStatusBytes = 8;  ///< of a reply with refused lanes: their mask and a time

}  // namespace

GetmPartitionSide::GetmPartitionSide(GetmProtocol& protocol, const MachineConfig& machine,
                                     std::unique_ptr<AccessUnit> unit)
    : protocol_(protocol),
      map_(machine.partition.count, machine.partition.interleave_bytes),
      granule_shift_(static_cast<unsigned>(std::countr_zero(protocol.config.granule_bytes))),
      unit_(std::move(unit)) {}

bool GetmPartitionSide::accept(const Packet& /*packet*/) {
  throw Error("GETM: its cores send no messages of their own");
}

bool GetmPartitionSide::place(const Packet& request, std::uint32_t handle, const memory::WarpAccess& access,
                              LaneMask lanes) {
  if (!unit_->can_take()) return false;
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(requests_.size()));
    requests_.emplace_back();
  }
  const std::uint32_t tag = free_.back();
  free_.pop_back();
  Request& placed = requests_[tag];
  placed.packet = request;
  placed.access = handle;
  placed.lanes = lanes;
  placed.part_lanes.clear();
  Access next{.kind = AccessKind::kPlain, .time = {}, .tag = tag, .parts = {}};
  if (access.transactional) {
    const AccessRecord& record = protocol_.record(handle);
    next.kind = record.kind;
    next.time = record.time;
    latest_ = std::max(latest_, record.time);
    const bool releases = record.kind == AccessKind::kCommit || record.kind == AccessKind::kRelease;
    next.parts = parts_of(placed, access, releases ? record.counted : lanes);
  }
  unit_->take(std::move(next));
  return true;
}

/// Granules of the request, in order of their lowest lanes.
std::vector<Access::Part> GetmPartitionSide::parts_of(Request& request, const memory::WarpAccess& access,
                                                      LaneMask counted) const {
  std::vector<Access::Part> parts;
  for_each_lane(request.lanes, [&](unsigned lane) {
    const GranuleNumber granule = map_.local(access.address[lane]) >> granule_shift_;
    const auto found = std::ranges::find(parts, granule, &Access::Part::granule);
    const auto index = static_cast<std::size_t>(found - parts.begin());
    if (found == parts.end()) {
      parts.push_back({.granule = granule});
      request.part_lanes.push_back(0);
    }
    parts[index].words = static_cast<std::uint16_t>(parts[index].words + ((counted >> lane) & 1));
    request.part_lanes[index] |= LaneMask{1} << lane;
  });
  return parts;
}

void GetmPartitionSide::tick_places() {
  unit_->tick();
  const Outcome* const outcome = unit_->outcome();
  if (outcome == nullptr || placed_.size() >= kOutputs || replies_.size() >= kOutputs) return;
  take(*outcome);
  unit_->pop_outcome();
}

/// Loads, writes of commits and stores that read their words go on to the L2; the others are answered.
void GetmPartitionSide::take(const Outcome& outcome) {
  Request& request = requests_[outcome.tag];
  if (outcome.aborted != 0) {
    LaneMask refused = 0;
    for_each_lane(outcome.aborted, [&](unsigned part) { refused |= request.part_lanes[part]; });
    protocol_.refuse(request.access, refused, outcome.needs ? std::optional(latest_) : std::nullopt);
    if (request.packet.kind == PacketKind::kRead)
      request.packet.bytes = static_cast<std::uint16_t>(request.packet.bytes + kStatusBytes);
  }
  const bool answered = outcome.kind == AccessKind::kRelease ||
                        (outcome.kind == AccessKind::kStore && request.packet.kind == PacketKind::kWrite);
  if (answered) {
    Packet reply = request.packet;
    reply.kind = PacketKind::kWriteReply;
    reply.flits = 1;
    replies_.push_back(reply);
  } else {
    placed_.push_back({request.packet, map_.local(request.packet.address)});
  }
  free_.push_back(outcome.tag);
}

std::string GetmPartitionSide::describe() const {
  return fmt::format("access unit: {} accesses, {} of them stalled", requests_.size() - free_.size(),
                     unit_->stalled());
}

}  // namespace gputm::engines::getm
