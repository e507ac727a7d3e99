// A Verilated model that inverts a bit in one cycle, for any bench that has its model's class as a parameter.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faults/fault.h"

namespace gputm::tb {

/// The fault of this process's next model, and the run's cycles
struct FaultPlan {
  std::optional<Fault> fault;
  std::uint64_t limit = 0;   ///< cycles after which a run has not ended
  std::uint64_t cycles = 0;  ///< cycles out of reset so far
  Reported reported = {};

  static inline FaultPlan* current = nullptr;
};

/// Thrown by a model that has reported a fatal error, or that it is stuck, some cycles later
struct Stopped : std::exception {
  const char* what() const noexcept override { return "an error is reported, or that copies differ"; }
};

/// Thrown by a model in a run of too many cycles
struct NoEnd : std::exception {
  const char* what() const noexcept override { return "it does not end"; }
};

/// Two copies, of which the outputs are compared (constraints/lockstep)
template <typename Model>
inline constexpr bool kInLockstep = requires(const Model& model) {
  model.mismatch_o;
};

/// Cycles begin when the clock falls. A bench stops it at the first difference, so that no later report
/// counts.
template <typename Model>
class Faulty : public Model {
 public:
  explicit Faulty(VerilatedContext* context, const char* name = "TOP") : Model(context, name) {}

  void eval() {
    const bool begins = was_high_ && this->clk_i == 0;
    was_high_ = this->clk_i != 0;
    if (FaultPlan::current == nullptr) return Model::eval();  // a run before those of the campaign
    FaultPlan& plan = *FaultPlan::current;
    if (begins && this->rst_ni != 0) {
      if (plan.fault && plan.cycles == plan.fault->cycle) {
        Described<Model>::inject(*this, *plan.fault);
      }
      if (++plan.cycles > plan.limit) throw NoEnd();
    }
    Model::eval();
    if constexpr (requires { this->memory_report_o; } || kInLockstep<Model>) {
      Reported reported;
      if constexpr (requires { this->memory_report_o; }) reported = reported_by(this->memory_report_o);
      if constexpr (requires { this->stuck_o; }) reported.stuck = this->stuck_o != 0;
      if constexpr (kInLockstep<Model>) {
        // Behind the clock edge outputs are those of the last cycle's inputs.
        if (this->clk_i == 0) differ_ = this->mismatch_o != 0;
        reported.fatal |= differ_;
      }
      plan.reported = reported;
      if (begins && (plan.reported.fatal || plan.reported.stuck) && ++stopped_ > kStopped) throw Stopped();
    }
  }

 private:
  static constexpr unsigned kStopped = 50;  ///< cycles

  bool was_high_ = false, differ_ = false;
  unsigned stopped_ = 0;
};

/// A run of `bench`, which returns what was wrong first, if anything. It hangs after `limit` cycles.
template <typename Bench>
Run faulty_run(const std::optional<Fault>& fault, std::uint64_t limit, Bench&& bench) {
  FaultPlan plan{.fault = fault, .limit = limit};
  FaultPlan::current = &plan;
  try {
    const std::optional<std::string> wrong = std::forward<Bench>(bench)();
    return {classify(wrong.has_value(), false, plan.reported), plan.cycles, wrong.value_or("")};
  } catch (const Stopped& stopped) {
    return {classify(false, false, plan.reported), plan.cycles, stopped.what()};
  } catch (const NoEnd& end) {
    return {classify(false, true, plan.reported), plan.cycles, end.what()};
  } catch (const std::exception& error) {  // of the bench's model, which cannot follow what the unit says
    return {classify(true, false, plan.reported), plan.cycles, error.what()};
  }
}

/// A subject with the runs of `run`. A top in lockstep stands in the place of the one without protection.
template <typename Model>
Subject faulty_subject(std::string name,
                       std::function<Run(std::uint64_t seed, const std::optional<Fault>& fault)> run) {
  if constexpr (kInLockstep<Model>) name = name.substr(0, name.find('/')) + "/lockstep";
  return {std::move(name), Described<Model>::bits, Described<Model>::describe, std::move(run)};
}

}  // namespace gputm::tb
