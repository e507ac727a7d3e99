// Memory end of the interconnect: a partition (L2 slice and DRAM channel) with the TM system's side.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/launch_state.h"
#include "core/request_path.h"
#include "memory/backing_store.h"
#include "memory/crossbar.h"
#include "memory/partition.h"
#include "memory/reservations.h"
#include "tm/commit_unit.h"
#include "tm/history_log.h"
#include "tm/partition_side.h"

namespace gputm::gpu {

class MemoryNode final : public tm::WordPort {
 public:
  MemoryNode(core::RequestPath& path, memory::BackingStore& memory, core::LaunchState& launch, unsigned index,
             memory::Crossbar& replies, memory::Reservations& reservations);
  /// Attaches the TM system's side; nullptr: none.
  void attach(std::unique_ptr<tm::PartitionSide> side) {
    side_ = std::move(side);
    places_ = side_ && side_->places_requests();
  }

  /// Accepts requests, advances the L2, sends replies. If accesses_alone(), on any thread.
  void tick_interconnect() {
    if (path_.requests.has_packets(index_)) {
      for (unsigned channel = 0; channel < memory::kRequestChannels; ++channel) accept(channel);
    }
    if (places_) place();
    if (!partition_.l2_idle()) partition_.tick_l2();
    send_replies();
  }
  // Afterwards, if ticks_alone(), on any thread:
  /// First part of a cycle of the TM system's clock (tm::PartitionSide).
  void tick_system() {
    if (side_) side_->tick();
  }
  /// Only if dram_works().
  void tick_dram() { partition_.tick_dram(); }
  bool system_works() const { return side_ && !side_->idle(); }
  bool l2_works() const { return !partition_.l2_idle(); }
  bool dram_works() const { return !partition_.dram_idle(); }
  bool accesses_alone() const { return !side_ || side_->accesses_alone(); }
  bool ticks_alone() const { return !side_ || side_->ticks_alone(); }
  /// Reports the accesses that took effect in the interconnect's cycle.
  void report_accesses() {
    if (launch_.history != nullptr) history_.report_to(*launch_.history);
  }
  /// Second part of that cycle, when all nodes have had the first.
  void end_system_cycle();
  bool idle() const;

  const tm::PartitionSide* system_side() const { return side_.get(); }
  /// The host may have written any words of memory.
  void host_stored() {
    if (side_) side_->stored_anywhere();
  }
  memory::Partition::Counters counters() const { return partition_.counters(); }

  // tm::WordPort for the TM system's side
  bool can_read() const override { return partition_.commit_unit_can_read(); }
  Word read(Address address, std::uint32_t tag) override;
  std::optional<std::uint32_t> response() override;
  bool can_write() const override { return partition_.commit_unit_can_write(); }
  void write(Address address, Word value) override;
  tm::MemoryBlock read_block(Address address, std::uint32_t tag) override;
  void write_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) override;
  void write_block_at(Address address, std::uint8_t mask, const tm::MemoryBlock& values,
                      Address local) override;
  std::uint64_t writes_answered() const override { return partition_.commit_unit_writes_answered(); }
  void expect_read(Address address) const override { memory_.prefetch(address); }

 private:
  void accept(unsigned channel);
  bool accept_request(const memory::Packet& request);
  void place();
  tm::HistoryLog* history() { return launch_.history == nullptr ? nullptr : &history_; }
  void store(Address word, Word value);
  void store_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values);
  void send_replies();
  void perform(const memory::Packet& packet);
  void perform_lane(const memory::Packet& packet, memory::WarpAccess& access, unsigned lane);
  std::uint32_t holder(const memory::WarpAccess& access, unsigned lane) const;
  Word perform_atomic(memory::WarpAccess& access, unsigned lane);
  isa::Wide perform_wide_atomic(memory::WarpAccess& access, unsigned lane);
  void perform_custom_atomic(memory::WarpAccess& access, unsigned lane);
  void plain_store(const memory::WarpAccess& access, unsigned lane, Address word, Word value,
                   bool atomic = true);

  core::RequestPath& path_;
  memory::BackingStore& memory_;
  core::LaunchState& launch_;
  unsigned index_;
  memory::Crossbar& replies_;
  memory::Reservations& reservations_;
  memory::Partition partition_;
  std::unique_ptr<tm::PartitionSide> side_;
  /// The side's stores of this cycle that affect other parts
  struct alignas(64) SideStores {
    std::uint64_t count = 0;
    std::vector<Address> reserved;  ///< only while there are reservations
  };
  SideStores side_stores_;
  tm::HistoryLog history_;
  bool places_ = false;         ///< the side places requests
  bool side_has_turn_ = false;  ///< arbitration of the reply port
};

}  // namespace gputm::gpu
