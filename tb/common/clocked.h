// Clock and reset of a Verilated model with the ports clk_i and, unless it is a RAM, rst_ni.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/random_start.h"
#include "common/rtl_coverage.h"

namespace gputm::tb {

/// Assigns to a port of any integer type that Verilator gave it.
template <typename Port, typename Value>
void drive(Port& port, Value value) {
  port = static_cast<Port>(value);
}

/// What a bench makes for a model: programs that inject faults make another class, and do something else with
/// tests of resets (tb/faults/in_test.h).
template <typename Model>
struct Making {
  using Class = Model;
};

/// A model with its context and its waves.
template <typename Model>
class Instance {
 public:
  explicit Instance(const std::string& name) {
    // A failed assertion is a result to check, not the end of the process.
    context_.fatalOnError(false);
    random_start(context_);
    const char* folder = std::getenv("GPUTM_FST");
    if (folder != nullptr) context_.traceEverOn(true);
    model_ = std::make_unique<typename Making<Model>::Class>(&context_);
    if constexpr (requires(Model & m, VerilatedFstC & f) { m.trace(&f, 99); }) {
      if (folder != nullptr) {
        fst_ = std::make_unique<VerilatedFstC>();
        model_->trace(fst_.get(), 99);
        fst_->open((std::string(folder) + "/" + name + ".fst").c_str());
      }
    }
  }
  ~Instance() {
    model_->final();
    if (fst_) fst_->close();
    write_rtl_coverage(context_);
    // Where a model has scopes, its destructor looks for them in the thread's context: that of its last
    // model.
    Verilated::threadContextp(&context_);
    model_.reset();
    Verilated::threadContextp(Verilated::defaultContextp());
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  Model& model() { return *model_; }
  VerilatedContext& context() { return context_; }
  const VerilatedContext& context() const { return context_; }
  void evaluate() {
    model_->eval();
    if (fst_) fst_->dump(context_.time());
    context_.timeInc(1);
  }

 private:
  VerilatedContext context_;
  std::unique_ptr<typename Making<Model>::Class> model_;
  std::unique_ptr<VerilatedFstC> fst_;
};

/// Thrown by Clocked::step() where a run is cut (SharedInstances).
struct RunCut {};

/// While an object of this class exists, the benches of a model have the same instances, one bench after the
/// other: each begins in the state that the last one has left (tb/common/reset_in_traffic.h).
template <typename Model>
class SharedInstances {
 public:
  SharedInstances() { current_ = this; }
  ~SharedInstances() { current_ = nullptr; }
  SharedInstances(const SharedInstances&) = delete;
  SharedInstances& operator=(const SharedInstances&) = delete;

  /// For the next bench; it throws RunCut after `cut` cycles, if that is given.
  void begin(std::optional<std::uint64_t> cut) {
    taken_ = 0;
    cut_ = cut;
  }
  bool assertion_failed() const {
    return std::ranges::any_of(instances_,
                               [](const auto& instance) { return instance->context().gotError(); });
  }

  static SharedInstances* current() { return current_; }
  /// The instance of the bench's next Clocked.
  std::shared_ptr<Instance<Model>> take() {
    if (taken_ == instances_.size()) instances_.push_back(std::make_shared<Instance<Model>>("dut"));
    return instances_[taken_++];
  }
  std::optional<std::uint64_t> cut() const { return cut_; }

 private:
  static inline SharedInstances* current_ = nullptr;
  std::vector<std::shared_ptr<Instance<Model>>> instances_;
  std::size_t taken_ = 0;
  std::optional<std::uint64_t> cut_;
};

/// A model and its clock. In each cycle: drive the inputs of `dut()`, call `settle()`, read outputs, call
/// `step()`.
template <typename Model>
class Clocked {
 public:
  explicit Clocked(const std::string& name = "dut") {
    if (auto* shared = SharedInstances<Model>::current()) {
      instance_ = shared->take();
      cut_ = shared->cut();
    } else {
      instance_ = std::make_shared<Instance<Model>>(name);
    }
  }
  Clocked(const Clocked&) = delete;
  Clocked& operator=(const Clocked&) = delete;

  Model& dut() { return instance_->model(); }
  VerilatedContext& context() { return instance_->context(); }

  /// Asserts reset for a few cycles; other inputs keep their values. Its edge resets registers before the
  /// first clock, also where the model begins with it low.
  void reset() {
    dut().rst_ni = 1;
    settle();
    dut().rst_ni = 0;
    for (int i = 0; i < 3; ++i) {
      settle();
      step();
    }
    dut().rst_ni = 1;
  }

  /// Evaluates combinational outputs before the clock edge.
  void settle() {
    dut().clk_i = 0;
    instance_->evaluate();
  }

  /// The rising edge.
  void step() {
    dut().clk_i = 1;
    instance_->evaluate();
    ++cycles_;
    if (cut_ && cycles_ > *cut_) throw RunCut();
  }

  std::uint64_t cycles() const { return cycles_; }
  /// Whether an assertion of the RTL has failed.
  bool assertion_failed() const { return instance_->context().gotError(); }

 private:
  std::shared_ptr<Instance<Model>> instance_;
  std::optional<std::uint64_t> cut_;
  std::uint64_t cycles_ = 0;
};

}  // namespace gputm::tb
