#include <algorithm>
#include <array>

#include "workloads/apriori.h"
#include "workloads/atm.h"
#include "workloads/barnes_hut.h"
#include "workloads/cloth.h"
#include "workloads/cuda_cuts.h"
#include "workloads/hash_table.h"
#include "workloads/workload.h"

namespace gputm::workloads {

std::span<const WorkloadInfo> all_workloads() {
  static const std::array workloads = {HashTable::info_high_contention(),
                                       HashTable::info_low_contention(),
                                       Atm::info(),
                                       Cloth::info(),
                                       BarnesHut::info(),
                                       CudaCuts::info(),
                                       Apriori::info()};
  return workloads;
}

const WorkloadInfo& find_workload(std::string_view name) {
  const auto infos = all_workloads();
  const auto info = std::ranges::find(infos, name, &WorkloadInfo::name);
  if (info != infos.end()) return *info;
  std::vector<std::string> names;
  for (const WorkloadInfo& other : infos) names.emplace_back(other.name);
  throw ConfigError("unknown workload '" + shown(name) + "'" + suggestion(name, names));
}

std::unique_ptr<Workload> make_workload(std::string_view name, Config& config) {
  const WorkloadInfo& info = find_workload(name);
  Sizes sizes;
  for (const WorkloadKey& key : info.keys)
    sizes[std::string(key.name)] = static_cast<std::uint32_t>(key.default_value);
  for (const auto& [key_name, value] : config.workload) {
    const auto key = std::ranges::find(info.keys, key_name, &WorkloadKey::name);
    if (key == info.keys.end()) {
      std::vector<std::string> names;
      for (const WorkloadKey& other : info.keys) names.emplace_back(other.name);
      throw ConfigError("workload." + shown(key_name) + ": " + std::string(name) + " has no such key" +
                        suggestion(key_name, names));
    }
    if (value < key->min || value > key->max) {
      throw ConfigError("workload." + key_name + ": " + std::to_string(value) + " is outside " +
                        std::to_string(key->min) + ".." + std::to_string(key->max));
    }
    sizes[key_name] = static_cast<std::uint32_t>(value);
  }
  for (const auto& [key, value] : sizes) config.workload[key] = value;
  return info.make(std::move(sizes), static_cast<std::uint32_t>(config.machine.run.seed));
}

isa::Program load_program(const Workload& workload, std::string_view name) {
  return isa::Program::parse(workload.elf(), name, isa::Program::Analysis::kKernels);
}

}  // namespace gputm::workloads
