#include <nlohmann/json.hpp>

#include "app/command_line/command_settings.h"
#include "app/commands.h"
#include "app/output_file.h"
#include "app/progress.h"
#include "app/snapshot_report.h"
#include "engines/snapshot/dependency_unit_rtl.h"
#include "workloads/streams/stream_runner.h"

namespace gputm::app {
namespace {

const workloads::StreamInfo& find_stream(const std::string& name) {
  std::vector<std::string> names;
  for (const workloads::StreamInfo& info : workloads::all_streams()) {
    if (info.name == name) return info;
    names.emplace_back(info.name);
  }
  throw UsageError("unknown stream '" + shown(name) + "'" + suggestion(name, names));
}

}  // namespace

int snapshot_command(const SnapshotOptions& options) {
  const workloads::StreamInfo& info = find_stream(options.stream);
  StreamSettings settings{
      .threads = info.sizes.threads, .transactions = info.sizes.transactions, .size = info.sizes.size};
  apply_settings(settings, options.settings);
  if (settings.size < info.least_size) {
    throw UsageError("stream.size must be at least " + std::to_string(info.least_size) + " for " +
                     options.stream);
  }
  SnapshotReport report;
  report.stream = options.stream;
  report.pushing = settings.pushing;
  report.options = {
      .sizes = {.threads = settings.threads, .transactions = settings.transactions, .size = settings.size},
      .gap = settings.gap,
      .seed = options.seed,
      .max_stuck_cycles = settings.max_stuck_cycles,
      .check_history = options.check_history};
  Outputs outputs(options.json, options.history, options.trace.file);
  report.options.history = outputs.history();

  const auto unit = engines::snapshot::make_dependency_unit(
      {.file = options.trace.file, .start = options.trace.start, .end = options.trace.end}, report.pushing);
  const auto stream = info.make(report.options.sizes);
  ProgressLine progress(options.stream, std::uint64_t{settings.threads} * settings.transactions,
                        "transactions");
  report.options.progress = [&](Cycle cycles, std::uint64_t commits) { progress.update(cycles, commits); };
  report.result = workloads::run_stream(*stream, *unit, report.options);
  progress.clear();

  require_written({outputs.finish(snapshot_json(report, options.command), snapshot_table(report))});
  return report.passed() ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
