// Wrong bits in the Verilated units of whole runs: what a library of gputm_built_unit(... FAULTS) and the
// program that loads it (tb/faults/whole_runs.cpp) have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/types.h"
#include "faults/fault.h"

namespace gputm::tb {

/// A model's class in a library. Instances are numbered in the order in which a run makes them.
struct ModelFaults {
  std::string name;  ///< of its top
  std::uint64_t (*bits)(SiteKind kind);
  std::string (*describe)(const Fault& fault);

  /// Of the next run
  std::optional<Fault> fault;  ///< its cycle: rising edges of the instance out of reset, idle cycles left out
  unsigned instance = 0;       ///< that has it
  /// Of the last one
  std::vector<std::uint64_t> cycles;  ///< by instance
  Reported reported = {};

  void begin() {
    fault.reset();
    cycles.clear();
    reported = {};
  }
};

/// `Model` with the fault of this library. It ends the run when the unit reports that it has lost a word or
/// that it is stuck, as a driver would.
template <typename Model>
class FaultyUnit : public Model {
 public:
  explicit FaultyUnit(VerilatedContext* context, const char* name = "TOP")
      : Model(context, name), number_(faults.cycles.size()) {
    faults.cycles.push_back(0);
    faults.name = this->modelName() + 1;  // without its V
  }

  /// A bit is inverted behind a rising edge: what the model's user reads next already follows from it.
  void eval() {
    Model::eval();
    if (this->clk_i == 0 || this->rst_ni == 0) return;
    std::uint64_t& cycle = faults.cycles[number_];
    if (faults.fault && faults.instance == number_ && faults.fault->cycle == cycle)
      Described<Model>::inject(*this, *faults.fault);
    ++cycle;
    report();
  }

  static ModelFaults faults;

 private:
  void report() {
    if constexpr (requires { this->memory_report_o; }) take(this->memory_report_o);
    if constexpr (requires { this->memory_reports_o; }) {  // of its parts
      constexpr unsigned kBits = 42, kParts = sizeof(this->memory_reports_o) * 8 / kBits;
      for (unsigned part = 0; part < kParts; ++part) {
        std::uint64_t report = 0;
        for (unsigned bit = 0; bit < kBits; ++bit) {
          const unsigned at = part * kBits + bit;
          report |= std::uint64_t{this->memory_reports_o[at / 32] >> at % 32 & 1} << bit;
        }
        take(report);
      }
    }
    if constexpr (requires { this->stuck_o; }) {
      faults.reported.stuck = faults.reported.stuck || this->stuck_o != 0;
      if (this->stuck_o != 0) throw Error(name() + " is stuck");
    }
  }
  void take(std::uint64_t report) {
    const Reported now = reported_by(report);
    faults.reported.fatal = faults.reported.fatal || now.fatal;
    faults.reported.corrected = faults.reported.corrected || now.corrected;
    if (now.fatal)
      throw Error(name() + " has lost row " + std::to_string(report >> 16 & 0xffff) + " of memory " +
                  std::to_string(report >> 32 & 0xff));
  }
  std::string name() const { return faults.name + " " + std::to_string(number_); }

  std::size_t number_;
};

template <typename Model>
ModelFaults FaultyUnit<Model>::faults{.name = {},
                                      .bits = Described<Model>::bits,
                                      .describe = Described<Model>::describe,
                                      .fault = {},
                                      .cycles = {}};

/// What a library exports
struct FaultyModule {
  const char* parameters;  ///< as its models have them: parameter_text()
  std::vector<ModelFaults*> models;
};

template <typename... Models>
FaultyModule faulty_module(const char* parameters) {
  return {parameters, {&Models::faults...}};
}

}  // namespace gputm::tb

/// Export of a unit with faults, beside GPUTM_UNIT_MODULE: its parameters and its models.
#define GPUTM_FAULTY_MODULE(parameters, ...)                                                       \
  extern "C" {                                                                                     \
  [[gnu::visibility("default")]] extern gputm::tb::FaultyModule gputm_faulty_module;               \
  gputm::tb::FaultyModule gputm_faulty_module = gputm::tb::faulty_module<__VA_ARGS__>(parameters); \
  }
