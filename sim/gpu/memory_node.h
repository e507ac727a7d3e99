// The memory end of the interconnect: a partition (L2 slice and DRAM channel) with its commit unit.
#pragma once

#include <memory>
#include <optional>

#include "base/growing_queue.h"
#include "core/environment.h"
#include "gpu/reservations.h"
#include "memory/crossbar.h"
#include "memory/partition.h"
#include "tm/commit_unit.h"

namespace gputm::gpu {

class MemoryNode final : private tm::WordPort {
 public:
  MemoryNode(core::Environment& environment, unsigned index, memory::Crossbar& requests,
             memory::Crossbar& replies, Reservations& reservations);

  void tick_interconnect();  ///< accepts requests, advances the L2, sends replies
  void tick_commit_unit();
  void tick_dram() {
    if (!partition_.dram_idle()) partition_.tick_dram();
  }
  bool idle() const;

  tm::CommitUnit* commit_unit() { return commit_unit_.get(); }
  memory::Partition::Counters counters() const { return partition_.counters(); }

 private:
  void accept();
  void send_replies();
  void feed_commit_unit();
  void perform(const memory::Packet& packet);
  void perform_lane(const memory::Packet& packet, core::WarpAccess& access, unsigned lane);
  Word perform_atomic(core::WarpAccess& access, unsigned lane);
  void plain_store(const core::WarpAccess& access, unsigned lane, Address word, Word value);

  // tm::WordPort, for the commit unit
  bool can_read() const override { return partition_.commit_unit_can_read(); }
  Word read(Address address, std::uint32_t tag) override;
  std::optional<std::uint32_t> response() override;
  bool can_write() const override { return partition_.commit_unit_can_write(); }
  void write(Address address, Word value) override;

  core::Environment& environment_;
  unsigned index_;
  memory::Crossbar& requests_;
  memory::Crossbar& replies_;
  Reservations& reservations_;
  memory::Partition partition_;
  std::unique_ptr<tm::CommitUnit> commit_unit_;
  GrowingQueue<memory::Packet> fills_;  ///< packets whose beats go into the commit unit
  GrowingQueue<memory::Packet> controls_;
  std::size_t fill_beat_ = 0;
  std::size_t control_beat_ = 0;
  bool commit_unit_turn_ = false;  ///< arbitration of the reply port
};

}  // namespace gputm::gpu
