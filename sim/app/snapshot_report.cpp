#include "app/snapshot_report.h"

#include <array>
#include <nlohmann/json.hpp>

#include "app/table_text.h"
#include "launch/result_document.h"

namespace gputm::app {
namespace {

using Result = tm::SnapshotAnswer::Result;

struct Reason {
  Result result;
  const char* key;
  const char* name;
};
constexpr std::array kReasons{
    Reason{Result::kSecondWriter, "second_writer", "second writer"},
    Reason{Result::kLateWriter, "late_writer", "late writer"},
    Reason{Result::kSuspected, "suspected", "suspected loop"},
    Reason{Result::kCycle, "cycle", "loop"},
    Reason{Result::kOverflow, "overflow", "table overflow"},
    Reason{Result::kExhausted, "exhausted", "dates exhausted"},
};

std::uint64_t count(const workloads::StreamResult& result, Result which) {
  return result.answers[static_cast<std::size_t>(which)];
}

}  // namespace

nlohmann::ordered_json snapshot_json(const SnapshotReport& report, const std::string& command) {
  const workloads::StreamResult& result = report.result;
  const workloads::StreamOptions& options = report.options;
  nlohmann::ordered_json json;
  json["schema_version"] = launch::kResultSchemaVersion;
  json["gputm"] = launch::origin(command, {});
  json["stream"] = report.stream;
  json["system"] = "snapshot";
  json["config"]["stream"] = {{"threads", options.sizes.threads},
                              {"transactions", options.sizes.transactions},
                              {"size", options.sizes.size},
                              {"gap", options.gap},
                              {"max_stuck_cycles", options.max_stuck_cycles}};
  json["config"]["unit"] = {{"pushing", report.pushing ? 1 : 0}};
  json["seed"] = options.seed;
  json["cycles"] = result.cycles;
  json["tx"] = {{"begins", result.commits + result.aborts},
                {"commits", result.commits},
                {"aborts", result.aborts},
                {"read_words", result.reads},
                {"write_words", result.writes}};
  json["check"] = {{"result", result.check}, {"history", result.history}};
  json["host"] = {{"seconds", result.seconds},
                  {"kcycles_per_s", static_cast<double>(result.cycles) / result.seconds / 1000},
                  {"peak_mib", launch::peak_resident_mib()}};
  auto& stats = json["stats"];
  stats["deps.operations"] = result.operations;
  stats["deps.edges"] = result.dependencies;
  if (result.loops_counted) {
    stats["deps.true_loops"] = result.true_loops;
    stats["deps.false_verdicts"] = result.false_verdicts;
  }
  stats["deps.waits"] = count(result, Result::kWait);
  for (const Reason& reason : kReasons)
    stats[std::string("deps.aborts.") + reason.key] = count(result, reason.result);
  stats["deps.most_running"] = result.most.running;
  stats["deps.most_retained"] = result.most.retained;
  stats["deps.most_writer_entries"] = result.most.writer_entries;
  stats["deps.most_reader_entries"] = result.most.reader_entries;
  stats["deps.most_held"] = result.most_held;
  return json;
}

std::string snapshot_table(const SnapshotReport& report) {
  const workloads::StreamResult& result = report.result;
  std::string aborts;
  for (const Reason& reason : kReasons) {
    if (count(result, reason.result) == 0) continue;
    aborts += (aborts.empty() ? "" : ", ") + grouped(count(result, reason.result)) + " " + reason.name;
  }
  return row("stream",
             report.stream + format(": %u threads x %u transactions, size %u", report.options.sizes.threads,
                                    report.options.sizes.transactions, report.options.sizes.size)) +
         row("seed", std::to_string(report.options.seed)) + row("cycles", grouped(result.cycles)) +
         row("operations", grouped(result.operations) +
                               format(" (%.3f a cycle)", ratio(result.operations, result.cycles))) +
         row("transactions committed", grouped(result.commits)) +
         row("words per transaction", format("%.2f read, %.2f written", ratio(result.reads, result.commits),
                                             ratio(result.writes, result.commits))) +
         row("aborts per commit", format("%.3f", ratio(result.aborts, result.commits))) +
         row("aborts by reason", aborts.empty() ? "none" : aborts) +
         row("dependencies", grouped(result.dependencies)) +
         row("refused dependencies", result.loops_counted
                                         ? grouped(result.true_loops) + " true loops, " +
                                               grouped(result.false_verdicts) + " false verdicts"
                                         : "not looked at") +
         row("snapshots asked again", grouped(count(result, Result::kWait))) +
         row("most at a time", grouped(result.most.running) + " running, " + grouped(result.most.retained) +
                                   " ids retained, " + grouped(result.most.writer_entries) + " writer and " +
                                   grouped(result.most.reader_entries) + " reader entries") +
         row("result", result.check) + row("history", result.history) +
         row("simulated in", format("%.2f s: %.1f kcycles/s", result.seconds,
                                    static_cast<double>(result.cycles) / result.seconds / 1000));
}

}  // namespace gputm::app
