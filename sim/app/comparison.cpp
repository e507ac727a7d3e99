#include "app/comparison.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "app/stop_signals.h"
#include "workloads/workload.h"

namespace gputm::app {
namespace {

bool has_key(const std::string& workload, std::string_view setting) {
  const auto& keys = workloads::find_workload(workload).keys;
  return std::ranges::any_of(keys, [&](const workloads::WorkloadKey& key) {
    return setting.starts_with(std::string(key.name) + "=");
  });
}

/// Options for one of the workloads: its sizes for comparisons (unless `full`), then the user's settings,
/// except for keys known only to another workload.
MachineOptions options_for(const std::string& workload, const CompareOptions& options) {
  constexpr std::string_view kPrefix = "workload.";
  MachineOptions machine = options.machine;
  machine.settings.clear();
  if (!options.full) {
    for (std::string_view size : workloads::find_workload(workload).comparison_sizes) {
      machine.settings.push_back(std::string(kPrefix) + std::string(size));
    }
  }
  for (const std::string& setting : options.machine.settings) {
    const bool for_others = setting.starts_with(kPrefix) &&
                            !has_key(workload, setting.substr(kPrefix.size())) &&
                            std::ranges::any_of(options.workloads, [&](const std::string& other) {
                              return has_key(other, setting.substr(kPrefix.size()));
                            });
    if (!for_others) machine.settings.push_back(setting);
  }
  return machine;
}

}  // namespace

std::vector<RunOptions> comparison_runs(const CompareOptions& options) {
  std::vector<std::string> systems = options.systems;
  std::stable_partition(systems.begin(), systems.end(),
                        [](const std::string& system) { return system == "ideal"; });
  std::vector<RunOptions> runs;
  for (const std::string& workload : options.workloads) {
    for (const std::string& system : systems) {
      RunOptions run;
      run.workload = workload;
      run.system = system;
      run.machine = options_for(workload, options);
      run.progress = false;
      check_options(run);
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

ParallelRuns::ParallelRuns(std::span<const RunOptions> runs) : runs_(runs), reports_(runs.size()) {
  const auto workers = std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), runs.size());
  for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
}

RunReport ParallelRuns::report(std::size_t run, const std::function<void()>& wait) {
  std::future<RunReport> report = reports_[run].get_future();
  while (report.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready)
    if (wait) wait();
  return report.get();
}

void ParallelRuns::work() {
  RunStreams streams;
  streams.watch = [this](Cycle, double) {
    if (end_) throw Interrupted("the comparison has ended");
  };
  for (std::size_t run = next_++; run < runs_.size() && !end_; run = next_++) {
    try {
      reports_[run].set_value(run_workload(runs_[run], streams));
    } catch (...) {
      reports_[run].set_exception(std::current_exception());
    }
  }
}

}  // namespace gputm::app
