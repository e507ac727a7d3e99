#include "engines/getm/getm_system.h"

#include <array>
#include <memory>
#include <vector>

#include "engines/common/setting.h"
#include "engines/getm/access_unit_rtl.h"
#include "engines/getm/getm_core_side.h"
#include "engines/getm/getm_partition_side.h"

namespace gputm::engines::getm {
namespace {

constexpr std::array kKeys{
    setting<&GetmConfig::warp_limit>("getm.warp_limit", "warps per core", 0, 64,
                                     "warps inside transactions at a time; 0: unlimited"),
    power_of_two<&GetmConfig::granule_bytes>("getm.granule_bytes", "bytes", 4, 32,
                                             "memory with one pair of times"),
    power_of_two<&GetmConfig::table_rows>("getm.table_rows", "rows", 16, 65'536,
                                          "of the metadata table of a partition, in each of four ways"),
    setting<&GetmConfig::stash_entries>("getm.stash_entries", "entries", 1, 64,
                                        "of the metadata table of a partition, outside of its ways"),
    power_of_two<&GetmConfig::filter_buckets>(
        "getm.filter_buckets", "buckets", 16, 65'536,
        "of each of four sub-arrays of the filters behind a metadata table"),
    setting<&GetmConfig::stall_entries>("getm.stall_entries", "accesses", 2, 256,
                                        "that wait at a partition for the reservation of another warp"),
    setting<&GetmConfig::queue>("getm.queue", "accesses", 1, 64,
                                "between the interconnect and the check of a partition"),
    setting<&GetmConfig::backoff_cycles>(
        "getm.backoff_cycles", "core cycles", 0, 10'000,
        "maximum wait after the first failed attempt, as tx.backoff_cycles, where that is 0"),
    setting<&GetmConfig::alone_after>(
        "getm.alone_after", "attempts", 0, 1000,
        "that fail in a row, after which a warp runs alone in the machine; 0: never"),
    setting<&GetmConfig::counter_bits>("getm.counter_bits", "bits", 8, 32,
                                       "of the counter in a time; the machine drains when it is used up"),
    setting<&GetmConfig::write_filter_bits>("getm.write_filter_bits", "bits", 0, 1024,
                                            "of the filter of a thread's write set; 0: exact"),
};
constexpr std::span<const SettingKey<GetmConfig>> keys() { return kKeys; }

/// Core cycles after which a warp that was to run alone has left its transaction.
constexpr Cycle kTriesAgainWithin = 1000;

class GetmSystem final : public tm::System {
 public:
  explicit GetmSystem(const MachineConfig& machine) : machine_(machine) {
    protocol_.config = read_settings(keys(), machine.systems);
    check_logs(machine);
  }

  std::string_view name() const override { return "getm"; }
  unsigned warp_limit() const override { return protocol_.config.warp_limit; }
  bool performs_at_once() const override { return true; }
  std::unique_ptr<tm::CoreSide> make_core_side(const tm::CorePorts& core) override {
    auto side = std::make_unique<GetmCoreSide>(core, protocol_);
    cores_.push_back(side.get());
    return side;
  }
  std::unique_ptr<tm::PartitionSide> make_partition_side(unsigned /*partition*/,
                                                         tm::WordPort& /*words*/) override {
    const GetmConfig& config = protocol_.config;
    auto side = std::make_unique<GetmPartitionSide>(
        protocol_, machine_,
        make_access_unit({.queue = config.queue,
                          .parts = machine_.l2.line_bytes / config.granule_bytes,
                          .stall_entries = config.stall_entries,
                          .table_rows = config.table_rows,
                          .stash_entries = config.stash_entries,
                          .filter_buckets = config.filter_buckets}));
    partitions_.push_back(side.get());
    return side;
  }
  void begin_core_cycle(Cycle now) override {
    if (protocol_.rolls_over && protocol_.drained()) roll_over(now);
    if (protocol_.alone) end_alone(now);
  }
  bool busy() const override { return protocol_.rolls_over || protocol_.alone; }
  void add_statistics(Statistics& statistics) const override;

 private:
  void roll_over(Cycle now);
  void end_alone(Cycle now);

  MachineConfig machine_;
  GetmProtocol protocol_;
  std::vector<GetmCoreSide*> cores_;
  std::vector<GetmPartitionSide*> partitions_;
};

void GetmSystem::roll_over(Cycle now) {
  ++protocol_.counters.roll_overs;
  protocol_.rolls_over = false;
  protocol_.next_counter = 0;
  for (GetmPartitionSide* side : partitions_) side->clear();
  for (GetmCoreSide* side : cores_) side->roll_over(now);
}

/// The others start when the warp that ran alone has had its attempt, or does not try again.
void GetmSystem::end_alone(Cycle now) {
  const Alone& alone = *protocol_.alone;
  if (!alone.over() && (!alone.ended || now - alone.ended->at < kTriesAgainWithin)) return;
  ++protocol_.counters.alone;
  protocol_.alone.reset();
  for (GetmCoreSide* side : cores_) side->admit_waiting(now);
}

void GetmSystem::add_statistics(Statistics& statistics) const {
  const auto count = [&](const char* name, const char* unit, const char* what, std::uint64_t value) {
    statistics.counter(name, unit, what) += value;
  };
  AccessUnit::Counters units;
  for (const GetmPartitionSide* side : partitions_) {
    const AccessUnit::Counters& unit = side->unit().counters();
    units.checks += unit.checks;
    units.stalls += unit.stalls;
    units.too_late += unit.too_late;
    units.stall_buffer_full += unit.stall_buffer_full;
    units.no_room += unit.no_room;
    units.hits += unit.hits;
    units.misses += unit.misses;
    units.evictions += unit.evictions;
    units.relocations += unit.relocations;
    units.stashed += unit.stashed;
    units.unrecorded_loads += unit.unrecorded_loads;
  }
  count("getm.checks", "granules", "checked by the access units, repetitions included", units.checks);
  count("getm.stalls", "accesses", "that waited for the reservation of another warp", units.stalls);
  count("getm.too_late", "granules", "refused, as an attempt of a later time had accessed them",
        units.too_late);
  count("getm.stall_buffer_full", "accesses", "of which granules were refused for want of a stall entry",
        units.stall_buffer_full);
  count("getm.no_room", "granules", "refused for want of an entry of the metadata table", units.no_room);
  count("getm.table_hits", "granules", "found in a metadata table", units.hits);
  count("getm.table_misses", "granules", "without an entry: their times came from the filters", units.misses);
  count("getm.evictions", "entries", "that left a metadata table for the filters", units.evictions);
  count("getm.displacements", "entries",
        "of the stash that were moved to a place in the ways, or to be moved", units.relocations);
  count("getm.stashed", "entries", "that found no place in the ways", units.stashed);
  count("getm.unrecorded_loads", "granules", "with loads that only a filter has recorded",
        units.unrecorded_loads);
  count("getm.roll_overs", "roll-overs", "of the times, for which all transactions ended",
        protocol_.counters.roll_overs);
  count("getm.alone", "times", "that a warp ran alone after failed attempts", protocol_.counters.alone);
  count("getm.read_only_commits", "commits", "of lanes without writes, at their core",
        protocol_.counters.read_only_commits);
  count("getm.intra_warp_aborts", "aborts", "for the sake of another lane of the warp",
        protocol_.counters.intra_warp_aborts);
  count("getm.release_walks", "walks", "of a log to give up reservations of aborted lanes",
        protocol_.counters.release_walks);
}

std::unique_ptr<tm::System> make_built_in(const MachineConfig& machine, const tm::TraceOptions& /*trace*/) {
  return std::make_unique<GetmSystem>(machine);
}

}  // namespace

tm::SystemInfo improved_info() {
  return {.name = "getm+",
          .description = "GETM with a limit of warps found by trial",
          .keys = {},
          .settings = {"tx.limit=adaptive"},
          .make = make_built_in};
}

tm::SystemInfo system_info() {
  return {
      .name = "getm",
      .description = "GETM: accesses are checked against logical times at their partitions while they run",
      .keys = with_defaults(keys()),
      .make = make_built_in};
}

}  // namespace gputm::engines::getm
