#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/lds/lds_runner.h"
#include "app/output_file.h"
#include "app/report.h"

namespace gputm::app {
namespace {

unsigned number(const std::string& key, const std::string& value, unsigned limit) {
  unsigned result = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, result);
  if (error != std::errc() || stop != end || result > limit) {
    throw UsageError(key + ": '" + value.substr(0, 40) + "' is not in 0.." + std::to_string(limit));
  }
  return result;
}

void apply(LdsRun& run, const std::string& setting) {
  const std::size_t equals = std::min(setting.find('='), setting.size());
  const std::string key = setting.substr(0, equals);
  const std::string value = setting.substr(std::min(equals + 1, setting.size()));
  if (key == "lds.instruction_cycles") {
    run.instruction_cycles = number(key, value, 1000);
  } else if (key == "lds.exact") {
    run.options.exact = number(key, value, 1) != 0;
  } else if (key == "lds.shared_readers") {
    run.options.shared_readers = number(key, value, 1) != 0;
  } else if (key == "lds.undo_entries") {
    run.options.undo_entries = number(key, value, 256);
  } else if (key == "lds.walk") {
    if (value != "links" && value != "scan")
      throw UsageError("lds.walk: '" + value.substr(0, 40) + "' is not links or scan");
    run.options.scan_walk = value == "scan";
  } else if (key == "lds.row_serial") {
    run.options.row_serial = number(key, value, 1) != 0;
  } else {
    throw UsageError("unknown setting '" + setting.substr(0, 40) +
                     "'; there are lds.instruction_cycles=0..1000, lds.exact=0|1, lds.shared_readers=0|1, "
                     "lds.undo_entries=0|2..256, lds.walk=links|scan and lds.row_serial=0|1");
  }
}

LdsRun to_run(const LdsOptions& options) {
  LdsRun run{.workload = options.workload,
             .system = options.system,
             .seed = options.seed,
             .trace = {.file = options.trace.file, .start = options.trace.start, .end = options.trace.end}};
  for (const std::string& setting : options.settings) apply(run, setting);
  return run;
}

nlohmann::ordered_json to_json(const LdsReport& report) {
  const lds::RunCounts& c = report.counts;
  nlohmann::ordered_json json;
  json["schema_version"] = kResultSchemaVersion;
  json["workload"] = report.run.workload;
  json["system"] = report.run.system;
  const engines::localtm::BankOptions options = lds_bank_options(report.run.system, report.run.options);
  json["config"] = {{"lds",
                     {{"instruction_cycles", report.run.instruction_cycles},
                      {"exact", options.exact},
                      {"shared_readers", options.shared_readers},
                      {"undo_entries", options.undo_entries},
                      {"walk", options.scan_walk ? "scan" : "links"},
                      {"row_serial", options.row_serial}}}};
  json["seed"] = report.run.seed;
  json["cycles"] = c.cycles;
  json["wavefront_cycles"] = {{"plain", c.plain_cycles},
                              {"transaction", c.tx_cycles},
                              {"memory_overhead", c.overhead_cycles},
                              {"begin_commit", c.control_cycles}};
  json["tx"] = {{"commits", c.lane_commits},
                {"aborts", c.lane_aborts},
                {"wavefront_attempts", c.wavefront_attempts},
                {"wavefront_restarts", c.wavefront_restarts},
                {"accesses", c.tx_accesses},
                {"true_conflicts", c.true_conflicts},
                {"false_conflicts", c.false_conflicts},
                {"reader_conflicts", c.reader_conflicts},
                {"overflows", c.overflows},
                {"wavefront_serializations", c.wavefront_serializations},
                {"work_group_serializations", c.work_group_serializations}};
  json["races"] = c.races;
  json["check"] = {{"result", report.check}, {"history", report.history}};
  json["host"] = {{"seconds", report.seconds},
                  {"kcycles_per_s", static_cast<double>(c.cycles) / report.seconds / 1000}};
  return json;
}

std::string table(const LdsReport& report) {
  const lds::RunCounts& c = report.counts;
  std::string text;
  const auto row = [&](const char* name, const std::string& value) {
    std::array<char, 40> label{};
    std::snprintf(label.data(), label.size(), "%-26s", name);
    text += label.data() + value + "\n";
  };
  const double whole =
      std::max(1.0, static_cast<double>(c.plain_cycles + c.tx_cycles + c.overhead_cycles + c.control_cycles));
  const auto share = [&](Cycle part) {
    std::array<char, 40> value{};
    std::snprintf(value.data(), value.size(), "%5.1f%%", 100 * static_cast<double>(part) / whole);
    return std::string(value.data());
  };
  std::array<char, 40> ratio{};
  std::snprintf(ratio.data(), ratio.size(), "%.3f", c.commit_ratio());
  row("workload", report.run.workload);
  row("system", report.run.system);
  row("options of the banks", describe(lds_bank_options(report.run.system, report.run.options)));
  row("cycles", std::to_string(c.cycles));
  row("  code outside", share(c.plain_cycles));
  row("  code in transactions", share(c.tx_cycles));
  row("  memory overhead", share(c.overhead_cycles));
  row("  begin and commit", share(c.control_cycles));
  row("commits", std::to_string(c.lane_commits));
  row("aborts", std::to_string(c.lane_aborts) + " (commit ratio " + ratio.data() + ")");
  row("wavefront attempts",
      std::to_string(c.wavefront_attempts) + ", " + std::to_string(c.wavefront_restarts) + " with aborts");
  row("conflicts", std::to_string(c.true_conflicts) + " true, " + std::to_string(c.false_conflicts) +
                       " false, " + std::to_string(c.reader_conflicts) + " with readers, " +
                       std::to_string(c.overflows) + " overflows");
  row("serializations", std::to_string(c.wavefront_serializations) + " wavefront, " +
                            std::to_string(c.work_group_serializations) + " work-group");
  row("check of the result", report.check);
  row("check of the history", report.history);
  return text;
}

}  // namespace

int lds_command(const LdsOptions& options) {
  const LdsRun run = to_run(options);
  ResultOutput output(options.json);
  OutputFile history(options.history);
  OutputFile(options.trace.file).finish();
  const LdsReport report = run_lds(run, history.stream());
  history.finish();
  output.text(table(report));
  output.json(to_json(report));
  return report.passed() ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
