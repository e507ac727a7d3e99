#include "engines/snapshot/snapshot_system.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/config.h"
#include "core/device_memory_map.h"
#include "engines/common/setting.h"
#include "engines/snapshot/dependency_unit_rtl.h"
#include "engines/snapshot/oracle_detector.h"
#include "engines/snapshot/snapshot_commit_unit_rtl.h"
#include "engines/snapshot/snapshot_core_side.h"
#include "engines/snapshot/snapshot_partition_side.h"
#include "engines/snapshot/unit_detector.h"
#include "engines/snapshot/versioned_partition_side.h"

namespace gputm::engines::snapshot {

void SnapshotCounters::add_to(Statistics& s, std::uint64_t versions, std::uint64_t attempts_alone) const {
  s.counter("snapshot.cycle_aborts", "attempts", "attempts that the detector of dependencies aborted") +=
      cycle_aborts;
  s.counter("snapshot.write_conflicts", "attempts",
            "attempts that aborted because others had committed to what they wrote") += write_conflicts;
  s.counter("snapshot.versions", "versions", "versions of memory that could be read") += versions;
  s.counter("snapshot.version_waits", "core cycles",
            "cycles in which a version was complete, but older ones took its room") += waits;
  s.counter("snapshot.recycled_aborts", "attempts",
            "attempts that aborted because the version of their snapshot had been recycled") += recycled;
  s.counter("snapshot.commit_accesses", "accesses", "writes of commit units in RTL, of words of a sector") +=
      accesses;
  s.counter("snapshot.commit_words", "words", "words that commit units in RTL wrote") += words;
  s.counter("snapshot.resends", "write sets", "write sets that a commit unit in RTL asked for again") +=
      resends;
  s.counter("snapshot.alone", "attempts", "attempts of a lane that ran alone in the machine") +=
      attempts_alone;
}

namespace {

constexpr std::array<std::string_view, 2> kPlaces{"shared", "rows"};
constexpr std::array<std::string_view, 2> kStarts{"together", "at_once"};
constexpr std::array<std::string_view, 2> kEnds{"readable", "private"};
constexpr std::array kKeys{
    setting<&SnapshotConfig::versions>("snapshot.versions", "versions", 2, 1024,
                                       "versions in memory, the one that is being written among them; 3 at "
                                       "least, in rows 2, 4, 8 or 16"),
    choice<&SnapshotConfig::places>(
        "snapshot.places", kPlaces,
        "versions share lines and cost nothing to make, or each has rows of its own, "
        "which are copied, by RTL that is built for gtx480's DRAM and clock"),
    setting<&SnapshotConfig::commit_unit_mhz>("snapshot.commit_unit_mhz", "MHz", 1, 10000,
                                              "clock of the commit units"),
    setting<&SnapshotConfig::warp_limit>("snapshot.warp_limit", "warps per core", 0, 64,
                                         "warps inside transactions at a time; 0: unlimited"),
    setting<&SnapshotConfig::queue>("snapshot.queue", "packets", 1, 1024,
                                    "write sets that wait in front of a commit unit, and as many outcomes"),
    setting<&SnapshotConfig::propagation_depth>("snapshot.propagation_depth", "transactions", 0, 1024,
                                                "transactions raised by one propagation of timestamps, at "
                                                "most; 0: suspected dependencies are refused at "
                                                "once"),
    setting<&SnapshotConfig::increment>("snapshot.increment", "timestamps", 1, 1000,
                                        "room that the dependency unit leaves above a CTS"),
    choice<&SnapshotConfig::starts>(
        "snapshot.starts", kStarts,
        "attempts begin when none is under way that began before the last commit, or at any time"),
    choice<&SnapshotConfig::ends>("snapshot.ends", kEnds,
                                  "threads go on behind a commit when others can read it, or when also all "
                                  "attempts with older snapshots "
                                  "have ended, so that what the commit has made private is"),
    setting<&SnapshotConfig::alone_after>(
        "snapshot.alone_after", "attempts", 0, 1000,
        "of a warp in a row without a commit; then one of its lanes runs alone in the machine; 0: never"),
};
constexpr std::span<const SettingKey<SnapshotConfig>> keys() { return kKeys; }

class SnapshotSystem final : public tm::System, private DependencyDetector::Listener, public VersionReaders {
 public:
  SnapshotSystem(std::string_view name, const MachineConfig& machine,
                 std::unique_ptr<DependencyDetector> detector)
      : name_(name),
        machine_(machine),
        protocol_(read_settings(keys(), machine.systems), std::move(detector),
                  std::size_t{machine.core.count} * machine.core.max_warps, machine.core.warp_width) {
    if (!protocol_.in_rows() && protocol_.config.versions < 3) {
      throw Error(fmt::format(
          "snapshot.versions: {} is outside 3..1024 with snapshot.places=shared; 2 are enough with rows",
          protocol_.config.versions));
    }
    if (protocol_.in_rows()) {
      require_versioned_partition(machine, protocol_.config.versions,
                                  std::uint64_t{machine.core.count} * protocol_.warps_committing(machine));
    }
    protocol_.detector->listen(*this);
  }

  std::string_view name() const override { return name_; }
  unsigned warp_limit() const override { return protocol_.config.warp_limit; }
  std::unique_ptr<tm::CoreSide> make_core_side(const tm::CorePorts& core) override {
    memory_ = &core.memory;
    warps_ = core.config.core.max_warps;
    lanes_ = core.config.core.warp_width;
    auto side = std::make_unique<SnapshotCoreSide>(core, protocol_);
    sides_.push_back(side.get());
    return side;
  }
  std::unique_ptr<tm::PartitionSide> make_partition_side(unsigned /*partition*/,
                                                         tm::WordPort& words) override {
    if (!protocol_.in_rows()) return std::make_unique<SnapshotPartitionSide>(protocol_, words, *memory_);
    auto versioned = std::make_unique<VersionedPartition>(machine_, protocol_.config.versions, *this);
    protocol_.partitions.push_back(versioned.get());
    const unsigned sets = machine_.core.count * protocol_.warps_committing(machine_);
    return std::make_unique<VersionedPartitionSide>(protocol_, words, *memory_, std::move(versioned),
                                                    make_snapshot_commit_unit(sets), sets);
  }
  unsigned clock_mhz() const override { return protocol_.config.commit_unit_mhz; }
  void tick() override { protocol_.detector->tick(); }
  bool busy() const override { return !protocol_.commits.empty() || protocol_.detector->busy(); }
  std::uint64_t progress() const override {
    return protocol_.versions.published() + protocol_.detector->progress();
  }
  std::uint64_t next_order() const override { return protocol_.decided(); }
  bool isolates_snapshots() const override { return true; }
  void begin_core_cycle(Cycle now) override {
    protocol_.now = now;
    if (protocol_.in_rows()) {
      cover_heap();
      publish_batch(now);
    } else {
      publish(now);
    }
    if (protocol_.detector->begins_none()) give_up_snapshots();
    for (SnapshotCoreSide* const side : sides_) side->admit_begun(now);
    if (protocol_.config.ends == Ends::kPrivate)
      for (SnapshotCoreSide* const side : sides_) side->let_go_on(now);
  }
  void add_statistics(Statistics& statistics) const override {
    protocol_.counters.add_to(statistics, protocol_.versions.published(),
                              protocol_.schedule.attempts_alone());
    statistics.counter(
        "snapshot.possible_loops", "pairs",
        "pairs of attempts that ran at the same time, each of which read what the other wrote") +=
        protocol_.census.possible_loops();
    statistics.counter("snapshot.snapshots", "snapshots", "different ones that attempts began with") +=
        protocol_.census.snapshots();
    protocol_.detector->add_statistics(statistics);
    add_copies(statistics);
  }

  // VersionReaders
  Position snapshot_of(Reader reader, LaneMask lanes) const override {
    return sides_[reader / warps_]->oldest_of(WarpId(reader % warps_), lanes);
  }
  void recycled(Reader reader, LaneMask lanes) override {
    sides_[reader / warps_]->recycled(WarpId(reader % warps_), lanes);
  }

 private:
  void began(Slot slot) override { side(slot).began(WarpId(slot / lanes_ % warps_), slot % lanes_); }
  void commit_answered(Slot slot, bool passes) override {
    side(slot).commit_answered(WarpId(slot / lanes_ % warps_), slot % lanes_, passes);
  }
  SnapshotCoreSide& side(Slot slot) { return *sides_[slot / lanes_ / warps_]; }

  /// Makes versions readable in the order of their commits, once all their words are in memory.
  void publish(Cycle now) {
    std::deque<WarpCommit>& commits = protocol_.commits;
    while (!commits.empty() && commits.front().written) {
      if (!protocol_.versions.can_publish()) {
        ++protocol_.counters.waits;
        end_wait();
        return;
      }
      const WarpCommit commit = commits.front();
      protocol_.versions.publish(commit.end);
      commits.pop_front();
      if (commit.waits) sides_[commit.core]->published(WarpId(commit.warp), now);
    }
  }

  /// Lanes of a warp may have snapshots before and after the version that waits for room, and keep the older
  /// ones until the warp starts. If no other attempt reads, they would wait forever.
  void end_wait() {
    if (std::ranges::none_of(sides_, &SnapshotCoreSide::reads)) give_up_snapshots();
  }
  void give_up_snapshots() {
    for (SnapshotCoreSide* const side : sides_) side->give_up_snapshots();
  }

  /// In separate rows, a version is the result of a batch of commits. All partitions get it at the same time.
  void publish_batch(Cycle now) {
    std::deque<WarpCommit>& commits = protocol_.commits;
    const auto of_batch = [&](const WarpCommit& commit) { return commit.batch == protocol_.published + 1; };
    const auto end = std::ranges::find_if_not(commits, of_batch);
    if (end == commits.begin()) return;
    if (!publishing_) {
      if (!std::all_of(commits.begin(), end, [](const WarpCommit& commit) { return commit.written; })) return;
      for (VersionedPartition* const partition : protocol_.partitions)
        partition->publish(std::prev(end)->end);
      publishing_ = true;
    }
    if (!std::ranges::all_of(protocol_.partitions,
                             [](const auto* partition) { return partition->published(); }))
      return;
    publishing_ = false;
    const std::vector<WarpCommit> batch(commits.begin(), end);
    commits.erase(commits.begin(), end);
    protocol_.versions.publish(batch.back().end);
    protocol_.batch_published();
    for (const WarpCommit& commit : batch)
      if (commit.waits) sides_[commit.core]->published(WarpId(commit.warp), now);
  }

  /// Makes the heap allocated by the host versioned. The host allocates only while no kernel runs.
  void cover_heap() {
    constexpr std::uint64_t kPage = 4096;
    if (memory_->allocations().size() == allocations_) return;
    allocations_ = memory_->allocations().size();
    const memory::AddressRange last = memory_->allocations().back().range;
    const std::uint64_t end =
        (std::uint64_t{last.begin} + std::max(last.bytes, 1U) + kPage - 1) / kPage * kPage;
    if (end == heap_end_) return;
    heap_end_ = end;
    for (VersionedPartition* const partition : protocol_.partitions)
      partition->cover(heap_end_ - core::kHeapBase);
  }

  void add_copies(Statistics& s) const {
    std::uint64_t rows = 0, versions = 0, early = 0, asked = 0;
    for (const VersionedPartition* const partition : protocol_.partitions) {
      rows += partition->rows_copied();
      versions += partition->versions_copied();
      early += partition->counters().early_accesses;
      asked += partition->counters().table_accesses;
    }
    s.counter("snapshot.rows_copied", "rows", "rows that the DRAM copied for versions") += rows;
    s.counter("snapshot.versions_copied", "versions", "versions of regions that were made by copies") +=
        versions;
    s.counter("snapshot.table_accesses", "accesses",
              "accesses of cores and commit units that asked a version index table") += asked;
    s.counter("snapshot.early_accesses", "accesses",
              "accesses of commit units that found no version to write, each time that they asked") += early;
  }

  std::string_view name_;
  MachineConfig machine_;
  SnapshotProtocol protocol_;
  bool publishing_ = false;                   ///< the partitions are being notified of a version
  std::uint64_t heap_end_ = core::kHeapBase;  ///< end of the versioned heap
  std::size_t allocations_ = 0;               ///< allocations in it
  memory::BackingStore* memory_ = nullptr;    ///< memory of the device; a GPU makes cores before partitions
  std::vector<SnapshotCoreSide*> sides_;      ///< by core; owned by the cores
  unsigned warps_ = 1, lanes_ = 1;            ///< warps per core, lanes per warp
};

std::size_t slots(const MachineConfig& machine) {
  return std::size_t{machine.core.count} * machine.core.max_warps * machine.core.warp_width;
}

std::unique_ptr<tm::System> make(std::string_view name, const MachineConfig& machine,
                                 std::unique_ptr<DependencyDetector> detector) {
  return std::make_unique<SnapshotSystem>(name, machine, std::move(detector));
}

}  // namespace

tm::SystemInfo unit_info() {
  return {.name = "snapshot",
          .description = "snapshot isolation, made serializable by the RTL dependency unit",
          .keys = with_defaults(keys()),
          .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
            const SnapshotConfig config = read_settings(keys(), machine.systems);
            const Cycle latency =
                Cycle{machine.memory.min_latency} * config.commit_unit_mhz / machine.clock.core_mhz;
            return make("snapshot", machine,
                        std::make_unique<UnitDetector>(
                            make_banked_dependency_unit({.increment = config.increment,
                                                         .propagation_depth = config.propagation_depth}),
                            kIds, slots(machine), machine.core.warp_width, latency));
          }};
}

tm::SystemInfo oracle_info() {
  return {.name = "snapshot_oracle",
          .description = "snapshot isolation with perfect detection of cycles, in no time",
          .keys = {},
          .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
            return make("snapshot_oracle", machine, std::make_unique<OracleDetector>(slots(machine)));
          }};
}

tm::SystemInfo plain_info() {
  return {.name = "snapshot_plain",
          .description = "snapshot isolation alone: write skew happens, and the history says where",
          .keys = {},
          .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
            return make("snapshot_plain", machine, std::make_unique<NoDetector>());
          }};
}

}  // namespace gputm::engines::snapshot
