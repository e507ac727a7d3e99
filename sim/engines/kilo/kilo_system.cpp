#include "engines/kilo/kilo_system.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "engines/common/private_log_core_side.h"
#include "engines/common/setting.h"
#include "engines/eapg/announcing_unit.h"
#include "engines/kilo/answered_writes.h"
#include "engines/kilo/cid_vendor_rtl.h"
#include "engines/kilo/commit_unit_rtl.h"
#include "engines/kilo/kilo_core_side.h"
#include "engines/kilo/kilo_partition_side.h"

namespace gputm::engines::kilo {
namespace {

constexpr std::array<std::string_view, 2> kCommitUnitSizes = {"unlimited", "finite"};
constexpr std::array<std::string_view, 3> kSkipMessages = {"ranged", "per_thread", "none"};

constexpr std::array<std::string_view, 4> kHazardDetectors = {"history", "small_history",
                                                              "bloom_filter_array", "perfect"};
constexpr std::array<std::string_view, 2> kLocalOutcomes = {"in_order", "early"};
constexpr std::array<std::string_view, 2> kRetirements = {"accepted", "answered"};
constexpr std::array<std::string_view, 2> kPrivatizations = {"published", "safe"};

constexpr std::array<std::string_view, 4> kEapgParts = {"off", "early_abort", "pause", "both"};

constexpr std::array kKeys{
    choice<&KiloConfig::commit_unit>(
        "kilo.commit_unit", kCommitUnitSizes,
        "size of the commit units: 32768 ring entries, 8192 buffers and 1024 reads in "
        "flight, or 1920, 500 and 512"),
    setting<&KiloConfig::ring_entries>(
        "kilo.ring_entries", "commit ids", 0, 32768,
        "entries of a commit unit's ring, 64 or more; 0: as kilo.commit_unit says"),
    setting<&KiloConfig::pool_buffers>("kilo.pool_buffers", "buffers", 0, 8192,
                                       "read- and write-set buffers of a commit unit, 2 or more; 0: as "
                                       "kilo.commit_unit says"),
    setting<&KiloConfig::read_tags>(
        "kilo.read_tags", "reads", 0, 4088,
        "L2 reads of a commit unit in flight, 2 or more; 0: as kilo.commit_unit says"),
    choice<&KiloConfig::hazard_detector>("kilo.hazard_detector", kHazardDetectors,
                                         "how commit units find hazards; all but the first are for studies"),
    setting<&KiloConfig::history_entries>(
        "kilo.history_entries", "entries", 0, 32768,
        "lookup table of the last writer history, a power of two, 8 or more; 0: as "
        "kilo.hazard_detector says, 512 or 64"),
    setting<&KiloConfig::history_buckets>(
        "kilo.history_buckets", "buckets", 0, 8192,
        "buckets of a sub-array of the last writer history's Bloom filter, a power "
        "of two; 0: as kilo.hazard_detector says, 256 or 16"),
    choice<&KiloConfig::local_outcomes>(
        "kilo.local_outcomes", kLocalOutcomes,
        "whether transactions without a hazard have their reply before older ones are revalidated"),
    setting<&KiloConfig::recent_words>("kilo.recent_words", "words", 0, 65536,
                                       "recently written or read words that a commit unit keeps and need not "
                                       "read in the L2, a power of two; 0: "
                                       "none"),
    choice<&KiloConfig::retirement>(
        "kilo.retirement", kRetirements,
        "whether a transaction's writes are done when the L2 has accepted or when it has answered them"),
    choice<&KiloConfig::privatization>(
        "kilo.privatization", kPrivatizations,
        "whether a thread goes on when its own transaction is done or when all older ones are, too"),
    choice<&KiloConfig::allocation>(
        "kilo.allocation", kAllocationNames,
        "scheme by which entries of commit units hold buffers; all but the last are for studies"),
    setting<&KiloConfig::buffers>("kilo.buffers", "buffers", 0, 8192,
                                  "limit of the buffers held by the entries of a commit unit, 2 or more, and "
                                  "at most those of the unit; 0: "
                                  "none"),
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
                                       "how partitions learn of commit ids that do not touch them; none: the "
                                       "vendor counts ids for each partition"),
    setting<&KiloConfig::vendor_latency>("kilo.vendor_latency", "interconnect cycles", 1, 1000,
                                         "core to commit-id vendor, and as much back"),
    setting<&KiloConfig::fill_queue>("kilo.fill_queue", "packets", 1, 1024,
                                     "logs that wait between the interconnect and a commit unit"),
    setting<&KiloConfig::control_queue>("kilo.control_queue", "packets", 1, 1024,
                                        "final outcomes and logs sent again that wait there"),
    choice<&KiloConfig::eapg>("kilo.eapg", kEapgParts,
                              "early abort and pause-and-go, by announcements of the words that committing "
                              "transactions write"),
    power_of_two<&KiloConfig::eapg_rows>("kilo.eapg_rows", "rows", 2, 4096,
                                         "of 32 words, in EAPG's tables, for each partition"),
    setting<&KiloConfig::eapg_pause_cycles>("kilo.eapg_pause_cycles", "core cycles", 1, 1'000'000,
                                            "after which a load that EAPG has paused goes on"),
    setting<&KiloConfig::eapg_interval>(
        "kilo.eapg_interval", "interconnect cycles", 0, 100'000,
        "between two broadcasts of a partition under EAPG, at least; 0: as the network allows"),
};
constexpr std::span<const SettingKey<KiloConfig>> keys() { return kKeys; }

/// Commit-unit cycles in `core_cycles` core cycles.
Cycle commit_unit_cycles(Cycle core_cycles, const KiloConfig& config, const MachineConfig& machine) {
  if (core_cycles == ~Cycle{0}) return core_cycles;
  return core_cycles * config.commit_unit_mhz / machine.clock.core_mhz;
}

/// Checks the credits: a warp takes one per lane at once, so fewer would block it forever, and the IDs of all
/// cores together must fit in the commit units.
void check_credits(std::string_view system, const KiloConfig& config, const MachineConfig& machine,
                   unsigned ring_entries) {
  // A vendor that counts the entries of each partition lends them to a core as long as there are any.
  const unsigned share =
      config.skip_messages == SkipMessages::kNone ? ring_entries : ring_entries / machine.core.count;
  const unsigned credits = config.credits != 0 ? config.credits : share;
  if (credits >= machine.core.warp_width && credits <= share) return;
  const std::string cause = fmt::format(
      "a warp takes {} at once (core.warp_width), and {} cores (core.count) share {} commit-unit entries "
      "(kilo.commit_unit, kilo.ring_entries)",
      machine.core.warp_width, machine.core.count, ring_entries);
  if (share < machine.core.warp_width) {
    throw ConfigError(fmt::format("core.count: {} is outside 1..{} under {}: {}", machine.core.count,
                                  ring_entries / machine.core.warp_width, system, cause));
  }
  throw ConfigError(fmt::format("kilo.credits: {} is neither 0 nor in {}..{}: {}", config.credits,
                                machine.core.warp_width, share, cause));
}

[[noreturn]] void refuse(std::string_view key, unsigned value, std::string_view legal) {
  throw ConfigError(fmt::format("{}: {} is {}", key, value, legal));
}

void require_power_of_two(std::string_view key, unsigned value, unsigned least) {
  if (value < least || !std::has_single_bit(value))
    refuse(key, value, fmt::format("neither 0 nor a power of two of at least {}", least));
}

/// Parameters of the commit units that the keys choose, but for their accesses to the L2
CommitUnitParameters parameters_of(const KiloConfig& config) {
  CommitUnitParameters parameters;
  if (config.commit_unit == CommitUnitSize::kFinite) parameters = finite_commit_unit();
  if (config.hazard_detector == HazardDetector::kSmallHistory) {
    parameters.history_entries = 64;
    parameters.history_buckets = 16;
  }
  const auto take = [](unsigned& parameter, std::string_view key, unsigned value, unsigned least) {
    if (value == 0) return;
    if (value < least) refuse(key, value, fmt::format("neither 0 nor at least {}", least));
    parameter = value;
  };
  take(parameters.ring_entries, "kilo.ring_entries", config.ring_entries, kMaxLanes);
  take(parameters.buffers, "kilo.pool_buffers", config.pool_buffers, 2);
  take(parameters.read_tags, "kilo.read_tags", config.read_tags, 2);
  take(parameters.history_entries, "kilo.history_entries", config.history_entries, 8);
  take(parameters.history_buckets, "kilo.history_buckets", config.history_buckets, 2);
  require_power_of_two("kilo.history_entries", parameters.history_entries, 8);
  require_power_of_two("kilo.history_buckets", parameters.history_buckets, 2);
  if (config.recent_words != 0) require_power_of_two("kilo.recent_words", config.recent_words, 2);
  parameters.recent_words = config.recent_words;
  parameters.early_outcomes = config.local_outcomes == LocalOutcomes::kEarly;
  parameters.budget = config.buffers != 0 || config.allocation != Allocation::kNeeded;
  if (config.hazard_detector >= HazardDetector::kBloomFilterArray)
    parameters.history = kHazardDetectors[static_cast<std::size_t>(config.hazard_detector)];
  return parameters;
}

/// Checks the buffer limit: some schemes take two at once, and the limit cannot exceed the number of buffers.
void check_buffers(const KiloConfig& config, unsigned most) {
  if (config.buffers == 0 || (config.buffers >= 2 && config.buffers <= most)) return;
  refuse("kilo.buffers", config.buffers,
         fmt::format(
             "neither 0 nor in 2..{}, the buffers of a commit unit (kilo.commit_unit, kilo.pool_buffers)",
             most));
}

constexpr unsigned kMergedWords = 8;  ///< of kilo+ in an access to the L2

std::unique_ptr<tm::System> make_built_in(const MachineConfig& machine, const tm::TraceOptions& trace) {
  return std::make_unique<KiloSystem>("kilo", machine, built_in_units(machine, trace));
}

std::unique_ptr<tm::System> make_improved(const MachineConfig& machine, const tm::TraceOptions& trace) {
  return std::make_unique<KiloSystem>("kilo+", machine, built_in_units(machine, trace, kMergedWords));
}

}  // namespace

CommitUnits built_in_units(const MachineConfig& machine, const tm::TraceOptions& trace,
                           unsigned access_words) {
  const KiloConfig config = read_settings(keys(), machine.systems);
  CommitUnitParameters parameters = parameters_of(config);
  parameters.access_words = access_words;
  check_buffers(config, parameters.buffers);
  if (!trace.file.empty() && trace.partition >= machine.partition.count) {
    throw Error(fmt::format("trace scope: partition {} is outside 0..{}", trace.partition,
                            machine.partition.count - 1));
  }
  const CommitUnitOptions plain{.allocation = config.allocation,
                                .buffer_limit = config.buffers != 0 ? config.buffers : parameters.buffers};
  CommitUnitOptions traced = plain;
  traced.trace = {.file = trace.file,
                  .start = commit_unit_cycles(trace.start, config, machine),
                  .end = commit_unit_cycles(trace.end, config, machine)};
  return {.ring_entries = commit_unit_capacity(parameters),
          .make = [parameters, plain, traced, partition = trace.partition](unsigned index) {
            return make_commit_unit(parameters, index == partition ? traced : plain);
          }};
}

KiloSystem::KiloSystem(std::string_view name, const MachineConfig& machine, CommitUnits units)
    : name_(name), make_unit_(std::move(units.make)) {
  protocol_.config = read_settings(keys(), machine.systems);
  check_credits(name, protocol_.config, machine, units.ring_entries);
  check_logs(machine);
  protocol_.ring_entries = units.ring_entries;
  const auto make_vendor = protocol_.dense_ids() ? make_partition_cid_vendor_rtl : make_cid_vendor_rtl;
  protocol_.vendor = make_vendor(machine.core.count, machine.partition.count, units.ring_entries);
  cut_latency_ = std::max(1U, protocol_.config.vendor_latency * protocol_.config.commit_unit_mhz /
                                  machine.clock.interconnect_mhz);
  protocol_.positions.assign(machine.partition.count, UnitPositions(protocol_.dense_ids()));
  if (protocol_.config.eapg != eapg::Parts::kOff) {
    protocol_.eapg =
        std::make_unique<eapg::Eapg>(machine, protocol_.config.eapg_rows, protocol_.config.eapg_interval);
  }
}

std::unique_ptr<tm::CommitUnit> KiloSystem::make_unit(unsigned partition) {
  std::unique_ptr<tm::CommitUnit> unit = make_unit_(partition);
  if (protocol_.config.retirement == Retirement::kAnswered)
    unit = std::make_unique<AnsweredWrites>(std::move(unit));
  unit = std::make_unique<BufferUsage>(std::move(unit), buffers_.emplace_back());
  if (protocol_.eapg)
    unit = std::make_unique<eapg::AnnouncingUnit>(std::move(unit), protocol_.eapg->announcer(partition));
  return unit;
}

std::unique_ptr<tm::CoreSide> KiloSystem::make_core_side(const tm::CorePorts& core) {
  return std::make_unique<KiloCoreSide>(core, protocol_, std::make_unique<LogUnit>(core, protocol_));
}

std::unique_ptr<tm::PartitionSide> KiloSystem::make_partition_side(unsigned partition, tm::WordPort& words) {
  return std::make_unique<KiloPartitionSide>(protocol_, partition, words, make_unit(partition));
}

void KiloSystem::add_statistics(Statistics& statistics) const {
  for (const BufferTotals& totals : buffers_) totals.add_to(statistics);
  if (protocol_.eapg) protocol_.eapg->add_statistics(statistics);
  statistics.counter(
      "kilo.cuts", "cuts",
      "cuts of the commit-id vendor, each a message to every partition; 0 with skip messages") += cuts_;
}

void KiloSystem::announce_tick() {
  protocol_.vendor->announce();
  protocol_.retired_everywhere = protocol_.unwrap(protocol_.vendor->retired_everywhere());
}

/// The vendor sends each partition its part of a cut. The next cut follows when all have reached this one.
void KiloSystem::send_cuts() {
  if (auto cut = protocol_.vendor->cut()) {
    cut_ = std::move(*cut);
    cut_arrives_ = cut_latency_;
    ++cuts_;
  }
  if (cut_arrives_ == 0 || --cut_arrives_ != 0) return;
  for (std::size_t p = 0; p < protocol_.positions.size(); ++p)
    protocol_.positions[p].cut(cut_.end, cut_.at_partition[p]);
}

void KiloSystem::tick() {
  announce_tick();
  protocol_.vendor->tick();
  if (protocol_.dense_ids()) send_cuts();
}

std::unique_ptr<tm::System> make_system(std::string_view name, const MachineConfig& machine,
                                        unsigned ring_entries, CommitUnitFactory make_unit) {
  return std::make_unique<KiloSystem>(
      name, machine, CommitUnits{.ring_entries = ring_entries, .make = std::move(make_unit)});
}

std::vector<std::string> improved_settings() {
  return {"kilo.skip_messages=none", "kilo.local_outcomes=early", "kilo.recent_words=512",
          "tx.limit=adaptive"};
}

tm::SystemInfo improved_info() {
  return {.name = "kilo+",
          .description =
              "KILO TM with our improvements: recent words, early outcomes, merged accesses, ids for "
              "each partition, a limit of warps found by trial",
          .traced = true,
          .keys = {},
          .settings = improved_settings(),
          .make = make_improved};
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
