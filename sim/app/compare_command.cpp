#include <algorithm>
#include <iostream>

#include "app/commands.h"
#include "app/report.h"

namespace gputm::app {

int compare_command(const CompareOptions& options) {
  const Config config = effective_config(options.machine);
  std::cout << "machine " << options.machine.config << ", seed " << config.machine.run.seed
            << "; x ideal: cycles over those of ideal TM; /c: per committed transaction\n"
            << comparison_header() << std::flush;
  bool passed = true;
  for (const std::string& workload : options.workloads) {
    // Ideal TM is what the others are measured by, so it runs first; rows keep the order that was asked for.
    std::vector<RunReport> reports;
    Cycle ideal_cycles = 0;
    std::vector<std::string> order = options.systems;
    std::ranges::stable_partition(order, [](const std::string& system) { return system == "ideal"; });
    for (const std::string& system : order) {
      RunOptions run;
      run.workload = workload;
      run.system = system;
      run.machine = options.machine;
      reports.push_back(run_workload(run));
      if (system == "ideal") ideal_cycles = reports.back().result.cycles;
      passed = passed && reports.back().passed();
    }
    for (const std::string& system : options.systems) {
      const auto report = std::ranges::find(reports, system, &RunReport::system);
      std::cout << comparison_row(*report, ideal_cycles) << std::flush;
    }
  }
  return passed ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
