#include "app/lds/lds_runner.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "engines/localtm/lds_unit_rtl.h"
#include "engines/localtm/perfect_lds.h"
#include "lds/workloads.h"
#include "memory/backing_store.h"
#include "tm/history.h"

namespace gputm::app {

std::span<const char* const> lds_systems() {
  static constexpr std::array<const char*, 5> kSystems = {"pipelined", "paper", "exact", "perfect", "serial"};
  return kSystems;
}

engines::localtm::BankOptions lds_bank_options(const std::string& system,
                                               const engines::localtm::BankOptions& options) {
  if (system == "serial" && options != engines::localtm::BankOptions{})
    throw Error("serial has no options of the banks: it uses them without transactions");
  engines::localtm::BankOptions result = options;
  result.paper = system == "paper";
  result.exact = options.exact || system == "exact";
  if (const std::string error = bank_options_error(result); !error.empty()) throw Error(error);
  return result;
}

std::unique_ptr<tm::LdsTransactionUnit> make_lds_system(const std::string& system,
                                                        const engines::localtm::BankOptions& options,
                                                        const engines::TraceWindow& trace) {
  const std::span<const char* const> systems = lds_systems();
  if (std::find(systems.begin(), systems.end(), system) == systems.end()) {
    throw Error("unknown local-memory system '" + system.substr(0, 40) +
                "'; there are pipelined, paper, exact, perfect and serial");
  }
  const engines::localtm::BankOptions all = lds_bank_options(system, options);
  if (system != "perfect") return make_lds_unit(all, trace);
  if (!trace.file.empty()) throw Error("traces: perfect is no RTL");
  tm::LdsSizes sizes;
  sizes.tx_rows = tx_rows(sizes.rows, all);
  return std::make_unique<engines::localtm::PerfectLds>(sizes, all);
}

LdsReport run_lds(const LdsRun& run, std::ostream* history) {
  const auto unit = make_lds_system(run.system, run.options, run.trace);
  const lds::Workload workload = lds::make_workload(run.workload, unit->sizes(), run.seed);
  const bool serial = run.system == "serial";
  unit->allocate(0, 0, unit->sizes().tx_rows, true);
  lds::Driver driver(*unit, 0, workload.program,
                     {.execution = serial ? lds::Execution::kSerial : lds::Execution::kTransactional,
                      .instruction_cycles = run.instruction_cycles});

  memory::BackingStore memory;
  memory.map(0, 4 * workload.memory.size());
  for (std::size_t i = 0; i < workload.memory.size(); ++i)
    memory.word(static_cast<Address>(4 * i)) = workload.memory[i];
  tm::HistoryChecker checker(memory, 0);
  if (history != nullptr) checker.write_to(*history);
  if (!serial) driver.set_history(&checker);

  driver.write_memory(workload.memory);
  const std::clock_t start = std::clock();
  driver.run();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;

  const std::vector<Word> result = driver.read_memory(workload.memory.size());
  for (std::size_t i = 0; i < result.size(); ++i) memory.word(static_cast<Address>(4 * i)) = result[i];
  checker.finish(memory);
  LdsReport report{run, driver.counts(), workload.check(result), driver.verdict(), seconds};
  if (serial) {
    report.history = "off";
  } else if (report.history == "pass") {
    report.history = checker.verdict();
  }
  return report;
}

}  // namespace gputm::app
