#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "app/commands.h"
#include "app/deps_report.h"
#include "app/output_file.h"
#include "app/progress.h"
#include "base/config.h"
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
  throw UsageError("unknown stream '" + name.substr(0, 40) + "'" + suggestion(name, names));
}

void apply(DepsReport& report, const std::string& setting) {
  struct Key {
    const char* name;
    unsigned* value;
    unsigned min, max;
  };
  workloads::StreamOptions& options = report.options;
  const std::array keys{Key{"stream.threads", &options.sizes.threads, 1, 100'000},
                        Key{"stream.transactions", &options.sizes.transactions, 1, 100'000},
                        Key{"stream.size", &options.sizes.size, 0, 1'000'000},
                        Key{"stream.gap", &options.gap, 0, 1'000'000},
                        Key{"unit.pushing", &report.pushing, 0, 1}};
  const std::size_t equals = setting.find('=');
  const std::string name = setting.substr(0, std::min<std::size_t>(equals, 40));
  if (equals == std::string::npos) throw UsageError("--set: '" + name + "' is not key=value");
  const auto key = std::ranges::find(keys, name, [](const Key& k) { return std::string(k.name); });
  if (key == keys.end()) {
    std::vector<std::string> names;
    names.reserve(keys.size());
    for (const Key& k : keys) names.emplace_back(k.name);
    throw UsageError("unknown key '" + name + "'" + suggestion(name, names));
  }
  unsigned value = 0;
  const char* end = setting.data() + setting.size();
  const auto [parsed, error] = std::from_chars(setting.data() + equals + 1, end, value);
  if (error != std::errc() || parsed != end || value < key->min || value > key->max) {
    throw UsageError(name + " must be in " + std::to_string(key->min) + ".." + std::to_string(key->max));
  }
  *key->value = value;
}

}  // namespace

int deps_command(const DepsOptions& options) {
  const workloads::StreamInfo& info = find_stream(options.stream);
  DepsReport report;
  report.stream = options.stream;
  report.options.sizes = info.sizes;
  report.options.seed = options.seed;
  report.options.check_history = options.check_history;
  for (const std::string& setting : options.settings) apply(report, setting);
  if (report.options.sizes.size < info.least_size) {
    throw UsageError("stream.size must be at least " + std::to_string(info.least_size) + " for " +
                     options.stream);
  }
  ResultOutput output(options.json);
  OutputFile history(options.history);
  report.options.history = history.stream();
  OutputFile(options.trace.file).finish();

  const auto unit = engines::snapshot::make_dependency_unit(
      {.file = options.trace.file, .start = options.trace.start, .end = options.trace.end},
      report.pushing != 0);
  const auto stream = info.make(report.options.sizes);
  ProgressLine progress(options.stream,
                        std::uint64_t{report.options.sizes.threads} * report.options.sizes.transactions);
  report.options.progress = [&](Cycle cycles, std::uint64_t commits) { progress.update(cycles, commits); };
  const auto start = std::chrono::steady_clock::now();
  report.result = workloads::run_stream(*stream, *unit, report.options);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.clear();

  history.finish();
  output.text(deps_table(report));
  output.json(deps_json(report));
  return report.passed() ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
