#include "engines/warptm/warptm_system.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <utility>

#include "engines/common/setting.h"
#include "engines/kilo/kilo_system.h"
#include "engines/warptm/merging_log_unit.h"
#include "engines/warptm/reply_merger_rtl.h"
#include "engines/warptm/temporal_table_rtl.h"
#include "engines/warptm/warptm_core_side.h"
#include "engines/warptm/warptm_partition_side.h"

namespace gputm::engines::warptm {
namespace {

constexpr std::array<std::string_view, 2> kIntraWarp = {"off", "two_phase"};

constexpr std::array<std::string_view, 2> kTemporal = {"off", "commit_id"};

constexpr std::array<std::string_view, 2> kMerge = {"off", "warp"};

constexpr std::array kKeys{
    choice<&WarptmConfig::intra_warp>("warptm.intra_warp", kIntraWarp,
                                      "resolution of conflicts between lanes of a warp, at the core"),
    choice<&WarptmConfig::temporal>(
        "warptm.temporal", kTemporal,
        "temporal conflict detection, by which read-only transactions commit at the core"),
    choice<&WarptmConfig::merge>("warptm.merge", kMerge,
                                 "messages about a warp's lanes: one for each, or one for the warp"),
    setting<&WarptmConfig::access_bytes>("warptm.access_bytes", "bytes", 4, 32,
                                         "of a commit unit's access to the L2 at most: 4 or 32"),
};
constexpr std::span<const SettingKey<WarptmConfig>> keys() { return kKeys; }

unsigned access_words(const MachineConfig& machine) {
  const unsigned bytes = read_settings(keys(), machine.systems).access_bytes;
  if (bytes != 4 && bytes != 32)
    throw ConfigError("warptm.access_bytes: " + std::to_string(bytes) + " is neither 4 nor 32");
  return bytes / 4;
}

class WarptmSystem final : public kilo::KiloSystem {
 public:
  WarptmSystem(const MachineConfig& machine, kilo::CommitUnits units)
      : KiloSystem("warptm", machine, std::move(units)),
        config_(read_settings(keys(), machine.systems)),
        granule_shift_(
            static_cast<unsigned>(std::countr_zero(std::max(kGranuleBytes, machine.l2.line_bytes)))),
        merged_flits_(memory::packet_flits(2 * machine.core.warp_width / 8, machine.interconnect.header_bytes,
                                           machine.interconnect.flit_bytes)),
        stamps_(machine.core.count) {
    auto& skips = protocol().config.skip_messages;
    if (merges() && skips == kilo::SkipMessages::kPerThread) skips = kilo::SkipMessages::kRanged;
  }

  std::unique_ptr<tm::CoreSide> make_core_side(const tm::CorePorts& core) override {
    std::unique_ptr<kilo::LogUnit> log_unit;
    if (merges()) {
      log_unit = std::make_unique<MergingLogUnit>(core, protocol(), kMergeTimeout);
    } else {
      log_unit = std::make_unique<kilo::LogUnit>(core, protocol());
    }
    return std::make_unique<WarptmCoreSide>(core, protocol(), std::move(log_unit), config_, counters_,
                                            stamps_);
  }
  std::unique_ptr<tm::PartitionSide> make_partition_side(unsigned partition, tm::WordPort& words) override {
    auto unit = make_unit(partition);
    std::unique_ptr<TemporalUnit> temporal;
    if (commits_silently()) {
      temporal = std::make_unique<TemporalUnit>(words, *unit, protocol().positions[partition],
                                                make_temporal_table(), stamps_, granule_shift_);
    }
    return std::make_unique<WarptmPartitionSide>(
        protocol(), partition, words, std::move(unit), std::move(temporal),
        merges_replies() ? make_reply_merger() : nullptr, merged_flits_);
  }
  /// Cores see the answers of temporal tables in the next cycle.
  bool announces_ticks() const override { return !commits_silently(); }
  bool commits_silently() const override { return config_.temporal != Temporal::kOff; }
  void add_statistics(Statistics& statistics) const override {
    KiloSystem::add_statistics(statistics);
    counters_.add_to(statistics);
  }

 private:
  bool merges() const { return config_.merge != Merge::kOff; }
  /// The reply of a warp's last ID closes its packet, so replies that overtake older ones are not merged.
  bool merges_replies() {
    return merges() && protocol().config.local_outcomes == kilo::LocalOutcomes::kInOrder;
  }

  WarptmConfig config_;
  unsigned granule_shift_;      ///< right shift from an address to a granule of the temporal tables
  std::uint16_t merged_flits_;  ///< flits of a packet with a warp's replies: a header and two masks
  WarptmCounters counters_;
  LoadStamps stamps_;
};

std::unique_ptr<tm::System> make_built_in(const MachineConfig& machine, const tm::TraceOptions& trace) {
  return std::make_unique<WarptmSystem>(machine, kilo::built_in_units(machine, trace, access_words(machine)));
}

}  // namespace

tm::SystemInfo improved_info() {
  return {.name = "warptm+",
          .description = "WarpTM with the improvements of kilo+",
          .traced = true,
          .keys = {},
          .settings = kilo::improved_settings(),
          .make = make_built_in};
}

tm::SystemInfo system_info() {
  return {.name = "warptm",
          .description =
              "WarpTM: KILO TM with conflicts inside a warp resolved, and readers committed, at their core",
          .traced = true,
          .keys = with_defaults(keys()),
          .make = make_built_in};
}

}  // namespace gputm::engines::warptm
