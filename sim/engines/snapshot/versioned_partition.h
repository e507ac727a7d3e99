// Global memory in versions at a partition (ISCA 2017 paper, section 3): regions of the heap, each with
// several versions in separate rows. The RTL version index table places every access, and the RTL row copy
// unit creates the next versions; docs/snapshot/system.md.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/machine_config.h"
#include "engines/snapshot/version_unit_rtl.h"
#include "engines/snapshot/versions.h"
#include "memory/address_map.h"
#include "tm/partition_side.h"
#include "tm/version_unit.h"

namespace gputm::engines::snapshot {

/// Index of a warp in the machine: core * warps of a core + warp
using Reader = std::uint32_t;

/// Readers of versions; notified when a version is gone
class VersionReaders {
 public:
  virtual ~VersionReaders() = default;
  /// Oldest snapshot of the lanes.
  virtual Position snapshot_of(Reader reader, LaneMask lanes) const = 0;
  /// The lanes' transactions must abort: the version of their snapshot no longer exists.
  virtual void recycled(Reader reader, LaneMask lanes) = 0;
};

/// Throws Error if there is no RTL for this machine with so many versions, and `sets` committing warps.
void require_versioned_partition(const MachineConfig& machine, unsigned versions, std::uint64_t sets);

class VersionedPartition {
 public:
  struct Counters {
    std::uint64_t table_accesses = 0;  ///< accesses that looked up the version index table
    std::uint64_t early_accesses = 0;  ///< accesses of commits that came before there was a version to write
  };

  /// Requires a machine that passes `require_versioned_partition`. Throws Error if the unit cannot be built.
  VersionedPartition(const MachineConfig& machine, unsigned versions, VersionReaders& readers);

  /// Extends the regions, with one version each, to the heap's present size. No access may be in progress.
  /// Throws Error if the table has too few regions.
  void cover(std::uint64_t heap_bytes);

  // Requests of the cores, as in tm::PartitionSide
  bool place(const memory::Packet& request, const memory::WarpAccess& access, LaneMask lanes);
  const tm::PlacedRequest* placed() const { return placed_.empty() ? nullptr : &placed_.front(); }
  void pop_placed() { placed_.pop_front(); }

  // Accesses of commits, to the version that will be published next, in the table's blocks. Answered in
  // order.
  bool can_ask() const { return asks_.size() < kQueue; }
  void ask(std::uint32_t block);
  const tm::VersionPlace* found() const { return found_.empty() ? nullptr : &found_.front(); }
  void pop_found() { found_.pop_front(); }
  /// Block of a word, whether it belongs to a region or not.
  std::uint32_t block_of(Address address) const;
  /// Whether `place` belongs to the version of `block` that commits write to, or, for a block of no region,
  /// is `block` itself.
  bool writable(std::uint32_t block, std::uint32_t place) const;
  /// Block of the program at that place.
  std::uint32_t block_at(std::uint32_t place) const;
  /// Address in the partition's memory of a word with a commit at this place.
  Address local_of(Address word, std::uint32_t place) const;
  /// A commit has finished its writes, which include versions of these regions.
  void written(std::uint32_t regions);

  /// The reader's transactions have ended.
  void release(Reader reader);
  /// Makes the writes since the last publication readable from `time` on, when `published`.
  void publish(Position time);
  bool published() const { return publications_.empty() && (!unit_ || unit_->can_publish()); }

  /// One cycle of the L2's clock.
  void tick();
  bool idle() const {
    return requests_.empty() && asked_.empty() && placed_.empty() && asks_.empty() && found_.empty() &&
           releases_.empty() && publications_.empty();
  }
  const Counters& counters() const { return counters_; }
  std::uint64_t rows_copied() const { return rows_before_ + (unit_ ? unit_->rows_copied() : 0); }
  std::uint64_t versions_copied() const { return versions_before_ + (unit_ ? unit_->versions_copied() : 0); }

 private:
  static constexpr std::size_t kQueue = 16;
  static constexpr std::uint32_t kNoVersion = ~0U;

  /// Request of a core or access of a commit on its way through the table
  struct Access {
    tm::VersionAccess asks;
    memory::Packet request = {};
    Address local = 0;  ///< for an access outside of all regions
    Reader reader = 0;
    LaneMask lanes = 0;  ///< lanes that read a snapshot
  };
  /// Reference of a reader's transactions to a region's version at `time`
  struct Reference {
    unsigned region = 0;
    std::uint32_t time = 0;
    std::uint32_t version = kNoVersion;  ///< once known, unless it has been recycled
  };
  struct Region {
    std::vector<std::uint32_t> published = {0};  ///< publication times of versions
    std::vector<std::uint32_t> contents;         ///< by version: time of its publication
    std::uint32_t writable = kNoVersion;         ///< last version written
    bool written = false;                        ///< written since the last publication
  };

  bool in_heap(Address address) const;
  unsigned region_of(std::uint32_t block) const;
  std::uint32_t within(std::uint32_t block) const;
  Address local_of(std::uint32_t place) const { return places_ + (place << 2); }
  void access();
  bool access_of_commit();
  bool access_of_core();
  void take(const tm::VersionPlace& place);
  void take_of_commit(const tm::VersionPlace& place);
  bool readable(const Access& access, const tm::VersionPlace& place);
  Reference* find(Reader reader, unsigned region, std::uint32_t time);

  VersionUnitParameters unit_parameters_;
  Address subarray_bytes_;
  unsigned log2_subarray_blocks_;
  VersionReaders& readers_;
  memory::AddressMap map_;
  unsigned warps_;             ///< warps per core
  Address heap_ = 0;           ///< address of the heap in the partition
  Address places_ = 0;         ///< address of block 0 of the table
  Address heap_end_ = 0;       ///< end of the heap in the device's memory
  unsigned region_shift_ = 0;  ///< log2 of a region's bytes
  std::unique_ptr<tm::VersionUnit> unit_;
  std::vector<Region> regions_;
  std::vector<std::vector<Reference>> references_;  ///< by reader
  std::deque<Access> requests_;                     ///< requests of cores waiting for the table
  std::deque<std::uint32_t> asks_;                  ///< requests of commits waiting for the table
  std::deque<Access> asked_;                        ///< requests in the table
  std::deque<tm::PlacedRequest> placed_;
  std::deque<tm::VersionPlace> found_;
  std::deque<Reference> releases_;
  std::deque<Reference> publications_;
  bool commits_turn_ = false;
  Counters counters_;
  std::uint64_t rows_before_ = 0, versions_before_ = 0;  ///< counts of units that covered a smaller heap
};

}  // namespace gputm::engines::snapshot
