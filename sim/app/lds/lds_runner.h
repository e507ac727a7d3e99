// One local-memory workload on one implementation of the transactional local memory, checked.
#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string>

#include "lds/driver.h"
#include "tm/lds_unit.h"

namespace gputm::app {

struct LdsRun {
  std::string workload;
  std::string system = "pipelined";
  unsigned instruction_cycles = 4;  ///< I: of an instruction outside of the local memory, 0..1000
  std::uint64_t seed = 1;
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

/// The unit of a system. Throws Error for an unknown name.
std::unique_ptr<tm::LdsTransactionUnit> make_lds_system(const std::string& system);

/// Throws Error: an unknown name before the run, lds::RunError in it. `history`: every attempt as a JSON
/// line, or nullptr.
LdsReport run_lds(const LdsRun& run, std::ostream* history = nullptr);

}  // namespace gputm::app
