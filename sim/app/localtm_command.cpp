#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line/command_settings.h"
#include "app/commands.h"
#include "app/localtm/localtm_runner.h"
#include "app/output_file.h"
#include "app/progress.h"
#include "app/table_text.h"
#include "launch/result_document.h"

namespace gputm::app {
namespace {

LocaltmRun to_run(const LocaltmOptions& options) {
  LocaltmSettings settings;
  apply_settings(settings, options.settings);
  return {.workload = options.workload,
          .system = options.system,
          .instruction_cycles = settings.instruction_cycles,
          .max_stuck_cycles = settings.max_stuck_cycles,
          .seed = options.seed,
          .check_history = options.check_history,
          .options = {.exact = settings.exact,
                      .shared_readers = settings.shared_readers,
                      .migratory = settings.migratory,
                      .undo_entries = settings.undo_entries,
                      .work_item_lists = settings.work_item_lists,
                      .epochs = settings.epochs,
                      .stall_leaving = settings.stall_leaving,
                      .row_serial = settings.row_serial,
                      .staged = settings.staged},
          .trace = {.file = options.trace.file, .start = options.trace.start, .end = options.trace.end}};
}

nlohmann::ordered_json to_json(const LocaltmReport& report, const std::string& command) {
  const localtm::RunCounts& c = report.counts;
  nlohmann::ordered_json json;
  json["schema_version"] = launch::kResultSchemaVersion;
  json["gputm"] = launch::origin(command, {});
  json["workload"] = report.run.workload;
  json["system"] = report.run.system;
  const engines::localtm::BankOptions options = localtm_bank_options(report.run.system, report.run.options);
  json["config"] = {{"lds",
                     {{"instruction_cycles", report.run.instruction_cycles},
                      {"max_stuck_cycles", report.run.max_stuck_cycles},
                      {"exact", options.exact},
                      {"shared_readers", options.shared_readers},
                      {"migratory", options.migratory},
                      {"undo_entries", options.undo_entries},
                      {"lists", options.work_item_lists || options.epochs != 0 ? "work_item" : "wavefront"},
                      {"epochs", options.epochs},
                      {"stall_leaving", options.stall_leaving},
                      {"row_serial", options.row_serial},
                      {"staged", options.staged}}}};
  json["seed"] = report.run.seed;
  json["cycles"] = c.cycles;
  json["wavefront_cycles"] = {{"plain", c.plain_cycles},
                              {"transaction", c.tx_cycles},
                              {"memory_overhead", c.overhead_cycles},
                              {"begin_commit", c.control_cycles}};
  json["tx"] = {{"begins", c.lane_commits + c.lane_aborts},
                {"commits", c.lane_commits},
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
                  {"kcycles_per_s", static_cast<double>(c.cycles) / report.seconds / 1000},
                  {"peak_mib", launch::peak_resident_mib()}};
  return json;
}

std::string table(const LocaltmReport& report) {
  const localtm::RunCounts& c = report.counts;
  const Cycle whole = c.plain_cycles + c.tx_cycles + c.overhead_cycles + c.control_cycles;
  const auto share = [&](Cycle part) { return format("%5.1f%%", 100 * ratio(part, whole)); };
  return row("workload", report.run.workload) + row("system", report.run.system) +
         row("options of the banks", describe(localtm_bank_options(report.run.system, report.run.options))) +
         row("seed", std::to_string(report.run.seed)) + row("cycles", grouped(c.cycles)) +
         row("  code outside", share(c.plain_cycles)) + row("  code in transactions", share(c.tx_cycles)) +
         row("  memory overhead", share(c.overhead_cycles)) +
         row("  begin and commit", share(c.control_cycles)) +
         row("transactions committed", grouped(c.lane_commits)) +
         row("aborts", grouped(c.lane_aborts) + format(" (commit ratio %.3f)", c.commit_ratio())) +
         row("wavefront attempts",
             grouped(c.wavefront_attempts) + ", " + grouped(c.wavefront_restarts) + " with aborts") +
         row("conflicts", grouped(c.true_conflicts) + " true, " + grouped(c.false_conflicts) + " false, " +
                              grouped(c.reader_conflicts) + " with readers, " + grouped(c.overflows) +
                              " overflows") +
         row("serializations", grouped(c.wavefront_serializations) + " wavefront, " +
                                   grouped(c.work_group_serializations) + " work-group") +
         row("result", report.check) + row("history", report.history) +
         row("simulated in", format("%.2f s: %.1f kcycles/s", report.seconds,
                                    static_cast<double>(c.cycles) / report.seconds / 1000));
}

}  // namespace

int localtm_command(const LocaltmOptions& options) {
  const LocaltmRun run = to_run(options);
  if (run.system == "serial" && !options.history.empty())
    throw UsageError("--history: serial has no attempts of transactions");
  Outputs outputs(options.json, options.history, options.trace.file);
  ProgressLine progress(options.workload + " " + options.system, tm::LdsSizes{}.group_wavefronts(),
                        "wavefronts");
  const LocaltmReport report = run_localtm(
      run, outputs.history(), [&](Cycle cycles, unsigned ended) { progress.update(cycles, ended); });
  progress.clear();
  require_written({outputs.finish(to_json(report, options.command), table(report))});
  return report.passed() ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
