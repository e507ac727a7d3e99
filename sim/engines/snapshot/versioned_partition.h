// Global memory in versions at a partition (ISCA 2017 paper, section 3): regions of the heap, each with
// several versions in rows of their own. Every access asks the RTL version index table where it goes, and the
// RTL row copy unit makes the next versions; docs/snapshot/system.md.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/machine_config.h"
#include "engines/snapshot/versions.h"
#include "memory/address_map.h"
#include "tm/partition_side.h"
#include "tm/version_unit.h"

namespace gputm::engines::snapshot {

/// A warp of the machine: core * warps of a core + warp.
using Reader = std::uint32_t;

/// Who reads versions, and hears that one is gone.
class VersionReaders {
 public:
  virtual ~VersionReaders() = default;
  /// The oldest snapshot of the lanes.
  virtual Position snapshot_of(Reader reader, LaneMask lanes) const = 0;
  /// What the lanes' transactions have read does not fit to what they wanted to read now: they must abort.
  virtual void recycled(Reader reader, LaneMask lanes) = 0;
};

/// Throws Error: the RTL is not built for this machine with so many versions, and `sets` warps that commit.
void require_versioned_partition(const MachineConfig& machine, unsigned versions, std::uint64_t sets);

class VersionedPartition {
 public:
  struct Counters {
    std::uint64_t table_accesses = 0;  ///< accesses that asked the version index table
    std::uint64_t early_accesses = 0;  ///< of commits that came before there was a version to write
  };

  /// The machine is as `require_versioned_partition` wants it. Throws Error: the module is not built.
  VersionedPartition(const MachineConfig& machine, unsigned versions, VersionReaders& readers);

  /// The heap has so many bytes now; all of them become regions with one version. Nothing is under way.
  /// Throws Error: they are more than the table has regions for.
  void cover(std::uint64_t heap_bytes);

  // Requests of the cores, as in tm::PartitionSide
  bool place(const memory::Packet& request, const memory::WarpAccess& access, LaneMask lanes);
  const tm::PlacedRequest* placed() const { return placed_.empty() ? nullptr : &placed_.front(); }
  void pop_placed() { placed_.pop_front(); }

  // Accesses of commits, to the version that will be published next, in the table's blocks. They are answered
  // in their order.
  bool can_ask() const { return asks_.size() < kQueue; }
  void ask(std::uint32_t block);
  const tm::VersionPlace* found() const { return found_.empty() ? nullptr : &found_.front(); }
  void pop_found() { found_.pop_front(); }
  /// The block of a word, of a region or not.
  std::uint32_t block_of(Address address) const;
  /// Whether `place` is of the version of `block` that commits write to, or `block` itself, which is of no
  /// region.
  bool writable(std::uint32_t block, std::uint32_t place) const;
  /// The block that the program has there.
  std::uint32_t block_at(std::uint32_t place) const;
  /// Where in the partition's memory the word is whose commit was given this place.
  Address local_of(Address word, std::uint32_t place) const;
  /// A commit has written all that it writes, among it versions of these regions.
  void written(std::uint32_t regions);

  /// The reader's transactions have ended.
  void release(Reader reader);
  /// What has been written since the last publication can be read from `time` on, when `published`.
  void publish(Position time);
  bool published() const { return publications_.empty() && (!unit_ || unit_->can_publish()); }

  /// A cycle of the L2's clock.
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

  /// A request of a core or an access of a commit on its way through the table.
  struct Access {
    tm::VersionAccess asks;
    memory::Packet request = {};
    Address local = 0;  ///< if it is of no region
    Reader reader = 0;
    LaneMask lanes = 0;  ///< that read a snapshot
  };
  /// That a reader's transactions have to a region's version as of `time`.
  struct Reference {
    unsigned region = 0;
    std::uint32_t time = 0;
    std::uint32_t version = kNoVersion;  ///< once that is known, unless it has been recycled
  };
  struct Region {
    std::vector<std::uint32_t> published = {0};  ///< when versions were
    std::vector<std::uint32_t> contents;         ///< by version: when it was published
    std::uint32_t writable = kNoVersion;         ///< the version that has been written last
    bool written = false;                        ///< since the last publication
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

  unsigned versions_;
  VersionReaders& readers_;
  memory::AddressMap map_;
  unsigned warps_;             ///< of a core
  Address heap_ = 0;           ///< where the heap begins in the partition
  Address places_ = 0;         ///< where block 0 of the table is
  Address heap_end_ = 0;       ///< in the device's memory
  unsigned region_shift_ = 0;  ///< log2 of a region's bytes
  std::unique_ptr<tm::VersionUnit> unit_;
  std::vector<Region> regions_;
  std::vector<std::vector<Reference>> references_;  ///< by reader
  std::deque<Access> requests_;                     ///< of cores, that wait for the table
  std::deque<std::uint32_t> asks_;                  ///< of commits, that wait for it
  std::deque<Access> asked_;                        ///< that the table has
  std::deque<tm::PlacedRequest> placed_;
  std::deque<tm::VersionPlace> found_;
  std::deque<Reference> releases_;
  std::deque<Reference> publications_;
  bool commits_turn_ = false;
  Counters counters_;
  std::uint64_t rows_before_ = 0, versions_before_ = 0;  ///< by units that covered a smaller heap
};

}  // namespace gputm::engines::snapshot
