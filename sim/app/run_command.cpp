#include <algorithm>
#include <iterator>
#include <list>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/commands.h"
#include "app/kernel_checks.h"
#include "app/output_file.h"
#include "app/recording.h"
#include "app/report.h"
#include "app/runner.h"
#include "launch/stuck_document.h"
#include "workloads/workload.h"

namespace gputm::app {

int run_command(const RunOptions& options) {
  // Files written by the workload.
  std::vector<OutputName> names;
  std::list<OutputFile> files;
  RunStreams streams;
  for (const workloads::WorkloadFile& file : workloads::find_workload(options.workload).files) {
    const auto named = options.files.find(file.option);
    if (!file.written || named == options.files.end()) continue;
    names.push_back({"--" + named->first, named->second});
    streams.files[named->first] = files.emplace_back(named->second).stream();
  }
  KernelChecks checks(options.checks);
  streams.checks = &checks;
  Recording recording(options);
  std::ranges::copy(recording.names(), std::back_inserter(names));
  streams.recording = &recording;
  Outputs outputs(options.json, options.history, options.trace.file, names);
  streams.history = outputs.history();
  const RunReport report = [&] {
    try {
      return run_workload(options, streams);
    } catch (const gpu::StuckError& error) {
      outputs.stuck(launch::stuck_document(error.report(), effective_config(options), options.system,
                                           {{"workload", options.workload}}, options.command));
      throw;
    }
  }();
  nlohmann::ordered_json document = result_json(report, options.command);
  const bool clean = checks.finish(document);
  const std::string results = outputs.finish(document, result_table(report));
  std::string others;
  if (report.check == "pass") {
    for (OutputFile& file : files)
      if (!file.finish()) others = file.problem();
  }
  require_written({results, recording.finish(), others});
  return report.passed() && clean ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
