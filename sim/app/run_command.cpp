#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/output_file.h"
#include "app/report.h"

namespace gputm::app {

int run_command(const RunOptions& options) {
  Outputs outputs(options.json, options.history, options.trace.file);
  const RunReport report = run_workload(options, outputs.history());
  outputs.finish(result_json(report, options.command), result_table(report));
  return report.passed() ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
