// Clock and reset of a Verilated model with the ports clk_i and, unless it is a RAM, rst_ni.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "common/rtl_coverage.h"

namespace gputm::tb {

/// Assigns to a port of any integer type that Verilator gave it.
template <typename Port, typename Value>
void drive(Port& port, Value value) {
  port = static_cast<Port>(value);
}

/// A model and its clock. In each cycle: drive the inputs of `dut()`, call `settle()`, read outputs, call
/// `step()`.
template <typename Model>
class Clocked {
 public:
  explicit Clocked(const std::string& name = "dut") {
    // A failed assertion is a result to check, not the end of the process.
    context_.fatalOnError(false);
    if (const char* folder = std::getenv("GPUTM_FST")) {
      context_.traceEverOn(true);
      model_ = std::make_unique<Model>(&context_);
      if constexpr (requires(Model & m, VerilatedFstC & f) { m.trace(&f, 99); }) {
        fst_ = std::make_unique<VerilatedFstC>();
        model_->trace(fst_.get(), 99);
        fst_->open((std::string(folder) + "/" + name + ".fst").c_str());
      }
    } else {
      model_ = std::make_unique<Model>(&context_);
    }
  }
  ~Clocked() {
    model_->final();
    if (fst_) fst_->close();
    write_rtl_coverage(context_);
    // Where a model has scopes, its destructor looks for them in the thread's context: that of its last
    // model.
    Verilated::threadContextp(&context_);
    model_.reset();
    Verilated::threadContextp(Verilated::defaultContextp());
  }
  Clocked(const Clocked&) = delete;
  Clocked& operator=(const Clocked&) = delete;

  Model& dut() { return *model_; }
  VerilatedContext& context() { return context_; }

  /// Asserts reset for a few cycles; other inputs keep their values.
  void reset() {
    model_->rst_ni = 0;
    for (int i = 0; i < 3; ++i) {
      settle();
      step();
    }
    model_->rst_ni = 1;
  }

  /// Evaluates combinational outputs before the clock edge.
  void settle() {
    model_->clk_i = 0;
    evaluate();
  }

  /// The rising edge.
  void step() {
    model_->clk_i = 1;
    evaluate();
    ++cycles_;
  }

  std::uint64_t cycles() const { return cycles_; }
  /// Whether an assertion of the RTL has failed.
  bool assertion_failed() const { return context_.gotError(); }

 private:
  void evaluate() {
    model_->eval();
    if (fst_) fst_->dump(context_.time());
    context_.timeInc(1);
  }

  VerilatedContext context_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<VerilatedFstC> fst_;
  std::uint64_t cycles_ = 0;
};

}  // namespace gputm::tb
