#include <fstream>
#include <iostream>

#include "app/commands.h"
#include "app/report.h"

namespace gputm::app {

int run_command(const RunOptions& options) {
  // Found out before a long run, not after it.
  std::ofstream json_file;
  if (!options.json.empty() && options.json != "-") {
    json_file.open(options.json);
    if (!json_file) throw UsageError("cannot write " + options.json);
  }
  const RunReport report = run_workload(options);
  if (options.json == "-") {
    std::cout << result_json(report).dump(2) << '\n';
  } else {
    std::cout << result_table(report);
    if (json_file.is_open() && !(json_file << result_json(report).dump(2) << '\n' << std::flush)) {
      throw UsageError("cannot write " + options.json);
    }
  }
  return report.passed() ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
