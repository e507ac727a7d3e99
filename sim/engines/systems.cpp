#include "engines/systems.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

#include "engines/getm/getm_system.h"
#include "engines/ideal/ideal_system.h"
#include "engines/kilo/kilo_system.h"
#include "engines/localtm/localtm_system.h"
#include "engines/lock/lock_system.h"
#include "engines/serial/serial_system.h"
#include "engines/snapshot/snapshot_system.h"
#include "engines/software/software_systems.h"
#include "engines/unified/unified_system.h"
#include "engines/warptm/warptm_system.h"

namespace gputm::engines {
namespace {

std::vector<tm::SystemInfo>& registry() {
  static std::vector<tm::SystemInfo> systems = [] {
    std::vector<tm::SystemInfo> all{
        kilo::system_info(),     warptm::system_info(),  ideal::system_info(),    lock::system_info(),
        serial::system_info(),   snapshot::unit_info(),  snapshot::oracle_info(), snapshot::plain_info(),
        localtm::system_info(),  unified::system_info(), getm::system_info(),     kilo::improved_info(),
        warptm::improved_info(), getm::improved_info(),
    };
    std::ranges::move(software::system_infos(), std::back_inserter(all));
    return all;
  }();
  return systems;
}

}  // namespace

std::span<const tm::SystemInfo> systems() { return registry(); }

void register_system(tm::SystemInfo system) {
  if (std::ranges::find(registry(), system.name, &tm::SystemInfo::name) != registry().end())
    throw Error(fmt::format("system: the name '{}' is taken", system.name));
  for (const KeyDefault& key : system.keys) {
    if (!key.name.starts_with(fmt::format("{}.", system.name)))
      throw Error(fmt::format("system: the key '{}' does not begin with '{}.'", key.name, system.name));
  }
  registry().push_back(std::move(system));
}

const tm::SystemInfo& find_system(std::string_view name) {
  const auto found = std::ranges::find(registry(), name, &tm::SystemInfo::name);
  if (found != registry().end()) return *found;
  std::vector<std::string> names;
  for (const tm::SystemInfo& info : registry()) names.emplace_back(info.name);
  throw Error("unknown system '" + shown(name) + "'" + suggestion(name, names));
}

MachineConfig machine_under(std::string_view name, MachineConfig machine) {
  for (const std::string& setting : find_system(name).settings) apply_default(machine, setting);
  return machine;
}

std::vector<KeyDefault> system_keys() {
  std::vector<KeyDefault> keys;
  for (const tm::SystemInfo& info : registry()) keys.insert(keys.end(), info.keys.begin(), info.keys.end());
  return keys;
}

void check_system_settings(const MachineConfig& machine) {
  const std::vector<KeyDefault> keys = system_keys();
  for (const auto& [name, value] : machine.systems) {
    const auto key = std::ranges::find(keys, name, &KeyLimits::name);
    if (key != keys.end()) {
      key->parse(value);
      continue;
    }
    std::vector<std::string> names;
    for (const ConfigKey& known : config_keys()) names.emplace_back(known.name);
    for (const KeyDefault& known : keys) names.emplace_back(known.name);
    unknown_key(name, names);
  }
}

std::unique_ptr<tm::System> make_system(std::string_view name, const MachineConfig& config,
                                        const tm::TraceOptions& trace) {
  const tm::SystemInfo& info = find_system(name);
  if (!info.make) throw Error(fmt::format("{} is a pair of systems, not one", info.name));
  check_system_settings(config);
  return info.make(machine_under(name, config), trace);
}

tm::Systems make_systems(std::string_view name, const MachineConfig& config, const tm::TraceOptions& trace) {
  if (const tm::SystemInfo& info = find_system(name); info.make_pair) {
    check_system_settings(config);
    return info.make_pair(machine_under(name, config), trace);
  }
  std::unique_ptr<tm::System> system = make_system(name, config, trace);
  if (system->serves() != tm::Memory::kLocal) return {.global = std::move(system), .local = nullptr};
  return {.global = make_system("lock", config), .local = std::move(system)};
}

}  // namespace gputm::engines
