#include "app/localtm/localtm_runner.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/settings.h"
#include "engines/localtm/ideal_lds.h"
#include "engines/localtm/lds_unit_rtl.h"
#include "localtm/workloads.h"
#include "memory/backing_store.h"
#include "tm/history.h"

namespace gputm::app {

std::span<const LocaltmSystem> localtm_systems() {
  static constexpr std::array kSystems{
      LocaltmSystem{"pipelined", "banks that take an access a cycle, in RTL"},
      LocaltmSystem{"paper", "banks of one array with one port, in RTL"},
      LocaltmSystem{"exact", "pipelined, with conflicts by owners instead of filters"},
      LocaltmSystem{"ideal", "the conflicts of pipelined and none of their time, in C++"},
      LocaltmSystem{"serial", "one transaction after the other, as plain accesses on pipelined"}};
  return kSystems;
}

engines::localtm::BankOptions localtm_bank_options(const std::string& system,
                                                   const engines::localtm::BankOptions& options) {
  if (system == "serial" && options != engines::localtm::BankOptions{})
    throw Error("serial has no options of the banks: it uses them without transactions");
  engines::localtm::BankOptions result = options;
  result.paper = system == "paper";
  result.exact = options.exact || system == "exact";
  if (const std::string error = bank_options_error(result, "lds"); !error.empty()) throw Error(error);
  return result;
}

std::unique_ptr<tm::LdsTransactionUnit> make_localtm_system(const std::string& system,
                                                            const engines::localtm::BankOptions& options,
                                                            const engines::TraceWindow& trace) {
  std::vector<std::string> names;
  for (const LocaltmSystem& s : localtm_systems()) names.emplace_back(s.name);
  if (std::ranges::find(names, system) == names.end()) {
    throw Error("unknown local-memory system '" + shown(system) + "'" + suggestion(system, names));
  }
  const engines::localtm::BankOptions all = localtm_bank_options(system, options);
  if (system != "ideal") return make_lds_unit(all, trace);
  if (!trace.file.empty()) throw Error("traces: ideal is no RTL");
  tm::LdsSizes sizes;
  sizes.tx_rows = tx_rows(sizes.rows, all);
  return std::make_unique<engines::localtm::IdealLds>(sizes, all);
}

LocaltmReport run_localtm(const LocaltmRun& run, std::ostream* history, const LocaltmProgress& progress) {
  const auto unit = make_localtm_system(run.system, run.options, run.trace);
  const localtm::Workload workload = localtm::make_workload(run.workload, unit->sizes(), run.seed);
  const bool serial = run.system == "serial";
  unit->allocate(0, 0, unit->sizes().tx_rows, true);
  localtm::Driver driver(
      *unit, 0, workload.program,
      {.execution = serial ? localtm::Execution::kSerial : localtm::Execution::kTransactional,
       .instruction_cycles = run.instruction_cycles,
       .stuck_cycles = run.max_stuck_cycles,
       .progress = progress});

  memory::BackingStore memory;
  memory.map(0, 4 * workload.memory.size());
  for (std::size_t i = 0; i < workload.memory.size(); ++i)
    memory.word(static_cast<Address>(4 * i)) = workload.memory[i];
  tm::HistoryChecker checker(memory, 0);
  if (history != nullptr) checker.write_to(*history);
  const bool recorded = !serial && (run.check_history || history != nullptr);
  if (recorded) driver.set_history(&checker);

  driver.write_memory(workload.memory);
  const auto start = std::chrono::steady_clock::now();
  driver.run();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const std::vector<Word> result = driver.read_memory(workload.memory.size());
  for (std::size_t i = 0; i < result.size(); ++i) memory.word(static_cast<Address>(4 * i)) = result[i];
  if (recorded) checker.finish(memory);
  LocaltmReport report{run, driver.counts(), workload.check(result), driver.verdict(), seconds};
  if (serial || !run.check_history) {
    report.history = "off";
  } else if (report.history == "pass") {
    report.history = checker.verdict();
  }
  return report;
}

}  // namespace gputm::app
