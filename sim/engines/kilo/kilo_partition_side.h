// KILO TM at a memory partition: its commit unit, in RTL, and the queues between it and the interconnect.
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
        fills_(protocol.config.fill_queue),
        controls_(protocol.config.control_queue) {}

  bool accept(const memory::Packet& packet) override;
  const memory::Packet* reply() override;
  void pop_reply() override;
  void stored(Address word) override;
  void stored_anywhere() override;
  void tick() override;
  void end_tick() override;
  bool ticks_alone() const override { return true; }
  bool idle() const override {
    return fills_.empty() && controls_.empty() && notices_.empty() && !unit_->busy();
  }
  std::string describe() const override { return "commit unit: " + unit_->describe(); }

 protected:
  tm::CommitUnit& unit() { return *unit_; }
  /// A packet to the core that `id` belongs to.
  memory::Packet reply_packet(tm::CommitId id, std::uint32_t payload) const;

  /// A notice for a core, which goes before the unit's replies, or nullptr.
  const memory::Packet* notice() const { return notices_.empty() ? nullptr : &notices_.front(); }
  void pop_notice() { notices_.pop(); }

 private:
  void feed();
  void retire_until(tm::CommitId id);

  CommitProtocol& protocol_;
  unsigned partition_;
  tm::WordPort& words_;
  std::unique_ptr<tm::CommitUnit> unit_;
  RingQueue<memory::Packet> fills_;  ///< packets whose beats go into the commit unit
  RingQueue<memory::Packet> controls_;
  std::size_t fill_beat_ = 0;
  std::size_t control_beat_ = 0;
  bool has_reply_ = false;  ///< of the unit, which is asked in its cycles, not in the interconnect's
  memory::Packet reply_;
  GrowingQueue<memory::Packet> notices_;
  /// What of a cycle is not the partition's own, on one cache line, which goes to another thread.
  struct alignas(64) Common {
    tm::CommitId retired = 0;            ///< where the unit stands
    tm::CommitId reported_retired = 0;   ///< to the vendor
    std::vector<std::uint32_t> taken{};  ///< messages whose last beat is in
    std::vector<tm::CommitId> begun{};   ///< ids of logs whose first words are, for who looks on
  };
  Common common_;
};

}  // namespace gputm::engines::kilo
