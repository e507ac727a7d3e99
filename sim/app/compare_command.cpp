#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <future>
#include <span>
#include <thread>
#include <vector>

#include "app/commands.h"
#include "app/output_file.h"
#include "app/report.h"
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

/// Concurrent runs, as many as there are processors, with reports in order
class ParallelRuns {
 public:
  explicit ParallelRuns(std::span<const RunOptions> runs) : runs_(runs), reports_(runs.size()) {
    const auto workers =
        std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), runs.size());
    for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
  }
  ParallelRuns(const ParallelRuns&) = delete;
  ParallelRuns& operator=(const ParallelRuns&) = delete;
  /// Prevents the start of further runs.
  ~ParallelRuns() { next_ = runs_.size(); }

  /// Waits for the run and returns its report, or throws its error. To be called once per run.
  RunReport report(std::size_t run) { return reports_[run].get_future().get(); }

 private:
  void work() {
    for (std::size_t run = next_++; run < runs_.size(); run = next_++) {
      try {
        reports_[run].set_value(run_workload(runs_[run]));
      } catch (...) {
        reports_[run].set_exception(std::current_exception());
      }
    }
  }

  std::span<const RunOptions> runs_;
  std::vector<std::promise<RunReport>> reports_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> workers_;  // last member: they end before the objects that they use
};

}  // namespace

int compare_command(const CompareOptions& options) {
  // Ideal TM is the reference for the others, so it comes first.
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

  Outputs outputs(options.json);
  outputs.text("machine " + options.machine.config +
               "; x ideal: cycles over those of ideal TM; /c: per committed transaction\n" +
               comparison_header());
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  bool passed = true;
  Cycle ideal_cycles = 0;
  ParallelRuns reports(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunOptions& run = runs[i];
    const RunReport report = reports.report(i);
    if (run.system == systems.front()) ideal_cycles = run.system == "ideal" ? report.result.cycles : 0;
    outputs.text(comparison_row(report, ideal_cycles));
    results.push_back(result_json(report, options.command));
    passed = passed && report.passed();
  }
  require_written({outputs.finish(results)});
  return passed ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
