#include "app/commands.h"
#include "app/output_file.h"
#include "app/report.h"

namespace gputm::app {

int run_command(const RunOptions& options) {
  ResultOutput output(options.json);
  const RunReport report = run_workload(options);
  output.text(result_table(report));
  output.json(result_json(report));
  return report.passed() ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
