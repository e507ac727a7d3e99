#include "app/lds/lds_runner.h"

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

std::unique_ptr<tm::LdsTransactionUnit> make_lds_system(const std::string& system) {
  using engines::localtm::LdsVariant;
  if (system == "pipelined" || system == "serial") return make_lds_unit(LdsVariant::kPipelined);
  if (system == "paper") return make_lds_unit(LdsVariant::kPaper);
  if (system == "exact") return make_lds_unit(LdsVariant::kExact);
  if (system == "perfect") return std::make_unique<engines::localtm::PerfectLds>(tm::LdsSizes{});
  throw Error("unknown local-memory system '" + system.substr(0, 40) +
              "'; there are pipelined, paper, exact, perfect and serial");
}

LdsReport run_lds(const LdsRun& run, std::ostream* history) {
  const auto unit = make_lds_system(run.system);
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
