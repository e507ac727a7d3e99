#include <nlohmann/json.hpp>

#include <vector>

#include "app/commands.h"
#include "app/comparison.h"
#include "app/output_file.h"
#include "app/report.h"

namespace gputm::app {

int compare_command(const CompareOptions& options) {
  const std::vector<RunOptions> runs = comparison_runs(options);
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
    if (run.system == runs.front().system) ideal_cycles = run.system == "ideal" ? report.result.cycles : 0;
    outputs.text(comparison_row(report, ideal_cycles));
    results.push_back(result_json(report, options.command));
    passed = passed && report.passed();
  }
  require_written({outputs.finish(results)});
  return passed ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
