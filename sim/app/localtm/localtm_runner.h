// Checked run of one local-memory workload on one implementation of the transactional local memory.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engines/localtm/bank_options.h"
#include "engines/trace_window.h"
#include "localtm/driver.h"
#include "tm/lds_unit.h"

namespace gputm::app {

struct LocaltmRun {
  std::string workload;
  std::string system = "pipelined";
  unsigned instruction_cycles = 4;   ///< I: cycles of an instruction outside of the local memory, 0..1000
  Cycle max_stuck_cycles = 200'000;  ///< cycles without progress after which the run is given up
  std::uint64_t seed = 1;
  bool check_history = true;
  engines::localtm::BankOptions options{};  ///< in addition to those implied by the system's name
  engines::TraceWindow trace{};             ///< cycles of the unit, including those that fill its memory
};

struct LocaltmReport {
  LocaltmRun run;
  localtm::RunCounts counts;
  std::string check;    ///< "pass", or the error in the result in local memory
  std::string history;  ///< "pass", or the first read or final word that differs from the serial replay;
                        ///< "off" if serial or not checked
  double seconds = 0;   ///< wall clock of the run, without setup and check of the result

  bool passed() const { return check == "pass" && (history == "pass" || history == "off"); }
};

struct LocaltmSystem {
  std::string_view name;
  std::string_view description;
};
std::span<const LocaltmSystem> localtm_systems();

/// `options` plus those implied by the system's name. Throws Error for options that contradict the name or
/// each other.
engines::localtm::BankOptions localtm_bank_options(const std::string& system,
                                                   const engines::localtm::BankOptions& options);

/// Makes the unit of a system. Throws Error for an unknown name, for options that are impossible or not built
/// in, and for a trace of a system or options without waves.
std::unique_ptr<tm::LdsTransactionUnit> make_localtm_system(const std::string& system,
                                                            const engines::localtm::BankOptions& options = {},
                                                            const engines::TraceWindow& trace = {});

/// Called occasionally with the cycles run and the number of ended wavefronts.
using LocaltmProgress = std::function<void(Cycle cycles, unsigned wavefronts_ended)>;

/// Throws Error for an unknown name before the run, RunError during the run. `history`: each attempt as a
/// JSON line, or nullptr; none for serial, which has no attempts.
LocaltmReport run_localtm(const LocaltmRun& run, std::ostream* history = nullptr,
                          const LocaltmProgress& progress = {});

}  // namespace gputm::app
