// Verilated module with its context, clock and waves: common part of all unit wrappers.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/start_seed.h"
#include "base/types.h"
#include "engines/trace_window.h"

namespace gputm::engines {

/// Whether a model was translated with waves. Without, Verilator 5.006 omits trace(), and 5.048 reports an
/// error.
template <typename Model>
consteval bool has_waves() {
  if constexpr (requires { Model::traceCapable; }) return Model::traceCapable;
  return requires(Model & model, VerilatedFstC & file) { model.trace(&file, 99); };
}

/// Whether a model was translated with gputm_verilate()'s LOW_INPUTS.
template <typename Model>
consteval bool has_low_inputs() {
  return requires { Model::low_inputs; };
}

/// `Model`: Verilated class with the ports clk_i and rst_ni.
template <typename Model>
class VerilatedModel {
 public:
  /// Throws Error if the window names a file and the model has no waves, or if the file cannot be written.
  VerilatedModel(const char* name, TraceWindow window)
      : window_(std::move(window)), context_(std::make_unique<VerilatedContext>()) {
    context_->threads(1);  // otherwise it starts threads, which models without threads never use
    context_->randReset(2);
    context_->randSeed(start_seed());
    if (!window_.file.empty()) {
      if (!kTraced) throw Error("this model was translated without waves");
      context_->traceEverOn(true);
    }
    model_ = std::make_unique<Model>(context_.get(), name);
  }
  VerilatedModel(const VerilatedModel&) = delete;
  VerilatedModel& operator=(const VerilatedModel&) = delete;
  ~VerilatedModel() {
    if (trace_) {
      if (!dumped_) trace_->dump(2 * cycle_);  // a file without any state cannot be opened
      trace_->close();
    }
    model_->final();
    // Destruction of the model's scopes (present with gputm_verilate()'s REPEATED) looks in this context;
    // that of another model may be gone already.
    Verilated::threadContextp(context_.get());
    model_.reset();
    Verilated::threadContextp(Verilated::defaultContextp());
  }

  /// Ports of the model.
  Model* operator->() { return model_.get(); }
  const Model* operator->() const { return model_.get(); }
  VerilatedContext& context() { return *context_; }

  /// Pulses the reset; `ready` tells when the unit has finished its work after it. Cycles count from the end
  /// of the reset.
  template <typename Ready>
  void reset(Ready ready) {
    model_->rst_ni = 1;
    model_->clk_i = 0;
    model_->eval();
    model_->rst_ni = 0;
    model_->eval();
    clock();
    model_->rst_ni = 1;
    do clock();
    while (!ready());
    if constexpr (kTraced) {
      if (!window_.file.empty()) open_trace();
    }
  }

  /// Sets an input for low_if_driven().
  template <typename Port, typename Value>
  void drive(Port& input, Value value) {
    const auto driven = static_cast<Port>(value);
    changed_ = changed_ || input != driven;
    input = driven;
  }
  /// Marks inputs as changed by other means.
  void changed() { changed_ = true; }

  /// First half of a cycle: outputs respond to the inputs.
  void low() { phase(0); }
  /// As `low`, for callers that report all changes of inputs: without a change, outputs stay as they are.
  void low_if_driven() {
    if (!has_low_inputs<Model>() || changed_ || trace_) low();
    changed_ = false;
  }
  /// Second half of a cycle: the clock edge.
  void high() {
    phase(1);
    ++cycle_;
  }
  /// Skips a cycle in which the unit is known to be idle.
  void skip() { ++cycle_; }

 private:
  static constexpr bool kTraced = has_waves<Model>();

  void phase(unsigned half) {
    model_->clk_i = half != 0;
    model_->eval();
    if constexpr (kTraced) {
      if (trace_ && cycle_ >= window_.start && cycle_ < window_.end) {
        trace_->dump(2 * cycle_ + half);
        dumped_ = true;
      }
    }
  }
  void clock() {
    phase(0);
    phase(1);
  }
  void open_trace() {
    // The writer seeks in its file, and ends the program if it cannot.
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(window_.file, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
      throw Error("cannot write the trace file " + window_.file + ": not a regular file");
    }
    trace_ = std::make_unique<VerilatedFstC>();
    model_->trace(trace_.get(), 99);
    trace_->open(window_.file.c_str());
    if (!trace_->isOpen()) throw Error("cannot write the trace file " + window_.file);
  }

  TraceWindow window_;
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<VerilatedFstC> trace_;
  Cycle cycle_ = 0;
  bool changed_ = true;
  bool dumped_ = false;
};

}  // namespace gputm::engines
