#include "engines/snapshot/versioned_partition.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/config.h"
#include "core/device_memory_map.h"
#include "engines/snapshot/snapshot_commit_unit_rtl.h"
#include "engines/snapshot/version_unit_rtl.h"

namespace gputm::engines::snapshot {

using tm::VersionPlace;
using Kind = tm::VersionAccess::Kind;

namespace {

/// Rows of all banks, so that their places have numbers of 30 bits
constexpr unsigned kMostStripeBytes = 1U << 20;
/// Blocks from here on belong to no region: outside of the heap
constexpr std::uint32_t kElsewhere = 1U << 29;

/// Requirements of the RTL that the machine does not meet: each key with its value and the required one
class Requirements {
 public:
  void require(bool holds, const char* key, std::uint64_t value, const std::string& wanted) {
    if (holds) return;
    if (!failed_.empty()) failed_ += ", ";
    failed_ += fmt::format("{}={} ({})", key, value, wanted);
  }
  /// Throws Error if a requirement is not met.
  void check() const {
    if (failed_.empty()) return;
    throw Error("snapshot.places: rows does not go with " + failed_ +
                "; change that, or set snapshot.places=shared");
  }

 private:
  std::string failed_;
};

/// Units for the machine's channels
VersionUnitParameters unit_parameters(const MachineConfig& machine, unsigned versions) {
  return {.versions = versions,
          .log2_row_bytes = static_cast<unsigned>(std::countr_zero(machine.dram.row_bytes)),
          .log2_banks = static_cast<unsigned>(std::countr_zero(machine.dram.banks)),
          .copy_cycles = (kCopyNanoseconds * machine.clock.interconnect_mhz + 999) / 1000};
}

}  // namespace

VersionedPartition::VersionedPartition(const MachineConfig& machine, unsigned versions,
                                       VersionReaders& readers)
    : unit_parameters_(unit_parameters(machine, versions)),
      subarray_bytes_(Address{1} << unit_parameters_.log2_subarray_bytes()),
      log2_subarray_blocks_(unit_parameters_.log2_subarray_bytes() - 2),
      readers_(readers),
      map_(machine.partition.count, machine.partition.interleave_bytes),
      warps_(machine.core.max_warps),
      heap_(map_.local(core::kHeapBase)),
      places_((heap_ + subarray_bytes_ - 1) / subarray_bytes_ * subarray_bytes_),
      references_(std::size_t{machine.core.count} * machine.core.max_warps) {}

void require_versioned_partition(const MachineConfig& machine, unsigned versions, std::uint64_t sets) {
  Requirements all;
  all.require(std::has_single_bit(versions) && versions >= 2 && versions <= 16, "snapshot.versions", versions,
              "2, 4, 8 or 16");
  const VersionUnitParameters parameters = unit_parameters(machine, versions);
  all.require(machine.dram.channels == 1, "dram.channels", machine.dram.channels, "1");
  all.require(machine.dram.banks >= 2, "dram.banks", machine.dram.banks, "2 or more");
  all.require(1U << parameters.log2_stripe_bytes() <= kMostStripeBytes, "dram.row_bytes times dram.banks",
              1U << parameters.log2_stripe_bytes(), fmt::format("1..{}", kMostStripeBytes));
  all.require(parameters.copy_cycles >= 2 && parameters.copy_cycles <= 1024, "clock.interconnect_mhz",
              machine.clock.interconnect_mhz,
              fmt::format("15..15058, where the {} ns of a copy are 2..1024 cycles", kCopyNanoseconds));
  // The places are in the address range of the heap.
  const std::uint64_t heap = core::kHeapEnd - core::kHeapBase;
  const std::uint64_t most = heap / (std::uint64_t{kRegionsOfTable + 1} << parameters.log2_subarray_bytes());
  all.require(machine.partition.count <= most, "partition.count", machine.partition.count,
              fmt::format("1..{} with rows of {} bytes in {} banks", most, machine.dram.row_bytes,
                          machine.dram.banks));
  all.require(machine.core.warp_width <= kLanesOfSet, "core.warp_width", machine.core.warp_width,
              fmt::format("1..{}", kLanesOfSet));
  all.require(sets <= kMostSets, "core.count times snapshot.warp_limit or core.max_warps", sets,
              fmt::format("1..{} warps at their commits", kMostSets));
  all.check();
}

void VersionedPartition::cover(std::uint64_t heap_bytes) {
  const unsigned versions = unit_parameters_.versions;
  heap_end_ = static_cast<Address>(core::kHeapBase + heap_bytes);
  const std::uint64_t local = map_.local(heap_end_ - 1) - heap_ + 1;
  region_shift_ = unit_parameters_.log2_stripe_bytes();
  while ((local + (1U << region_shift_) - 1) >> region_shift_ > kRegionsOfTable) ++region_shift_;
  if (region_shift_ + static_cast<unsigned>(std::countr_zero(versions)) >
      unit_parameters_.log2_subarray_bytes()) {
    const std::uint64_t most = std::uint64_t{kRegionsOfTable} * (subarray_bytes_ / versions);
    throw Error(fmt::format(
        "snapshot.places: rows has no room for {} bytes of allocations: at most {} in each partition "
        "with snapshot.versions={}; allocate less, take fewer versions or more partitions "
        "(partition.count), or set snapshot.places=shared",
        heap_bytes, most, versions));
  }
  const auto count = static_cast<unsigned>((local + (1U << region_shift_) - 1) >> region_shift_);
  rows_before_ = rows_copied();
  versions_before_ = versions_copied();
  unit_ = make_version_unit(unit_parameters_);
  regions_.assign(count, {});
  for (unsigned region = 0; region < count; ++region) {
    regions_[region].contents.assign(versions, 0);
    unit_->add_region(region << log2_subarray_blocks_, region_shift_ - 2);
  }
}

bool VersionedPartition::in_heap(Address address) const {
  return address >= core::kHeapBase && address < heap_end_;
}

/// Each region has a subarray of its own.
std::uint32_t VersionedPartition::block_of(Address address) const {
  if (!in_heap(address)) return kElsewhere | ((map_.local(address) >> 2) & (kElsewhere - 1));
  const Address offset = map_.local(address) - heap_;
  return ((offset >> region_shift_) << log2_subarray_blocks_) | within(offset >> 2);
}

unsigned VersionedPartition::region_of(std::uint32_t block) const { return block >> log2_subarray_blocks_; }

/// Offset of a block in its region's version.
std::uint32_t VersionedPartition::within(std::uint32_t block) const {
  return block & ((1U << (region_shift_ - 2)) - 1);
}

std::uint32_t VersionedPartition::block_at(std::uint32_t place) const {
  return place >= kElsewhere ? place : (region_of(place) << log2_subarray_blocks_) | within(place);
}

bool VersionedPartition::writable(std::uint32_t block, std::uint32_t place) const {
  if (block >= kElsewhere) return place == block;
  return place == block + (regions_[region_of(block)].writable << (region_shift_ - 2));
}

Address VersionedPartition::local_of(Address word, std::uint32_t place) const {
  return in_heap(word) ? local_of(place) : map_.local(word);
}

VersionedPartition::Reference* VersionedPartition::find(Reader reader, unsigned region, std::uint32_t time) {
  const auto same = [&](const Reference& other) { return other.region == region && other.time == time; };
  const auto found = std::ranges::find_if(references_[reader], same);
  return found == references_[reader].end() ? nullptr : &*found;
}

bool VersionedPartition::place(const memory::Packet& request, const memory::WarpAccess& access,
                               LaneMask lanes) {
  if (requests_.size() >= kQueue || placed_.size() >= kQueue) return false;
  if (!unit_) {  // nothing is allocated
    placed_.push_back({request, map_.local(request.address)});
    return true;
  }
  Access next{.asks = {}, .request = request, .local = map_.local(request.address)};
  next.asks.block = block_of(request.address);
  if (access.transactional && request.kind == memory::PacketKind::kRead && in_heap(request.address)) {
    next.asks.kind = Kind::kRead;
    next.reader = access.core * warps_ + access.warp;
    next.lanes = lanes;
    next.asks.time = static_cast<std::uint32_t>(readers_.snapshot_of(next.reader, lanes));
  }
  requests_.push_back(next);
  return true;
}

void VersionedPartition::ask(std::uint32_t block) {
  if (unit_) {
    asks_.push_back(block);
  } else {  // nothing is allocated
    found_.push_back({.block = block});
  }
}

void VersionedPartition::written(std::uint32_t regions) {
  for (unsigned region = 0; region < regions_.size(); ++region)
    if (((regions >> region) & 1) != 0) regions_[region].written = true;
}

void VersionedPartition::release(Reader reader) {
  for (const Reference& reference : references_[reader])
    if (reference.version != kNoVersion) releases_.push_back(reference);
  references_[reader].clear();
}

void VersionedPartition::publish(Position time) {
  if (time > ~std::uint32_t{0}) throw Error("snapshot.places: more commits than the table has times");
  const auto at = static_cast<std::uint32_t>(time);
  for (unsigned index = 0; index < regions_.size(); ++index) {
    Region& region = regions_[index];
    if (!std::exchange(region.written, false)) continue;
    region.contents[region.writable] = at;
    region.published.push_back(at);
    publications_.push_back({.region = index, .time = at});
  }
}

void VersionedPartition::tick() {
  if (!unit_) return;
  if (!releases_.empty() && unit_->can_release()) {
    unit_->release(releases_.front().region, releases_.front().version);
    releases_.pop_front();
  }
  if (!publications_.empty() && unit_->can_publish()) {
    unit_->publish(publications_.front().region, publications_.front().time);
    publications_.pop_front();
  }
  if (unit_->can_access()) access();
  unit_->tick();
  if (const auto reply = unit_->reply()) take(*reply);
}

/// Alternates between cores and commits.
void VersionedPartition::access() {
  if (commits_turn_ ? access_of_commit() || access_of_core() : access_of_core() || access_of_commit())
    commits_turn_ = !commits_turn_;
}

bool VersionedPartition::access_of_commit() {
  if (asks_.empty()) return false;
  const Access access{.asks = {.kind = Kind::kWrite, .block = asks_.front()}};
  asks_.pop_front();
  unit_->access(access.asks);
  ++counters_.table_accesses;
  asked_.push_back(access);
  return true;
}

bool VersionedPartition::access_of_core() {
  if (requests_.empty()) return false;
  Access& access = requests_.front();
  if (access.lanes != 0) {
    const unsigned region = region_of(access.asks.block);
    if (find(access.reader, region, access.asks.time) == nullptr) {
      access.asks.kind = Kind::kFirstRead;
      references_[access.reader].push_back({.region = region, .time = access.asks.time});
    }
  }
  unit_->access(access.asks);
  ++counters_.table_accesses;
  asked_.push_back(access);
  requests_.pop_front();
  return true;
}

void VersionedPartition::take(const VersionPlace& place) {
  const Access access = asked_.front();
  asked_.pop_front();
  if (access.asks.kind == Kind::kWrite) return take_of_commit(place);
  if (access.lanes != 0 && !readable(access, place)) readers_.recycled(access.reader, access.lanes);
  // The access of an attempt that must abort still takes its time.
  placed_.push_back({access.request, place.versioned ? local_of(place.block) : access.local});
}

/// The commit unit repeats requests that come too early.
void VersionedPartition::take_of_commit(const VersionPlace& place) {
  if (place.result != VersionPlace::Result::kValid) {
    ++counters_.early_accesses;
  } else if (place.versioned) {
    regions_[place.region].writable = place.version;
  }
  found_.push_back(place);
}

/// Whether the version of the snapshot exists. The table must return the version that was newest then.
bool VersionedPartition::readable(const Access& access, const VersionPlace& place) {
  Reference& reference = *find(access.reader, place.region, access.asks.time);
  if (access.asks.kind == Kind::kFirstRead && place.result == VersionPlace::Result::kValid)
    reference.version = place.version;
  if (reference.version == kNoVersion) return false;
  const Region& region = regions_[place.region];
  const auto next = std::ranges::upper_bound(region.published, access.asks.time);
  if (place.result != VersionPlace::Result::kValid || region.contents[place.version] != *std::prev(next)) {
    throw Error(
        fmt::format("version index table: a snapshot of time {} reads version {} of region {}, of time {}",
                    access.asks.time, place.version, place.region, region.contents[place.version]));
  }
  return true;
}

}  // namespace gputm::engines::snapshot
