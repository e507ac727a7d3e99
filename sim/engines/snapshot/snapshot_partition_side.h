// Snapshot isolation at a memory partition: a commit unit that looks at write sets only (ISCA 2017 paper,
// section 5). It checks a word a cycle for who has written it since the snapshot, and writes a word a cycle.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/ring_queue.h"
#include "engines/snapshot/snapshot_protocol.h"
#include "memory/backing_store.h"
#include "tm/commit_unit.h"
#include "tm/partition_side.h"

namespace gputm::engines::snapshot {

/// The verdict itself is the core side's, when all partitions have answered: that is where commits have one
/// order. Here is the time that it takes.
class SnapshotPartitionSide final : public tm::PartitionSide {
 public:
  /// `versioned`: if versions are in rows of their own.
  SnapshotPartitionSide(SnapshotProtocol& protocol, tm::WordPort& words, const memory::BackingStore& memory,
                        std::unique_ptr<VersionedPartition> versioned)
      : protocol_(protocol),
        words_(words),
        memory_(memory),
        versioned_(std::move(versioned)),
        checks_(protocol.config.queue),
        writes_(protocol.config.queue),
        replies_(2 * protocol.config.queue) {}

  bool accept(const memory::Packet& packet) override;
  const memory::Packet* reply() override { return replies_.empty() ? nullptr : &replies_.front(); }
  void pop_reply() override { replies_.pop(); }
  void tick() override;
  bool idle() const override {
    return checks_.empty() && writes_.empty() && waiting_.empty() && replies_.empty() &&
           (!versioned_ || versioned_->idle());
  }
  bool places_requests() const override { return versioned_ != nullptr; }
  bool place(const memory::Packet& request, const memory::WarpAccess& access, LaneMask lanes) override {
    return versioned_->place(request, access, lanes);
  }
  const tm::PlacedRequest* placed() override { return versioned_->placed(); }
  void pop_placed() override { versioned_->pop_placed(); }
  void tick_places() override { versioned_->tick(); }
  std::string describe() const override;

 private:
  void check();
  void write();
  void place_words();
  void write_placed();
  void answer(RingQueue<memory::Packet>& queue);
  void answer(unsigned core, std::uint32_t set);

  SnapshotProtocol& protocol_;
  tm::WordPort& words_;
  const memory::BackingStore& memory_;
  std::unique_ptr<VersionedPartition> versioned_;
  RingQueue<memory::Packet> checks_, writes_, replies_;
  /// With `versioned_`: outcomes whose words wait for their version, in order of arrival. There is room for
  /// them where their write sets were.
  std::deque<memory::Packet> waiting_;
  std::size_t checked_ = 0;  ///< words of the first packet of each queue
  std::size_t written_ = 0;
};

}  // namespace gputm::engines::snapshot
