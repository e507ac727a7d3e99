// KILO TM at a memory partition: the commit unit (RTL), and the queues between it and the interconnect.
#pragma once

#include <memory>
#include <vector>

#include "base/growing_queue.h"
#include "base/ring_queue.h"
#include "engines/kilo/commit_protocol.h"
#include "tm/commit_unit.h"
#include "tm/partition_side.h"

namespace gputm::engines::kilo {

class KiloPartitionSide : public tm::PartitionSide {
 public:
  KiloPartitionSide(CommitProtocol& protocol, unsigned partition, tm::WordPort& words,
                    std::unique_ptr<tm::CommitUnit> unit)
      : protocol_(protocol),
        partition_(partition),
        words_(words),
        unit_(std::move(unit)),
        positions_(protocol.positions[partition]),
        announcer_(protocol.eapg ? &protocol.eapg->announcer(partition) : nullptr),
        fills_(protocol.config.fill_queue),
        controls_(protocol.config.control_queue) {}

  bool accept(const memory::Packet& packet) override;
  const memory::Packet* reply() final;
  void pop_reply() final;
  void stored(Address word) override;
  void stored_anywhere() override;
  void tick() override;
  void end_tick() override;
  bool accesses_alone() const override { return announcer_ == nullptr; }
  bool ticks_alone() const override { return true; }
  bool idle() const override {
    return fills_.empty() && controls_.empty() && notices_.empty() && !unit_->busy();
  }
  std::string describe() const override { return "commit unit: " + unit_->describe(); }

 protected:
  tm::CommitUnit& unit() { return *unit_; }
  const UnitPositions& positions() const { return positions_; }
  /// Packet to the core that owns the ID with this position.
  memory::Packet reply_packet(tm::CommitId position, std::uint32_t payload) const;

  /// Next packet with replies of the commit unit, or nullptr; `pop_unit_packet` consumes it.
  virtual const memory::Packet* unit_packet();
  virtual void pop_unit_packet();

 private:
  void feed();
  void retire_until(tm::CommitId id);

  CommitProtocol& protocol_;
  unsigned partition_;
  tm::WordPort& words_;
  std::unique_ptr<tm::CommitUnit> unit_;
  UnitPositions& positions_;
  eapg::Announcer* announcer_;       ///< null: none
  RingQueue<memory::Packet> fills_;  ///< packets with beats for the commit unit
  RingQueue<memory::Packet> controls_;
  std::size_t fill_beat_ = 0;
  std::size_t control_beat_ = 0;
  bool has_reply_ = false;  ///< the unit has a reply; sampled in the unit's cycles, not the interconnect's
  memory::Packet reply_;
  GrowingQueue<memory::Packet> notices_;  ///< sent before the unit's replies
  bool announces_ = false;                ///< the packet of `reply` is an announcement
  bool announces_next_ = true;            ///< the next packet is an announcement, if there is one
  /// Per-cycle state shared with the rest of the system, on one cache line, which another thread reads
  struct alignas(64) Common {
    tm::CommitId retired = 0;            ///< retire pointer of the unit
    tm::CommitId reported_retired = 0;   ///< retire pointer reported to the vendor
    std::vector<std::uint32_t> taken{};  ///< messages with all beats accepted
    std::vector<tm::CommitId> begun{};   ///< IDs of logs with the first word accepted, for the observer
  };
  Common common_;
};

}  // namespace gputm::engines::kilo
