// A Verilated module with its context, its clock and its waves: what all wrappers of units share.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/types.h"
#include "engines/trace_window.h"

namespace gputm::engines {

/// Whether a model was translated with waves. Without, Verilator 5.006 leaves out trace(), and 5.048 says so.
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

/// `Model` is the Verilated class, with the ports clk_i and rst_ni.
template <typename Model>
class VerilatedModel {
 public:
  /// Throws Error when the window names a file and the model has no waves, or the file cannot be written.
  VerilatedModel(const char* name, TraceWindow window)
      : window_(std::move(window)), context_(std::make_unique<VerilatedContext>()) {
    context_->threads(1);  // else it starts some, which models without threads of their own never use
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
    // Where the scopes of the model (gputm_verilate()'s REPEATED has some) are looked for when they go; that
    // of another model may be gone before.
    Verilated::threadContextp(context_.get());
    model_.reset();
    Verilated::threadContextp(Verilated::defaultContextp());
  }

  /// The ports.
  Model* operator->() { return model_.get(); }
  const Model* operator->() const { return model_.get(); }
  VerilatedContext& context() { return *context_; }

  /// A pulse of the reset; `ready` tells when the unit has done what it does after one. Cycles count from its
  /// end.
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
  /// Inputs have been set otherwise.
  void changed() { changed_ = true; }

  /// The first half of a cycle: outputs answer to the inputs.
  void low() { phase(0); }
  /// The same, for who tells of all changes of inputs: without any, outputs are as they were.
  void low_if_driven() {
    if (!has_low_inputs<Model>() || changed_ || trace_) low();
    changed_ = false;
  }
  /// The second half: registers take what they were offered.
  void high() {
    phase(1);
    ++cycle_;
  }
  /// A cycle in which the unit is known to do nothing.
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
    // The writer moves about in its file, and ends the program when it cannot.
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
