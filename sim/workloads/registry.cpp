#include <algorithm>
#include <array>
#include <sstream>

#include "base/read_file.h"
#include "workloads/apriori.h"
#include "workloads/atm.h"
#include "workloads/barnes_hut.h"
#include "workloads/cloth.h"
#include "workloads/cuda_cuts.h"
#include "workloads/frontier_search.h"
#include "workloads/graph_contractions.h"
#include "workloads/hash_table.h"
#include "workloads/lds_genetic.h"
#include "workloads/lds_hash_table.h"
#include "workloads/lds_k_means.h"
#include "workloads/list_changes.h"
#include "workloads/list_insertions.h"
#include "workloads/queue_rounds.h"
#include "workloads/red_black_tree_changes.h"
#include "workloads/search_tree_changes.h"
#include "workloads/si_anomalies.h"
#include "workloads/tiered_hash_table.h"
#include "workloads/travel_agency.h"
#include "workloads/workload.h"

namespace gputm::workloads {

std::span<const WorkloadInfo> all_workloads() {
  static const std::array workloads = {HashTable::info_high_contention(),
                                       HashTable::info_low_contention(),
                                       Atm::info(),
                                       Cloth::info(),
                                       BarnesHut::info(),
                                       CudaCuts::info(),
                                       Apriori::info(),
                                       ListInsertions::info(),
                                       ListInsertions::info_large(),
                                       SearchTreeChanges::info_removals(),
                                       SearchTreeChanges::info_mixed(),
                                       RedBlackTreeChanges::info(),
                                       RedBlackTreeChanges::info_large(),
                                       GraphContractions::info(),
                                       GraphContractions::info_large(),
                                       VacationChanges::info(),
                                       VacationReservations::info(),
                                       ListChanges::info(),
                                       QueueRounds::info(),
                                       WriteSkew::info(),
                                       Receipts::info(),
                                       Rings::info(),
                                       LdsHashTable::info(),
                                       LdsKMeans::info(),
                                       LdsGenetic::info(),
                                       TieredHashTable::info(),
                                       FrontierSearch::info()};
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

namespace {

/// File of that option. Throws ConfigError if the workload has none, or if a key already sets its contents.
const WorkloadFile& find_file(const WorkloadInfo& info, const std::string& option, const Config& config) {
  const auto file = std::ranges::find(info.files, option, &WorkloadFile::option);
  if (file == info.files.end()) {
    std::string others;
    for (const WorkloadInfo& other : all_workloads()) {
      if (std::ranges::find(other.files, option, &WorkloadFile::option) != other.files.end())
        others += (others.empty() ? "" : ", ") + std::string(other.name);
    }
    throw ConfigError("--" + option + ": " + std::string(info.name) +
                      " has no such file; of the workloads have: " + others);
  }
  for (const std::string_view key : file->replaces) {
    if (config.workload.contains(key))
      throw ConfigError("workload." + std::string(key) + ": --" + option + " has it, so it cannot be set");
  }
  return *file;
}

void read_file(Workload& workload, const std::string& option, const std::string& name) {
  try {
    std::istringstream file(gputm::read_file(name));
    workload.read(option, file);
  } catch (const FileError& error) {
    throw ConfigError("--" + option + ": cannot read " + name + ": " + error.what());
  } catch (const Error& error) {
    throw ConfigError("--" + option + ": " + name + ": " + error.what());
  }
}

}  // namespace

void Workload::read(std::string_view option, std::istream& /*file*/) {
  throw Error("the workload reads no " + std::string(option));
}

void Workload::write(std::string_view option, std::ostream& /*file*/, const gpu::Gpu& /*gpu*/) const {
  throw Error("the workload writes no " + std::string(option));
}

std::unique_ptr<Workload> make_workload(std::string_view name, Config& config, const Files& files) {
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
  for (const auto& [option, file] : files) find_file(info, option, config);
  auto workload = info.make(std::move(sizes), static_cast<std::uint32_t>(config.machine.run.seed));
  for (const auto& [option, file] : files)
    if (!find_file(info, option, config).written) read_file(*workload, option, file);
  config.workload.clear();
  for (const auto& [key, value] : workload->sizes()) config.workload[key] = value;
  return workload;
}

}  // namespace gputm::workloads
