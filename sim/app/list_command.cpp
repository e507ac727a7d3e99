#include <iomanip>
#include <iostream>

#include "app/command_line/command_settings.h"
#include "app/commands.h"
#include "app/config_document.h"
#include "app/localtm/localtm_runner.h"
#include "app/statistics_document.h"
#include "base/config.h"
#include "engines/localtm/lds_unit_rtl.h"
#include "engines/systems.h"
#include "localtm/workloads.h"
#include "workloads/streams/stream.h"
#include "workloads/workload.h"

namespace gputm::app {
namespace {

void list_keys() {
  for (const KeyDefault& key : all_keys()) {
    std::cout << std::left << std::setw(34) << key.name << std::setw(34) << key.range() << std::setw(12)
              << (key.choices.empty() ? std::to_string(key.initial) : std::string(key.choices[key.initial]))
              << key.description;
    if (!key.unit.empty()) std::cout << " [" << key.unit << "]";
    std::cout << '\n';
  }
}

template <typename Settings>
void list_settings(std::span<const SettingKey<Settings>> keys) {
  for (const SettingKey<Settings>& key : keys) {
    std::cout << "    " << std::left << std::setw(26) << key.name << std::setw(24) << key.range()
              << key.description;
    if (!key.unit.empty()) std::cout << " [" << key.unit << "]";
    std::cout << '\n';
  }
}

void list_all() {
  std::cout << "workloads (gputm run; --set workload.KEY=VALUE changes a size)\n";
  for (const workloads::WorkloadInfo& info : workloads::all_workloads()) {
    std::cout << "  " << std::left << std::setw(10) << info.name << info.summary << '\n';
    for (const workloads::WorkloadKey& key : info.keys) {
      std::cout << "    " << std::setw(18) << key.name << std::setw(14)
                << (std::to_string(key.min) + ".." + std::to_string(key.max)) << " default " << std::setw(9)
                << key.default_value << key.description << " [" << key.unit << "]\n";
    }
  }
  std::cout << "systems (gputm run --tm)\n";
  for (const tm::SystemInfo& info : engines::systems()) {
    std::cout << "  " << std::setw(10) << info.name << info.description << '\n';
  }
  std::cout << "machines (--config)\n ";
  for (std::string_view name : builtin_configs()) std::cout << ' ' << name;
  std::cout << "\nstreams of transactions (gputm snapshot)\n";
  for (const workloads::StreamInfo& info : workloads::all_streams()) {
    std::cout << "  " << std::setw(10) << info.name << info.summary << " (" << info.sizes.threads << " x "
              << info.sizes.transactions << ", size " << info.sizes.size << ")\n";
  }
  list_settings(stream_keys());
  std::cout << "local-memory workloads (gputm localtm)\n";
  for (const localtm::WorkloadKind& kind : localtm::workload_kinds()) {
    const std::string name(kind.name);
    std::cout << "  " << std::setw(20) << name + "2, " + name + "4 .. " + name + std::to_string(kind.most)
              << kind.summary << '\n';
  }
  list_settings(localtm_keys());
  std::cout << "local memories (gputm localtm --tm)\n";
  for (const LocaltmSystem& system : localtm_systems()) {
    std::cout << "  " << std::setw(10) << system.name << system.description << '\n';
  }
  std::cout << "options of the local memory's banks that are built in together (--set lds.*)\n";
  for (const bool paper : {false, true}) {
    std::cout << "  " << std::setw(10) << (paper ? "paper" : "pipelined")
              << engines::localtm::built_in_options(paper) << '\n';
  }
  std::cout
      << "  exact     those of pipelined that have exact\n  ideal     all, but lists=work_item with a log\n"
         "  serial    none\n";
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
