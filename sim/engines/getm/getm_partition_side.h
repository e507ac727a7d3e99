// GETM at a memory partition: requests of the cores pass through the access unit on their way to the L2.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/machine_config.h"
#include "engines/getm/access_unit.h"
#include "engines/getm/getm_protocol.h"
#include "memory/address_map.h"
#include "tm/partition_side.h"

namespace gputm::engines::getm {

class GetmPartitionSide final : public tm::PartitionSide {
 public:
  GetmPartitionSide(GetmProtocol& protocol, const MachineConfig& machine, std::unique_ptr<AccessUnit> unit);

  bool accept(const memory::Packet& packet) override;
  const memory::Packet* reply() override { return replies_.empty() ? nullptr : &replies_.front(); }
  void pop_reply() override { replies_.pop_front(); }
  bool accesses_alone() const override { return true; }
  bool places_requests() const override { return true; }
  bool place(const memory::Packet& request, std::uint32_t handle, const memory::WarpAccess& access,
             LaneMask lanes) override;
  const tm::PlacedRequest* placed() override { return placed_.empty() ? nullptr : &placed_.front(); }
  void pop_placed() override { placed_.pop_front(); }
  LaneMask refused(std::uint32_t handle) const override { return protocol_.refused(handle); }
  void tick_places() override;
  void tick() override {}
  bool idle() const override { return unit_->idle() && placed_.empty() && replies_.empty(); }
  std::string describe() const override;

  void clear() {
    unit_->clear();
    latest_ = {};
  }
  const AccessUnit& unit() const { return *unit_; }

 private:
  /// Request in the access unit
  struct Request {
    memory::Packet packet;
    std::uint32_t access = 0;
    LaneMask lanes = 0;
    std::vector<LaneMask> part_lanes;  ///< by part of the access: lanes with words in its granule
  };

  std::vector<Access::Part> parts_of(Request& request, const memory::WarpAccess& access,
                                     LaneMask counted) const;
  void take(const Outcome& outcome);

  GetmProtocol& protocol_;
  memory::AddressMap map_;
  unsigned granule_shift_;
  std::size_t queue_;
  std::unique_ptr<AccessUnit> unit_;
  Time latest_;  ///< of all accesses so far: an attempt that came too late once is told to be later than all
  std::vector<Request> requests_;    ///< by tag
  std::vector<std::uint32_t> free_;  ///< tags
  std::deque<tm::PlacedRequest> placed_;
  std::deque<memory::Packet> replies_;
};

}  // namespace gputm::engines::getm
