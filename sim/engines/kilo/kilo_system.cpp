#include "engines/kilo/kilo_system.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "engines/common/setting.h"
#include "engines/kilo/answered_writes.h"
#include "engines/kilo/cid_vendor_rtl.h"
#include "engines/kilo/commit_unit_rtl.h"
#include "engines/kilo/kilo_core_side.h"
#include "engines/kilo/kilo_partition_side.h"
#include "engines/kilo/log_layout.h"

namespace gputm::engines::kilo {
namespace {

constexpr std::array<std::string_view, 2> kCommitUnitSizes = {"unlimited", "finite"};
constexpr std::array<std::string_view, 2> kSkipMessages = {"ranged", "per_thread"};

constexpr std::array<std::string_view, 4> kHazardDetectors = {"history", "small_history",
                                                              "bloom_filter_array", "perfect"};
constexpr std::array<std::string_view, 2> kLocalOutcomes = {"in_order", "early"};
constexpr std::array<std::string_view, 3> kRecentWords = {"0", "512", "2048"};
constexpr std::array<std::string_view, 2> kRetirements = {"accepted", "answered"};
constexpr std::array<std::string_view, 2> kPrivatizations = {"published", "safe"};

constexpr std::array kKeys{
    choice<&KiloConfig::commit_unit>("kilo.commit_unit", kCommitUnitSizes,
                                     "Verilated parameter set of the commit units"),
    choice<&KiloConfig::hazard_detector>("kilo.hazard_detector", kHazardDetectors,
                                         "how commit units find hazards; all but the first are for studies"),
    choice<&KiloConfig::local_outcomes>(
        "kilo.local_outcomes", kLocalOutcomes,
        "whether transactions without a hazard have their reply before older ones are revalidated"),
    choice<&KiloConfig::recent_words>(
        "kilo.recent_words", kRecentWords,
        "words that a commit unit keeps, of those that it wrote or read last, and need not read in the L2"),
    choice<&KiloConfig::retirement>(
        "kilo.retirement", kRetirements,
        "whether a transaction's writes are done when the L2 has accepted or when it has answered them"),
    choice<&KiloConfig::privatization>(
        "kilo.privatization", kPrivatizations,
        "whether a thread goes on when its own transaction is done or when all older ones are, too"),
    choice<&KiloConfig::allocation>(
        "kilo.allocation", kAllocationNames,
        "by which scheme entries of commit units hold buffers; all but the last are for studies"),
    setting<&KiloConfig::buffers>(
        "kilo.buffers", "buffers", 0, 8192,
        "that the entries of a commit unit may hold, 2 or more, and at most as many "
        "as kilo.commit_unit has; 0: all that it has"),
    setting<&KiloConfig::commit_unit_mhz>("kilo.commit_unit_mhz", "MHz", 1, 10000,
                                          "clock of the commit units and the commit-id vendor"),
    setting<&KiloConfig::warp_limit>("kilo.warp_limit", "warps per core", 0, 64,
                                     "warps inside transactions at a time; 0: unlimited"),
    setting<&KiloConfig::credits>(
        "kilo.credits", "commit ids per core", 0, 32768,
        "commit-unit entries that a core may hold: core.warp_width or more, and at most the entries of "
        "kilo.commit_unit / core.count; 0: an equal share of the ring"),
    setting<&KiloConfig::write_filter_bits>(
        "kilo.write_filter_bits", "bits per thread", 0, 1024,
        "Bloom filter that tells whether a load must search the write log; 0: exact"),
    choice<&KiloConfig::skip_messages>("kilo.skip_messages", kSkipMessages,
                                       "how partitions learn of commit ids that do not touch them"),
    setting<&KiloConfig::vendor_latency>("kilo.vendor_latency", "interconnect cycles", 1, 1000,
                                         "core to commit-id vendor, and as much back"),
    setting<&KiloConfig::fill_queue>("kilo.fill_queue", "packets", 1, 1024,
                                     "logs that wait between the interconnect and a commit unit"),
    setting<&KiloConfig::control_queue>("kilo.control_queue", "packets", 1, 1024,
                                        "final outcomes and logs sent again that wait there"),
};
constexpr std::span<const SettingKey<KiloConfig>> keys() { return kKeys; }

/// Commit-unit cycles in `core_cycles` core cycles.
Cycle commit_unit_cycles(Cycle core_cycles, const KiloConfig& config, const MachineConfig& machine) {
  if (core_cycles == ~Cycle{0}) return core_cycles;
  return core_cycles * config.commit_unit_mhz / machine.clock.core_mhz;
}

/// Checks the number of ports of the Verilated commit-ID vendor, which may be less than the machine's own
/// range.
void check_vendor(std::string_view system, const char* key, unsigned value, unsigned most) {
  if (value <= most) return;
  throw ConfigError(fmt::format("{}: {} is outside 1..{} under {}, whose commit-id vendor has so many ports",
                                key, value, most, system));
}

/// Checks the credits: a warp takes one per lane at once, so fewer would block it forever, and the IDs of all
/// cores together must fit in the commit units.
void check_credits(std::string_view system, const KiloConfig& config, const MachineConfig& machine,
                   unsigned ring_entries) {
  const unsigned share = ring_entries / machine.core.count;
  const unsigned credits = config.credits != 0 ? config.credits : share;
  if (credits >= machine.core.warp_width && credits <= share) return;
  const std::string cause = fmt::format(
      "a warp takes {} at once (core.warp_width), and {} cores (core.count) share {} commit-unit entries "
      "(kilo.commit_unit={})",
      machine.core.warp_width, machine.core.count, ring_entries,
      kCommitUnitSizes[static_cast<std::size_t>(config.commit_unit)]);
  if (share < machine.core.warp_width) {
    throw ConfigError(fmt::format("core.count: {} is outside 1..{} under {}: {}", machine.core.count,
                                  ring_entries / machine.core.warp_width, system, cause));
  }
  throw ConfigError(fmt::format("kilo.credits: {} is neither 0 nor in {}..{}: {}", config.credits,
                                machine.core.warp_width, share, cause));
}

/// Checks the size of the logs, which have a fixed place in the address space.
void check_logs(const MachineConfig& machine) {
  const std::uint64_t bytes = LogLayout(machine).bytes();
  constexpr std::uint64_t kSpace = core::kSharedWindow - core::kLogPhysical;
  if (bytes > kSpace) {
    throw ConfigError(fmt::format(
        "tx.log_entries: the transaction logs need {} bytes together, more than {}: {} rows of {} lanes "
        "(core.warp_width), 4 words each, x {} warps (core.max_warps) x {} cores (core.count)",
        bytes, kSpace, machine.tx.log_entries, machine.core.warp_width, machine.core.max_warps,
        machine.core.count));
  }
}

CommitUnitVariant commit_unit_variant(const KiloConfig& config) {
  return config.commit_unit == CommitUnitSize::kFinite ? CommitUnitVariant::kFinite
                                                       : CommitUnitVariant::kUnlimited;
}

/// Setting that limits the buffers held by entries; empty: none.
std::string budget_setting(const KiloConfig& config) {
  if (config.buffers != 0) return fmt::format("kilo.buffers={}", config.buffers);
  if (config.allocation == Allocation::kNeeded) return "";
  return fmt::format("kilo.allocation={}", kAllocationNames[static_cast<std::size_t>(config.allocation)]);
}

/// Checks the buffer limit: some schemes take two at once, and the limit cannot exceed the number of buffers.
void check_buffers(const KiloConfig& config) {
  const unsigned most = commit_unit_buffers(commit_unit_variant(config));
  if (config.buffers == 0 || (config.buffers >= 2 && config.buffers <= most)) return;
  throw ConfigError(fmt::format("kilo.buffers: {} is neither 0 nor in 2..{}: kilo.commit_unit={} has {}",
                                config.buffers, most,
                                kCommitUnitSizes[static_cast<std::size_t>(config.commit_unit)], most));
}

/// Non-default option of the commit units
struct UnitOption {
  std::string_view key, value, only;  ///< of the other options, only `only` can be combined with `key`
  std::string setting;                ///< "key=value"
  std::string form;                   ///< form of the units with the option
};

/// A key's choice, if it is not the first one.
template <std::size_t Count>
std::optional<UnitOption> option(std::string_view key, const std::array<std::string_view, Count>& names,
                                 std::size_t chosen, std::string_view form) {
  if (chosen == 0) return std::nullopt;
  return UnitOption{.key = key,
                    .value = names[chosen],
                    .only = names[0],
                    .setting = fmt::format("{}={}", key, names[chosen]),
                    .form = std::string(form)};
}

[[noreturn]] void refuse(const UnitOption& option, std::string_view cause) {
  throw ConfigError(fmt::format("{}: '{}' does not go with {}, only '{}' does", option.key, option.value,
                                cause, option.only));
}

/// Option of the commit units. Units are built with one option at a time. Other hazard detectors exist for
/// one variant only; units with these or with recent words have no waveform trace.
std::optional<UnitOption> unit_option(const KiloConfig& config, bool traced) {
  const auto index = [](auto choice) { return static_cast<std::size_t>(choice); };
  const std::size_t detector = index(config.hazard_detector);
  std::optional<UnitOption> chosen =
      option("kilo.hazard_detector", kHazardDetectors, detector, kHazardDetectors[detector]);
  if (chosen && config.commit_unit == CommitUnitSize::kFinite) refuse(*chosen, "kilo.commit_unit=finite");
  std::array others{
      option("kilo.local_outcomes", kLocalOutcomes, index(config.local_outcomes), "early"),
      option("kilo.recent_words", kRecentWords, index(config.recent_words),
             fmt::format("remembering_{}", kRecentWords[index(config.recent_words)])),
      std::optional<UnitOption>{},
  };
  if (const std::string budget = budget_setting(config); !budget.empty())
    others.back() = UnitOption{.key = {}, .value = {}, .only = {}, .setting = budget, .form = "budget"};
  for (std::optional<UnitOption>& other : others) {
    if (!other) continue;
    if (chosen) refuse(*chosen, other->setting);
    chosen = std::move(other);
  }
  const bool waves =
      config.hazard_detector == HazardDetector::kHistory && config.recent_words == RecentWords::kNone;
  if (traced && !waves) refuse(*chosen, "waves");
  return chosen;
}

/// Form of units with access mergers, which support none of the options.
std::string merged_form(const KiloConfig& config) {
  const std::optional<UnitOption> other = unit_option(config, false);
  if (!other) return "merged";
  throw ConfigError(
      fmt::format("warptm.access_bytes: '32' does not go with {}, only '4' does", other->setting));
}

std::unique_ptr<tm::System> make_built_in(const MachineConfig& machine, const tm::TraceOptions& trace) {
  return std::make_unique<KiloSystem>("kilo", machine, built_in_units(machine, trace));
}

}  // namespace

CommitUnits built_in_units(const MachineConfig& machine, const tm::TraceOptions& trace, bool merged) {
  const KiloConfig config = read_settings(keys(), machine.systems);
  const CommitUnitVariant variant = commit_unit_variant(config);
  check_buffers(config);
  if (!trace.file.empty() && trace.partition >= machine.partition.count) {
    throw Error(fmt::format("trace scope: partition {} is outside 0..{}", trace.partition,
                            machine.partition.count - 1));
  }
  CommitUnitOptions plain, traced;
  if (merged) {
    plain.form = merged_form(config);
  } else if (const std::optional<UnitOption> option = unit_option(config, !trace.file.empty())) {
    plain.form = option->form;
  }
  plain.allocation = config.allocation;
  plain.buffer_limit = config.buffers != 0 ? config.buffers : commit_unit_buffers(variant);
  traced = plain;
  traced.trace = {.file = trace.file,
                  .start = commit_unit_cycles(trace.start, config, machine),
                  .end = commit_unit_cycles(trace.end, config, machine)};
  return {.ring_entries = commit_unit_capacity(variant),
          .make = [variant, plain, traced, partition = trace.partition](unsigned index) {
            return make_commit_unit(variant, index == partition ? traced : plain);
          }};
}

KiloSystem::KiloSystem(std::string_view name, const MachineConfig& machine, CommitUnits units)
    : name_(name), make_unit_(std::move(units.make)) {
  protocol_.config = read_settings(keys(), machine.systems);
  check_vendor(name, "core.count", machine.core.count, kMaxVendorCores);
  check_vendor(name, "partition.count", machine.partition.count, kMaxVendorPartitions);
  check_credits(name, protocol_.config, machine, units.ring_entries);
  check_logs(machine);
  protocol_.ring_entries = units.ring_entries;
  protocol_.vendor = make_cid_vendor_rtl(machine.core.count, machine.partition.count, units.ring_entries);
}

std::unique_ptr<tm::CommitUnit> KiloSystem::make_unit(unsigned partition) {
  std::unique_ptr<tm::CommitUnit> unit = make_unit_(partition);
  if (protocol_.config.retirement == Retirement::kAnswered)
    unit = std::make_unique<AnsweredWrites>(std::move(unit));
  return std::make_unique<BufferUsage>(std::move(unit), buffers_.emplace_back());
}

std::unique_ptr<tm::CoreSide> KiloSystem::make_core_side(tm::CorePort& core) {
  return std::make_unique<KiloCoreSide>(core, protocol_, std::make_unique<LogUnit>(core, protocol_));
}

std::unique_ptr<tm::PartitionSide> KiloSystem::make_partition_side(unsigned partition, tm::WordPort& words) {
  return std::make_unique<KiloPartitionSide>(protocol_, partition, words, make_unit(partition));
}

void KiloSystem::announce_tick() {
  protocol_.vendor->announce();
  protocol_.retired_everywhere = protocol_.unwrap(protocol_.vendor->retired_everywhere());
}

void KiloSystem::tick() {
  announce_tick();
  protocol_.vendor->tick();
}

std::unique_ptr<tm::System> make_system(std::string_view name, const MachineConfig& machine,
                                        unsigned ring_entries, CommitUnitFactory make_unit) {
  return std::make_unique<KiloSystem>(
      name, machine, CommitUnits{.ring_entries = ring_entries, .make = std::move(make_unit)});
}

tm::SystemInfo system_info() {
  return {.name = "kilo",
          .description =
              "KILO TM: value-based validation and commit in RTL commit units at the memory partitions",
          .traced = true,
          .keys = with_defaults(keys()),
          .make = make_built_in};
}

}  // namespace gputm::engines::kilo
