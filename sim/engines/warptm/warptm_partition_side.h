// WarpTM at a memory partition: KILO TM's side with two optional parts: the temporal unit between the commit
// unit and memory, and the reply merger behind the commit unit.
#pragma once

#include <bitset>
#include <memory>
#include <optional>

#include "engines/kilo/kilo_partition_side.h"
#include "engines/warptm/reply_merger.h"
#include "engines/warptm/temporal_unit.h"

namespace gputm::engines::warptm {

class WarptmPartitionSide final : public kilo::KiloPartitionSide {
 public:
  /// `temporal` and `merger` may be null: part absent. `words`: port to memory. `merged_flits`: flits of a
  /// packet with merged replies.
  WarptmPartitionSide(kilo::CommitProtocol& protocol, unsigned partition, tm::WordPort& words,
                      std::unique_ptr<tm::CommitUnit> unit, std::unique_ptr<TemporalUnit> temporal,
                      std::unique_ptr<ReplyMerger> merger, std::uint16_t merged_flits);

  bool accept(const memory::Packet& packet) override;
  void load_served(std::uint32_t access, LaneMask lanes, Address line) override;
  void tick() override;
  /// Answers about loads go to state shared by all partitions.
  void end_tick() override;
  bool idle() const override;

 private:
  const memory::Packet* unit_packet() override;
  void pop_unit_packet() override;
  void merge_replies();
  void note_last_id(const memory::Packet& packet);

  kilo::CommitProtocol& protocol_;
  std::unique_ptr<TemporalUnit> temporal_;
  std::unique_ptr<ReplyMerger> merger_;
  /// By ID in flight: whether it is the last one of its warp with a log here. In hardware, a bit of its ring
  /// entry.
  std::bitset<std::size_t{1} << 16> last_of_warp_;
  std::optional<memory::Packet> merged_;  ///< next packet to send
  std::uint16_t merged_flits_;
};

}  // namespace gputm::engines::warptm
