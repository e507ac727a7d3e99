#include "engines/systems.h"

#include <spdlog/fmt/fmt.h>

#include <array>

#include "base/config.h"
#include "engines/baseline/fifo_lock.h"
#include "engines/baseline/value_commit.h"
#include "engines/kilo/cid_vendor_rtl.h"
#include "engines/kilo/commit_unit_rtl.h"

namespace gputm::engines {

namespace {

constexpr std::array kSystems{
    SystemInfo{"kilo",
               "KILO TM: value-based validation and commit in RTL commit units at the memory partitions"},
    SystemInfo{"ideal", "ideal TM: free, instant conflict detection and commit; real aborts"},
    SystemInfo{"lock", "fine-grained locks: the workload's lock kernel, with atomics at the L2"},
    SystemInfo{"serial", "serial: every transaction alone, under one global lock"},
};

/// Commit-unit cycles in `core_cycles` core cycles.
Cycle commit_unit_cycles(Cycle core_cycles, const MachineConfig& config) {
  if (core_cycles == ~Cycle{0}) return core_cycles;
  return core_cycles * config.kilo.commit_unit_mhz / config.clock.core_mhz;
}

/// The Verilated commit-id vendor has ports for so many cores and partitions, whatever the machine's own
/// range.
void check_vendor(const char* key, unsigned value, unsigned most) {
  if (value <= most) return;
  throw ConfigError(fmt::format(
      "{}: {} is outside 1..{} under kilo, whose commit-id vendor has so many ports", key, value, most));
}

/// A warp takes a credit per lane at once, so fewer would let it wait for ever; and all cores' ids together
/// must find room in the commit units.
void check_credits(const MachineConfig& config, unsigned capacity) {
  const unsigned share = capacity / config.core.count;
  const unsigned credits = config.kilo.credits != 0 ? config.kilo.credits : share;
  if (credits >= config.core.warp_width && credits <= share) return;
  const std::string cause = fmt::format("a warp takes {} at once, and {} cores share {} commit-unit entries",
                                        config.core.warp_width, config.core.count, capacity);
  if (share < config.core.warp_width) {
    throw ConfigError(fmt::format("core.count: {} is outside 1..{} under kilo: {}", config.core.count,
                                  capacity / config.core.warp_width, cause));
  }
  throw ConfigError(fmt::format("kilo.credits: {} is neither 0 nor in {}..{}: {}", credits,
                                config.core.warp_width, share, cause));
}

tm::System make_kilo(const MachineConfig& config, const TraceOptions& trace) {
  using kilo::CommitUnitVariant;
  const bool finite = config.kilo.commit_unit == CommitUnitSize::kFinite;
  const CommitUnitVariant variant = finite ? CommitUnitVariant::kFinite : CommitUnitVariant::kUnlimited;
  check_vendor("core.count", config.core.count, kilo::kMaxVendorCores);
  check_vendor("partition.count", config.partition.count, kilo::kMaxVendorPartitions);
  check_credits(config, kilo::commit_unit_capacity(variant));
  if (!trace.file.empty() && trace.partition >= config.partition.count) {
    throw Error(fmt::format("trace scope: partition {} is outside 0..{}", trace.partition,
                            config.partition.count - 1));
  }
  tm::System system;
  system.kind = tm::SystemKind::kKilo;
  system.ring_entries = kilo::commit_unit_capacity(variant);
  system.vendor = kilo::make_cid_vendor_rtl(config.core.count, config.partition.count, system.ring_entries);
  kilo::CommitUnitOptions traced;
  traced.trace = {.file = trace.file,
                  .start = commit_unit_cycles(trace.start, config),
                  .end = commit_unit_cycles(trace.end, config)};
  system.make_commit_unit = [variant, traced, partition = trace.partition](unsigned index) {
    return kilo::make_commit_unit(variant, index == partition ? traced : kilo::CommitUnitOptions{});
  };
  return system;
}

}  // namespace

std::span<const SystemInfo> systems() { return kSystems; }

tm::System make_system(std::string_view name, const MachineConfig& config, const TraceOptions& trace) {
  tm::System system;
  if (name == "kilo") {
    system = make_kilo(config, trace);
  } else if (name == "lock") {
    system.kind = tm::SystemKind::kLock;
  } else if (name == "ideal") {
    system.kind = tm::SystemKind::kIdeal;
    system.instant_commit = std::make_unique<ValueCommit>();
  } else if (name == "serial") {
    system.kind = tm::SystemKind::kSerial;
    system.global_lock = std::make_unique<FifoLock>(config.serial.handoff_latency);
  } else {
    throw Error(fmt::format("system: '{}' is unknown; known are kilo, ideal, lock and serial", name));
  }
  system.name = name;
  return system;
}

}  // namespace gputm::engines
