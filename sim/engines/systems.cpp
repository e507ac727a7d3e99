#include "engines/systems.h"

#include <spdlog/fmt/fmt.h>

#include <array>

#include "engines/baseline/fifo_lock.h"
#include "engines/baseline/value_commit.h"

namespace gputm::engines {

namespace {

constexpr std::array kSystems{
    SystemInfo{"kilo",
               "KILO TM: value-based validation and commit in RTL commit units at the memory partitions"},
    SystemInfo{"ideal", "ideal TM: free, instant conflict detection and commit; real aborts"},
    SystemInfo{"lock", "fine-grained locks: the workload's lock kernel, with atomics at the L2"},
    SystemInfo{"serial", "serial: every transaction alone, under one global lock"},
};

}  // namespace

std::span<const SystemInfo> systems() { return kSystems; }

tm::System make_system(std::string_view name, const MachineConfig& config) {
  tm::System system;
  system.name = name;
  if (name == "lock") {
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
  return system;
}

}  // namespace gputm::engines
