#include "app/report.h"

#include <nlohmann/json.hpp>

#include "app/table_text.h"
#include "launch/result_document.h"

namespace gputm::app {

nlohmann::ordered_json result_json(const RunReport& report, const std::string& command) {
  return launch::result_document(report, {{"workload", report.workload}}, report.check, command);
}

/// Note beside the aborts of a run in which they took most of the time.
static const char* why_many(const tm::TransactionCounters& tx) {
  constexpr std::uint64_t kMany = 10;  // aborts per commit
  return tx.aborts - tx.asked_aborts > kMany * tx.commits
             ? ": many threads write the same words; --profile names them"
             : "";
}

std::string launch_rows(const launch::Record& record) {
  const gpu::LaunchResult& result = record.result;
  const tm::TransactionCounters& tx = result.transactions;
  std::string text =
      row("cycles", grouped(result.cycles) + " (core clock)") +
      row("instructions",
          grouped(result.warp_instructions) + " warp, " + grouped(result.thread_instructions) + " thread") +
      row("IPC", format("%.3f warp, %.3f thread", ratio(result.warp_instructions, result.cycles),
                        ratio(result.thread_instructions, result.cycles)));
  if (tx.commits != 0) {
    text += row("transactions committed", grouped(tx.commits)) +
            row("aborts per commit", format("%.3f", ratio(tx.aborts, tx.commits)) + why_many(tx)) +
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
  return text;
}

std::string speed_row(const launch::Record& record) {
  return row("simulated in", format("%.2f s: %.0f thread-KIPS, %.1f kcycles/s", record.seconds,
                                    record.thread_kips(), record.kcycles_per_s()));
}

std::string result_table(const RunReport& report) {
  return row("workload", report.workload) + row("system", report.system) +
         row("seed", std::to_string(report.config.machine.run.seed)) + launch_rows(report) +
         row("result", report.check) + row("history", report.result.history) + speed_row(report);
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
