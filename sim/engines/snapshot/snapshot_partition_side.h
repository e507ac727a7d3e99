// Snapshot isolation at a memory partition: a commit unit that checks only write sets (ISCA 2017 paper,
// section 5), with versions in shared lines. Per cycle it checks one word for writers since the snapshot, and
// writes one word. For versions in separate rows see versioned_partition_side.h.
#pragma once

#include <cstddef>
#include <string>

#include "base/ring_queue.h"
#include "engines/snapshot/snapshot_protocol.h"
#include "memory/backing_store.h"
#include "tm/commit_unit.h"
#include "tm/partition_side.h"

namespace gputm::engines::snapshot {

/// The core side gives the verdict when all partitions have answered, since commits get their order there.
/// This class models the time.
class SnapshotPartitionSide final : public tm::PartitionSide {
 public:
  SnapshotPartitionSide(SnapshotProtocol& protocol, tm::WordPort& words, const memory::BackingStore& memory)
      : protocol_(protocol),
        words_(words),
        memory_(memory),
        checks_(protocol.config.queue),
        writes_(protocol.config.queue),
        replies_(2 * protocol.config.queue) {}

  bool accept(const memory::Packet& packet) override;
  const memory::Packet* reply() override { return replies_.empty() ? nullptr : &replies_.front(); }
  void pop_reply() override { replies_.pop(); }
  void tick() override;
  bool idle() const override { return checks_.empty() && writes_.empty() && replies_.empty(); }
  std::string describe() const override;

 private:
  void check();
  void write();
  void answer(RingQueue<memory::Packet>& queue);

  SnapshotProtocol& protocol_;
  tm::WordPort& words_;
  const memory::BackingStore& memory_;
  RingQueue<memory::Packet> checks_, writes_, replies_;
  std::size_t checked_ = 0;  ///< checked words of the first packet of each queue
  std::size_t written_ = 0;
};

}  // namespace gputm::engines::snapshot
