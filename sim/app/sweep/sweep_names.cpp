#include "app/sweep/sweep_names.h"

#include <algorithm>

#include "app/config_document.h"
#include "base/config.h"
#include "engines/systems.h"
#include "workloads/workload.h"

namespace gputm::app {
namespace {

constexpr std::string_view kWorkload = "workload.";

void check_size(std::string_view key, const std::string& value, const std::string& workload) {
  const auto& keys = workloads::find_workload(workload).keys;
  const auto found = std::ranges::find(keys, key.substr(kWorkload.size()), &workloads::WorkloadKey::name);
  if (found == keys.end()) {
    std::vector<std::string> names;
    for (const auto& known : keys) names.push_back(std::string(kWorkload) + std::string(known.name));
    throw ConfigError(workload + " has no key '" + shown(key) + "'" + suggestion(key, names));
  }
  KeyLimits{key, found->unit, found->min, found->max, false, {}, {}}.parse(value);
}

}  // namespace

void check_workload_name(const std::string& name) { workloads::find_workload(name); }

void check_system_name(const std::string& name) { engines::find_system(name); }

void check_machine_name(const std::string& name) { load_config(name); }

void check_sweep_setting(std::string_view key, const std::string& value,
                         const std::vector<std::string>& workloads) {
  if (key == "run.seed") throw ConfigError("run.seed: seeds = [...] has the seeds of a sweep");
  if (key.starts_with(kWorkload)) {
    for (const std::string& workload : workloads) check_size(key, value, workload);
    return;
  }
  std::vector<std::string> names;
  for (const KeyDefault& known : all_keys()) {
    if (known.name == key) {
      known.parse(value);
      return;
    }
    names.emplace_back(known.name);
  }
  unknown_key(key, names);
}

void check_plain_name(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  if (name.empty() || !std::ranges::all_of(name, plain))
    throw ConfigError("'" + shown(name) + "' is no name; letters, digits, '.', '_' and '-' are legal");
}

}  // namespace gputm::app
