#include "app/report.h"

#include <cctype>
#include <nlohmann/json.hpp>

#include "app/table_text.h"
#include "engines/systems.h"

namespace gputm::app {
namespace {

/// Adds the two time breakdowns to the statistics, in cycles.
void add_times(nlohmann::ordered_json& stats, const gpu::LaunchResult& result) {
  for (std::size_t i = 0; i < core::kThreadTimeNames.size(); ++i) {
    stats[std::string("time.thread.") + core::kThreadTimeNames[i]] = result.thread_times.cycles[i];
  }
  stats["time.core.EXEC"] = result.core_time.exec;
  stats["time.core.STALL"] = result.core_time.stall;
  stats["time.core.SCRB"] = result.core_time.scrb;
  stats["time.core.IDLE"] = result.core_time.idle;
}

}  // namespace

nlohmann::ordered_json result_json(const RunReport& report) {
  const gpu::LaunchResult& result = report.result;
  nlohmann::ordered_json json;
  json["schema_version"] = kResultSchemaVersion;
  json["workload"] = report.workload;
  json["system"] = report.system;
  json["config"] = to_json(report.config, engines::system_keys());
  json["seed"] = report.config.machine.run.seed;
  json["cycles"] = result.cycles;
  json["instructions"] = {{"warp", result.warp_instructions}, {"thread", result.thread_instructions}};
  json["tx"] = {{"begins", result.transactions.commits + result.transactions.aborts},
                {"commits", result.transactions.commits},
                {"aborts", result.transactions.aborts},
                {"read_words", result.transactions.read_words},
                {"write_words", result.transactions.write_words}};
  json["check"] = {{"result", report.check}, {"history", result.history}};
  json["host"] = {{"seconds", report.seconds},
                  {"thread_kips", report.thread_kips()},
                  {"kcycles_per_s", report.kcycles_per_s()},
                  {"peak_mib", report.peak_mib}};
  json["stats"] = result.statistics.to_json();
  add_times(json["stats"], result);
  return json;
}

std::string result_table(const RunReport& report) {
  const gpu::LaunchResult& result = report.result;
  const tm::TransactionCounters& tx = result.transactions;
  std::string text =
      row("workload", report.workload) + row("system", report.system) +
      row("seed", std::to_string(report.config.machine.run.seed)) +
      row("cycles", grouped(result.cycles) + " (core clock)") +
      row("instructions",
          grouped(result.warp_instructions) + " warp, " + grouped(result.thread_instructions) + " thread") +
      row("IPC", format("%.3f warp, %.3f thread", ratio(result.warp_instructions, result.cycles),
                        ratio(result.thread_instructions, result.cycles)));
  if (tx.commits != 0) {
    text += row("transactions committed", grouped(tx.commits)) +
            row("aborts per commit", format("%.3f", ratio(tx.aborts, tx.commits))) +
            row("words per transaction", format("%.2f read, %.2f written", ratio(tx.read_words, tx.commits),
                                                ratio(tx.write_words, tx.commits)));
  }

  std::uint64_t thread_cycles = 0;
  for (std::uint64_t cycles : result.thread_times.cycles) thread_cycles += cycles;
  std::string shares;
  for (std::size_t i = 0; i < core::kThreadTimeNames.size(); ++i) {
    shares += format("%s %.1f%%  ", core::kThreadTimeNames[i],
                     100 * ratio(result.thread_times.cycles[i], thread_cycles));
  }
  text += row("thread time", shares);
  const core::CoreTime& core = result.core_time;
  const std::uint64_t core_cycles = core.exec + core.stall + core.scrb + core.idle;
  text += row("core time", format("EXEC %.1f%%  STALL %.1f%%  SCRB %.1f%%  IDLE %.1f%%",
                                  100 * ratio(core.exec, core_cycles), 100 * ratio(core.stall, core_cycles),
                                  100 * ratio(core.scrb, core_cycles), 100 * ratio(core.idle, core_cycles)));
  text += row("result", report.check) + row("history", result.history) +
          row("simulated in", format("%.2f s: %.0f thread-KIPS, %.1f kcycles/s", report.seconds,
                                     report.thread_kips(), report.kcycles_per_s()));
  return text;
}

std::string comparison_header() {
  return format("%-9s %-8s %12s %9s %10s %8s %7s %7s  %-6s %-7s %8s\n", "workload", "system", "cycles",
                "x ideal", "commits", "aborts/c", "read/c", "write/c", "result", "history", "seconds");
}

std::string comparison_row(const RunReport& report, Cycle ideal_cycles) {
  const gpu::LaunchResult& result = report.result;
  const tm::TransactionCounters& tx = result.transactions;
  const std::string relative = ideal_cycles == 0 ? "-" : format("%.2f", ratio(result.cycles, ideal_cycles));
  const auto per_commit = [&](std::uint64_t count) {
    return tx.commits == 0 ? std::string("-") : format("%.2f", ratio(count, tx.commits));
  };
  std::string text = format(
      "%-9s %-8s %12s %9s %10s %8s %7s %7s  %-6s %-7s %8.2f\n", report.workload.c_str(),
      report.system.c_str(), grouped(result.cycles).c_str(), relative.c_str(),
      tx.commits == 0 ? "-" : grouped(tx.commits).c_str(), per_commit(tx.aborts).c_str(),
      per_commit(tx.read_words).c_str(), per_commit(tx.write_words).c_str(),
      report.check == "pass" ? "pass" : "FAIL",
      result.history == "pass" || result.history == "off" ? result.history.c_str() : "FAIL", report.seconds);
  if (report.check != "pass") text += "  result: " + report.check + "\n";
  if (result.history != "pass" && result.history != "off") text += "  history: " + result.history + "\n";
  return text;
}

}  // namespace gputm::app
