// The commit unit in the environment of its tests, which checks every message and access against a model of
// KILO TM.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "common/no_memory.h"
#include "engines/kilo/verilated_commit_unit.h"
#include "faults/fault.h"
#include "unit/kilo/commit_unit/environment.h"

namespace gputm::tb {

/// A unit that inverts a bit in one cycle
template <typename Model>
class FaultyCommitUnit final : public engines::kilo::VerilatedCommitUnit<Model> {
 public:
  FaultyCommitUnit(unsigned tags, tm::CommitId first_id, std::optional<Fault> fault, Reported& reported)
      : engines::kilo::VerilatedCommitUnit<Model>(
            tags, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace = {}}),
        fault_(std::move(fault)),
        reported_(reported) {}

  void tick(tm::WordPort& memory) override {
    if (fault_ && cycle_++ == fault_->cycle) {
      Described<Model>::inject(this->model(), *fault_);
      this->disturbed();
    }
    engines::kilo::VerilatedCommitUnit<Model>::tick(memory);
    const bool stuck = reported_.stuck || this->model().stuck_o != 0;
    reported_ = reported_by(this->model().memory_report_o);
    reported_.stuck = stuck;
  }

 private:
  std::optional<Fault> fault_;
  Reported& reported_;
  std::uint64_t cycle_ = 0;
};

/// Eight entries, four buffers: most of what the memories hold is in use.
template <typename Model>
Run run_commit_unit(std::uint64_t seed, const std::optional<Fault>& fault) {
  Scenario scenario;
  scenario.seed = seed;
  scenario.capacity = 8;
  scenario.vendor_ring = 64;
  scenario.lanes = 2;
  scenario.overflow_expected = true;
  scenario.attempts = 150;
  scenario.first_id = seed % 2 == 0 ? 0 : 0xFFF0;
  scenario.long_log_percent = seed % 3 == 0 ? 20 : 0;
  scenario.run_percent = seed % 5 == 0 ? 60 : 100;
  Reported reported;
  std::vector<std::unique_ptr<tm::CommitUnit>> units;
  units.push_back(std::make_unique<FaultyCommitUnit<Model>>(8, scenario.first_id, fault, reported));
  tm::CommitUnit& unit = *units.front();
  Environment environment(scenario, std::move(units));
  const Report report = environment.run();
  // Nothing is lost by a read, or by a pointer that is only shown: the unit has three cycles to report it.
  const bool harmless = report.violation.find("read beyond the memory") != std::string::npos ||
                        report.violation.find("went astray") != std::string::npos;
  NoMemory memory;
  for (unsigned i = 0; harmless && i < 3; ++i) unit.tick(memory);
  const bool hangs = report.violation.find("nothing moves") != std::string::npos;
  return {classify(!report.violation.empty(), hangs, reported), report.cycles, report.violation};
}

}  // namespace gputm::tb
