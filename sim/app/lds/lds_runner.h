// One local-memory workload on one implementation of the transactional local memory, checked.
#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string>

#include "engines/localtm/bank_options.h"
#include "engines/trace_window.h"
#include "lds/driver.h"
#include "tm/lds_unit.h"

namespace gputm::app {

struct LdsRun {
  std::string workload;
  std::string system = "pipelined";
  unsigned instruction_cycles = 4;  ///< I: of an instruction outside of the local memory, 0..1000
  std::uint64_t seed = 1;
  engines::localtm::BankOptions options{};  ///< beside those that the system's name says
  engines::TraceWindow trace{};             ///< cycles of the unit, those that fill its memory included
};

struct LdsReport {
  LdsRun run;
  lds::RunCounts counts;
  std::string check;    ///< "pass", or what is wrong with the result in local memory
  std::string history;  ///< "pass", or the first read or final word that differs from the serial replay;
                        ///< "off" if serial
  double seconds = 0;   ///< of processor time, for the run without its set-up

  bool passed() const { return check == "pass" && (history == "pass" || history == "off"); }
};

/// pipelined, paper and exact are the RTL; perfect has the same conflicts and none of their time; serial
/// executes one transaction after the other on the pipelined RTL.
std::span<const char* const> lds_systems();

/// `options` and what the system's name adds to them. Throws Error for options that contradict the name or
/// each other.
engines::localtm::BankOptions lds_bank_options(const std::string& system,
                                               const engines::localtm::BankOptions& options);

/// The unit of a system. Throws Error for an unknown name, and for options that are impossible or not built
/// in, and for a trace of a system or options without waves.
std::unique_ptr<tm::LdsTransactionUnit> make_lds_system(const std::string& system,
                                                        const engines::localtm::BankOptions& options = {},
                                                        const engines::TraceWindow& trace = {});

/// Throws Error: an unknown name before the run, lds::RunError in it. `history`: every attempt as a JSON
/// line, or nullptr.
LdsReport run_lds(const LdsRun& run, std::ostream* history = nullptr);

}  // namespace gputm::app
