#include <iomanip>
#include <iostream>

#include "app/commands.h"
#include "app/statistics_document.h"
#include "base/config.h"
#include "base/config_document.h"
#include "engines/systems.h"
#include "workloads/streams/stream.h"
#include "workloads/workload.h"

namespace gputm::app {
namespace {

void list_keys() {
  const Config defaults;
  for (const ConfigKey& key : config_keys()) {
    const std::uint64_t value = key.get(defaults.machine);
    std::cout << std::left << std::setw(34) << key.name << std::setw(34) << key.range() << std::setw(12)
              << (key.choices.empty() ? std::to_string(value) : std::string(key.choices[value]))
              << key.description;
    if (!key.unit.empty()) std::cout << " [" << key.unit << "]";
    std::cout << '\n';
  }
}

void list_all() {
  std::cout << "workloads (--set workload.KEY=VALUE changes a size)\n";
  for (const workloads::WorkloadInfo& info : workloads::all_workloads()) {
    std::cout << "  " << std::left << std::setw(10) << info.name << info.summary << '\n';
    for (const workloads::WorkloadKey& key : info.keys) {
      std::cout << "    " << std::setw(18) << key.name << std::setw(14)
                << (std::to_string(key.min) + ".." + std::to_string(key.max)) << " default " << std::setw(9)
                << key.default_value << key.description << " [" << key.unit << "]\n";
    }
  }
  std::cout << "systems (--tm)\n";
  for (const engines::SystemInfo& info : engines::systems()) {
    std::cout << "  " << std::setw(10) << info.name << info.description << '\n';
  }
  std::cout << "streams (gputm deps; --set stream.KEY=VALUE changes threads, transactions, size or gap)\n";
  for (const workloads::StreamInfo& info : workloads::all_streams()) {
    std::cout << "  " << std::setw(10) << info.name << info.summary << " (" << info.sizes.threads << " x "
              << info.sizes.transactions << ", size " << info.sizes.size << ")\n";
  }
  std::cout << "local-memory workloads (gputm lds)\n"
            << "  ht2, ht4 .. ht256   an insertion into one of so many hash tables\n"
            << "  km2, km4 .. km256   K-means with so many centres\n"
            << "  ga2, ga4 .. ga256   genetic algorithm with so many solutions\n"
            << "  rm2, rm4 .. rm1024  transactions that mostly read, over so many words\n"
            << "machines (--config)\n ";
  for (std::string_view name : builtin_configs()) std::cout << ' ' << name;
  std::cout << '\n';
}

}  // namespace

int list_command(const ListOptions& options) {
  if (options.keys) {
    if (options.markdown) {
      std::cout << configuration_document();
    } else {
      list_keys();
    }
  } else if (options.statistics) {
    std::cout << statistics_document();
  } else {
    list_all();
  }
  return kExitPass;
}

}  // namespace gputm::app
