// VersionedPartition, with the RTL version index table and row copy unit, against the rule itself: a
// snapshot's read of a region returns the version last published before it, or the reply that it is gone. A
// version is identified by the place of its words.
#include "engines/snapshot/versioned_partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/config.h"
#include "common/seed.h"
#include "core/device_memory_map.h"

namespace gputm::engines::snapshot {
namespace {

constexpr unsigned kVersions = 8;
constexpr unsigned kRegions = 3;
constexpr unsigned kWarps = 6;
constexpr Address kRegionBytes = 65'536;  // minimum size for the partition
constexpr Address kSectorBytes = 32;
constexpr Cycle kPatience = 20'000;

/// The partition's observed behaviour, and the expected one.
class Bench final : public VersionReaders {
 public:
  explicit Bench(std::uint64_t seed)
      : random_(tb::seeded_rng(seed)),
        machine_(load_config("gtx480").machine),
        map_(machine_.partition.count, machine_.partition.interleave_bytes),
        partition_(machine_, kVersions, *this),
        regions_(kRegions),
        warps_(kWarps) {
    partition_.cover(std::uint64_t{kRegionBytes} * kRegions * machine_.partition.count);
  }

  Position snapshot_of(Reader reader, LaneMask lanes) const override {
    EXPECT_EQ(lanes, kLanes);
    return warps_.at(reader).snapshot;
  }
  void recycled(Reader reader, LaneMask lanes) override {
    EXPECT_EQ(lanes, kLanes);
    ++recycled_;
    warps_.at(reader).must_abort = true;
  }

  /// A cycle with any requests that the partition accepts.
  void step() {
    ask();
    if (!quiet_) {
      begin_or_read(static_cast<Reader>(tb::below(random_, kWarps)));
      if (tb::one_in(random_, 4)) write();
      if (tb::one_in(random_, 10)) outside();
    }
    if (words_ == 0 && written_ && partition_.published() && tb::one_in(random_, 12)) publish();
    if (tb::one_in(random_, 500)) end(static_cast<Reader>(tb::below(random_, kWarps)));
    partition_.tick();
    if (!tb::one_in(random_, 3)) take_request();
    if (!tb::one_in(random_, 3)) take_place();
    waiting_ = words_ == 0 ? 0 : waiting_ + 1;
  }
  /// No new requests; pending ones complete.
  void finish() {
    quiet_ = true;
    for (Cycle cycle = 0; cycle < kPatience && !done(); ++cycle) step();
    EXPECT_TRUE(done()) << words_ << " words and " << reads_ << " reads are not placed";
  }
  bool done() const {
    return words_ == 0 && reads_ == 0 && !written_ && partition_.published() && partition_.idle();
  }

  bool stuck() const { return waiting_ > kPatience; }
  std::uint64_t recycled_runs() const { return recycled_; }
  std::uint64_t checked() const { return checked_; }
  const VersionedPartition& partition() const { return partition_; }

 private:
  static constexpr LaneMask kLanes = 0b1010;
  static constexpr std::uint16_t kCore = 0;

  struct Region {
    std::map<Position, std::optional<Address>> versions{
        {0, std::nullopt}};          ///< place at each time, once known
    std::set<Position> gone;         ///< times whose places have been reused
    std::optional<Address> writing;  ///< place of the words since the last publication
  };
  struct Warp {
    bool runs = false;
    bool must_abort = false;
    Position snapshot = 0;
    unsigned reads = 0;               ///< reads without a place
    std::set<unsigned> regions = {};  ///< regions that it has read, so that their versions stay
  };
  struct Asked {
    std::optional<Reader> reader = std::nullopt;
    unsigned region = 0;
    Address within = 0;
    Address outside = 0;  ///< place of a request outside of all regions
  };

  Address address(unsigned region, Address within) const {
    const Address chunk = machine_.partition.interleave_bytes;
    const Address offset = region * kRegionBytes + within;
    return core::kHeapBase + offset / chunk * chunk * machine_.partition.count + offset % chunk;
  }
  unsigned any_region() { return static_cast<unsigned>(tb::below(random_, kRegions)); }
  Address any_word() { return static_cast<Address>(4 * tb::below(random_, kRegionBytes / 4)); }

  /// Time of the version that a snapshot reads.
  Position wanted(unsigned region, Position snapshot) const {
    return std::prev(regions_[region].versions.upper_bound(snapshot))->first;
  }

  void begin_or_read(Reader reader) {
    Warp& warp = warps_[reader];
    if (!warp.runs) {
      if (!partition_.published()) return;
      warp = {.runs = true, .snapshot = time_};
      return;
    }
    if (warp.must_abort || !tb::one_in(random_, 20)) return;
    const Asked asked{.reader = reader, .region = any_region(), .within = any_word()};
    if (!request(asked, address(asked.region, asked.within), true)) return;
    ++warp.reads;
    ++reads_;
  }
  bool request(const Asked& asked, Address at, bool transactional) {
    memory::Packet packet;
    packet.kind = memory::PacketKind::kRead;
    packet.address = at;
    memory::WarpAccess access{};
    access.core = kCore;
    access.warp = WarpId(asked.reader.value_or(0));
    access.transactional = transactional;
    if (!partition_.place(packet, access, kLanes)) return false;
    asked_.push_back(asked);
    return true;
  }
  /// The program and its arguments are not in the heap.
  void outside() {
    const Address at = 0x1000 + any_word();
    request({.outside = map_.local(at)}, at, false);
  }
  /// A commit's access, as from a commit unit, to a sector.
  void write() {
    if (words_ == 32) return;
    const unsigned region = any_region();
    const Address within = any_word() / kSectorBytes * kSectorBytes;
    accesses_.push_back({.region = region, .within = within});
    ++words_;
    written_ = true;
  }
  /// Requests that came too early are repeated, after the others.
  void ask() {
    if (accesses_.empty() || !partition_.can_ask()) return;
    const Asked access = accesses_.front();
    accesses_.erase(accesses_.begin());
    partition_.ask(partition_.block_of(address(access.region, access.within)));
    asks_.push_back(access);
  }
  void publish() {
    std::uint32_t written = 0;
    for (unsigned region = 0; region < kRegions; ++region)
      if (regions_[region].writing) written |= 1U << region;
    partition_.written(written);
    partition_.publish(++time_);
    written_ = false;
    for (Region& region : regions_) {
      if (!region.writing) continue;
      for (const auto& [time, place] : region.versions)
        if (place == region.writing) region.gone.insert(time);
      region.versions[time_] = region.writing;
      region.writing.reset();
    }
  }
  void end(Reader reader) {
    Warp& warp = warps_[reader];
    if (!warp.runs || warp.reads != 0) return;
    partition_.release(reader);
    warp = {};
  }

  void take_request() {
    const tm::PlacedRequest* placed = partition_.placed();
    if (placed == nullptr) return;
    const Asked asked = asked_.front();
    asked_.erase(asked_.begin());
    if (asked.reader) {
      Warp& warp = warps_[*asked.reader];
      --warp.reads;
      --reads_;
      if (!warp.must_abort) check_read(warp, asked, placed->local - asked.within);
    } else {
      EXPECT_EQ(placed->local, asked.outside);
    }
    partition_.pop_placed();
  }
  void check_read(Warp& warp, const Asked& asked, Address place) {
    Region& region = regions_[asked.region];
    const Position time = wanted(asked.region, warp.snapshot);
    std::optional<Address>& version = region.versions[time];
    if (!version) version = place;  // the first version has not been written
    EXPECT_EQ(place, *version) << "a snapshot of time " << warp.snapshot << ", region " << asked.region;
    EXPECT_FALSE(region.gone.contains(time)) << "its place has been written since";
    warp.regions.insert(asked.region);
    ++checked_;
  }
  void take_place() {
    const tm::VersionPlace* place = partition_.found();
    if (place == nullptr) return;
    ASSERT_FALSE(asks_.empty()) << "a place that nobody has asked for";
    const Asked access = asks_.front();
    asks_.erase(asks_.begin());
    if (place->result == tm::VersionPlace::Result::kValid) {
      const Address at = address(access.region, access.within);
      EXPECT_TRUE(partition_.writable(partition_.block_of(at), place->block));
      EXPECT_EQ(partition_.block_at(place->block), partition_.block_of(at));
      check_write(access.region, partition_.local_of(at, place->block) - access.within);
      --words_;
    } else {
      accesses_.push_back(access);
    }
    partition_.pop_found();
  }
  void check_write(unsigned index, Address place) {
    Region& region = regions_[index];
    EXPECT_EQ(place, region.writing.value_or(place)) << "a version is written in one place";
    region.writing = place;
    EXPECT_NE(region.versions.rbegin()->second, place) << "the newest version can still be read";
    for (const Warp& warp : warps_) {
      if (!warp.runs || !warp.regions.contains(index)) continue;
      EXPECT_NE(region.versions.at(wanted(index, warp.snapshot)), place)
          << "a version that is read is overwritten";
    }
  }

  tb::Rng random_;
  MachineConfig machine_;
  memory::AddressMap map_;
  VersionedPartition partition_;
  std::vector<Region> regions_;
  std::vector<Warp> warps_;
  std::vector<Asked> asked_;     ///< oldest first
  std::vector<Asked> accesses_;  ///< accesses of commits, without a place
  std::vector<Asked> asks_;      ///< requests, oldest first
  Position time_ = 0;
  unsigned words_ = 0, reads_ = 0;  ///< without a place
  bool written_ = false;            ///< since the last publication
  bool quiet_ = false;
  Cycle waiting_ = 0;
  std::uint64_t recycled_ = 0, checked_ = 0;
};

TEST(VersionedPartition, ReadsWhatTheSnapshotWants) {
  Bench bench(1);
  for (std::uint64_t cycle = 0; cycle < tb::run_length(200'000); ++cycle) {
    bench.step();
    ASSERT_FALSE(bench.stuck()) << "no version can be written";
    ASSERT_FALSE(HasFailure()) << "cycle " << cycle;
  }
  bench.finish();
  EXPECT_GT(bench.checked(), 1000u);
  EXPECT_GT(bench.recycled_runs(), 0u);
  EXPECT_GT(bench.partition().counters().early_accesses, 0u);
  EXPECT_GT(bench.partition().versions_copied(), 0u);
  EXPECT_EQ(bench.partition().rows_copied() % bench.partition().versions_copied(), 0u)
      << "a region is copied whole";
}

TEST(VersionedPartition, RefusesMachinesThatTheUnitsAreNotFor) {
  class Nobody final : public VersionReaders {
    Position snapshot_of(Reader, LaneMask) const override { return 0; }
    void recycled(Reader, LaneMask) override {}
  } nobody;
  const MachineConfig machine = load_config("gtx480").machine;
  EXPECT_NO_THROW(require_versioned_partition(machine, 8, 1024));
  EXPECT_THROW(require_versioned_partition(machine, 8, 1025), Error);
  EXPECT_THROW(require_versioned_partition(machine, 3, 32), Error);
  EXPECT_THROW(require_versioned_partition(machine, 32, 32), Error);
  const auto other = [&](auto change) {
    MachineConfig changed = machine;
    change(changed);
    return changed;
  };
  EXPECT_THROW(require_versioned_partition(other([](MachineConfig& m) { m.dram.banks = 1; }), 8, 32), Error);
  EXPECT_NO_THROW(require_versioned_partition(other([](MachineConfig& m) { m.dram.banks = 8; }), 8, 32));
  EXPECT_NO_THROW(
      require_versioned_partition(other([](MachineConfig& m) { m.dram.row_bytes = 2048; }), 8, 32));
  EXPECT_THROW(require_versioned_partition(other([](MachineConfig& m) { m.dram.row_bytes = 65536; }), 8, 32),
               Error)
      << "its subarrays have no room";
  EXPECT_THROW(require_versioned_partition(other([](MachineConfig& m) { m.partition.count = 18; }), 8, 32),
               Error);
  EXPECT_NO_THROW(
      require_versioned_partition(other([](MachineConfig& m) { m.partition.count = 17; }), 8, 32));
  VersionedPartition partition(machine, 8, nobody);
  EXPECT_THROW(partition.cover(std::uint64_t{26 << 19} * machine.partition.count), Error) << "regions";
}

}  // namespace
}  // namespace gputm::engines::snapshot
