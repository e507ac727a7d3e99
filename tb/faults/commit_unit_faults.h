// The commit unit in the environment of its tests, which checks every message and access against a model of
// KILO TM.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/memory_report.h"
#include "common/no_memory.h"
#include "engines/kilo/verilated_commit_unit.h"
#include "faults/fault.h"
#include "unit/kilo/commit_unit/environment.h"

namespace gputm::tb {

/// What a unit has reported, and what it has done since
struct CommitUnitReports {
  Reported reported;
  MemoryReport memory{0};
  bool offers_after_stop = false;  ///< a write or a reply that was not on offer when the unit stopped
};

/// Thrown by a unit that has reported that it stops, some cycles later
struct UnitStopped : std::exception {
  const char* what() const noexcept override { return "the unit has stopped"; }
};

/// A unit with wrong bits, each from one cycle on. From then on its clock does not stop: nothing is checked
/// while it does.
template <typename Model>
class FaultyCommitUnit final : public engines::kilo::VerilatedCommitUnit<Model> {
 public:
  FaultyCommitUnit(unsigned tags, tm::CommitId first_id, std::vector<Fault> faults,
                   CommitUnitReports& reports)
      : engines::kilo::VerilatedCommitUnit<Model>(
            tags, engines::kilo::CommitUnitOptions{.first_id = first_id, .trace = {}}),
        faults_(std::move(faults)),
        reports_(reports) {}

  /// Throws UnitStopped.
  void tick(tm::WordPort& memory) override {
    for (const Fault& fault : faults_) {
      if (fault.cycle == cycle_) {
        this->disable_assertions();
        Described<Model>::inject(this->model(), fault);
      }
      if (fault.cycle <= cycle_) this->disturbed();
    }
    ++cycle_;
    const bool stopped = reports_.memory.fatal, writes = this->model().l2_write_valid_o != 0,
               replies = this->model().reply_valid_o != 0;
    engines::kilo::VerilatedCommitUnit<Model>::tick(memory);
    const Model& model = this->model();
    const bool stuck = reports_.reported.stuck || model.stuck_o != 0;
    reports_.reported = reported_by(model.memory_report_o);
    reports_.reported.stuck = stuck;
    reports_.memory = MemoryReport(model.memory_report_o);
    reports_.offers_after_stop =
        reports_.offers_after_stop ||
        (stopped && ((model.l2_write_valid_o != 0 && !writes) || (model.reply_valid_o != 0 && !replies)));
    if ((stopped || stuck) && ++stopped_cycles_ > kStopped) throw UnitStopped();
  }

 private:
  std::vector<Fault> faults_;
  CommitUnitReports& reports_;
  static constexpr unsigned kStopped = 200;  ///< cycles

  std::uint64_t cycle_ = 0;
  unsigned stopped_cycles_ = 0;
};

/// Eight entries, four buffers: most of what the memories hold is in use.
template <typename Model>
Run run_commit_unit_with(std::uint64_t seed, const std::vector<Fault>& faults, unsigned attempts,
                         CommitUnitReports& reports) {
  Scenario scenario;
  scenario.seed = seed;
  scenario.capacity = 8;
  scenario.vendor_ring = 64;
  scenario.lanes = 2;
  scenario.overflow_expected = true;
  scenario.attempts = attempts;
  scenario.first_id = seed % 2 == 0 ? 0 : 0xFFF0;
  scenario.long_log_percent = seed % 3 == 0 ? 20 : 0;
  scenario.run_percent = seed % 5 == 0 ? 60 : 100;
  std::vector<std::unique_ptr<tm::CommitUnit>> units;
  units.push_back(std::make_unique<FaultyCommitUnit<Model>>(8, scenario.first_id, faults, reports));
  tm::CommitUnit& unit = *units.front();
  Environment environment(scenario, std::move(units));
  Report report;
  try {
    report = environment.run();
  } catch (const UnitStopped& stopped) {
    return {classify(false, false, reports.reported), report.cycles, stopped.what()};
  }
  // Nothing is lost by a read, or by a retire pointer that is only shown: the unit has three cycles to report
  // it.
  const auto says = [&](const char* what) { return report.violation.find(what) != std::string::npos; };
  const bool harmless = says("read beyond the memory") || says("retire pointer went astray") ||
                        says("retired before its outcome") || says("retired before its writes");
  NoMemory memory;
  for (unsigned i = 0; harmless && i < 3; ++i) unit.tick(memory);
  const bool hangs = says("nothing moves");
  return {classify(!report.violation.empty(), hangs, reports.reported), report.cycles, report.violation};
}

template <typename Model>
Run run_commit_unit(std::uint64_t seed, const std::optional<Fault>& fault) {
  CommitUnitReports reports;
  return run_commit_unit_with<Model>(seed, fault ? std::vector{*fault} : std::vector<Fault>{}, 150, reports);
}

}  // namespace gputm::tb
