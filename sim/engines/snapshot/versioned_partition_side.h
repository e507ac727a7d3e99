// Snapshot isolation at a memory partition with versions in separate rows: the RTL commit unit beside the RTL
// version index table (docs/snapshot/snapshot_commit_unit.md). This side converts packets to beats, holds
// back commits of later versions, and checks all writes of the unit.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ring_queue.h"
#include "engines/snapshot/snapshot_protocol.h"
#include "memory/backing_store.h"
#include "tm/commit_unit.h"
#include "tm/partition_side.h"
#include "tm/snapshot_commit_unit.h"

namespace gputm::engines::snapshot {

class VersionedPartitionSide final : public tm::PartitionSide, private tm::SectorPort {
 public:
  /// `sets`: maximum number of write sets in progress; the cores assign their numbers.
  VersionedPartitionSide(SnapshotProtocol& protocol, tm::WordPort& words, const memory::BackingStore& memory,
                         std::unique_ptr<VersionedPartition> versioned,
                         std::unique_ptr<tm::SnapshotCommitUnit> unit, unsigned sets)
      : protocol_(protocol),
        words_(words),
        memory_(memory),
        versioned_(std::move(versioned)),
        unit_(std::move(unit)),
        sets_(sets),
        checks_(protocol.config.queue),
        replies_(sets) {}

  bool accept(const memory::Packet& packet) override;
  const memory::Packet* reply() override { return replies_.empty() ? nullptr : &replies_.front(); }
  void pop_reply() override { replies_.pop(); }
  void tick() override;
  bool idle() const override;
  bool places_requests() const override { return true; }
  bool place(const memory::Packet& request, std::uint32_t /*handle*/, const memory::WarpAccess& access,
             LaneMask lanes) override {
    return versioned_->place(request, access, lanes);
  }
  const tm::PlacedRequest* placed() override { return versioned_->placed(); }
  void pop_placed() override { versioned_->pop_placed(); }
  void tick_places() override { versioned_->tick(); }
  std::string describe() const override;

 private:
  /// Words of a set on their way into the unit
  struct Stream {
    std::uint32_t set = 0;
    std::size_t next = 0;  ///< next word
    unsigned sent = 0;     ///< words sent
  };
  /// Word of a commit sent to the unit
  struct Pending {
    std::uint32_t set = 0;
    unsigned lane = 0;
    Address word = 0;
    Word value = 0;                              ///< value that the commit writes there
    std::optional<Word> written = std::nullopt;  ///< last value written
  };

  bool can_ask() const override { return versioned_->can_ask(); }
  void ask(std::uint32_t block) override { versioned_->ask(block); }
  bool can_write() const override { return words_.can_write(); }
  void write(std::uint32_t block, std::uint8_t mask, const tm::MemoryBlock& values) override;

  void send();
  bool send_outcome();
  bool send_again();
  bool send_checked();
  bool send_next(Stream& stream);
  void commit(std::uint32_t handle);
  void take(const tm::SetReply& reply);
  void check_written(std::uint32_t handle);
  Address write_word(std::uint32_t block, Word value);
  void answer(std::uint32_t handle);

  SnapshotProtocol& protocol_;
  tm::WordPort& words_;
  const memory::BackingStore& memory_;
  std::unique_ptr<VersionedPartition> versioned_;
  std::unique_ptr<tm::SnapshotCommitUnit> unit_;
  std::vector<std::optional<std::uint32_t>> sets_;  ///< by number: write set in the unit
  RingQueue<memory::Packet> checks_;
  RingQueue<memory::Packet> replies_;                   ///< one per set at a time
  std::optional<Stream> checked_;                       ///< first of these
  std::optional<Stream> again_;                         ///< resent set; one at a time
  std::deque<std::uint32_t> outcomes_;                  ///< decided sets; their words have left room
  std::unordered_map<std::uint32_t, Pending> pending_;  ///< by block
};

}  // namespace gputm::engines::snapshot
