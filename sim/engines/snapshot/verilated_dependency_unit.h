// tm::SnapshotUnit around any Verilated dependency_unit, whatever its parameters. Used by
// dependency_unit_rtl.cpp and by tests.
#pragma once

#include <verilated.h>

#include <memory>
#include <optional>
#include <type_traits>

#include "engines/snapshot/dependency_unit_rtl.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// `Model` is the Verilated class; `Trace` is VerilatedFstC, or void for a model that was translated without
/// traces.
template <typename Model, typename Trace = void>
class VerilatedDependencyUnit final : public tm::SnapshotUnit {
 public:
  /// `ids`: transaction ids of the model.
  VerilatedDependencyUnit(unsigned ids, const DependencyUnitOptions& options)
      : ids_(ids), options_(options), context_(std::make_unique<VerilatedContext>()) {
    if constexpr (kTraced) context_->traceEverOn(true);
    model_ = std::make_unique<Model>(context_.get(), "dependency_unit");
    reset();
    if constexpr (kTraced) open_trace();
  }
  ~VerilatedDependencyUnit() override {
    if constexpr (kTraced) {
      if (trace_) trace_->close();
    }
    model_->final();
  }

  bool can_submit() const override { return !op_; }
  void submit(const tm::SnapshotOp& op) override { op_ = op; }
  std::optional<tm::SnapshotAnswer> answer() const override { return answer_; }
  void pop_answer() override { answer_.reset(); }

  void tick() override {
    model_->op_valid_i = op_.has_value();
    if (op_) {
      model_->op_i = static_cast<std::uint8_t>(op_->kind);
      set(model_->op_txn_i, op_->transaction);
      set(model_->op_block_i, op_->block);
    }
    model_->rsp_ready_i = !answer_.has_value();
    model_->clk_i = 0;
    model_->eval();
    dump(2 * ticks_);

    // What the clock edge will accept.
    if (op_ && model_->op_ready_o) op_.reset();
    if (model_->rsp_valid_o && model_->rsp_ready_i) {
      answer_ = tm::SnapshotAnswer{.kind = static_cast<tm::SnapshotOp::Kind>(model_->rsp_op_o),
                                   .result = static_cast<tm::SnapshotAnswer::Result>(model_->rsp_result_o),
                                   .transaction = static_cast<std::uint16_t>(model_->rsp_txn_o),
                                   .date = static_cast<std::uint32_t>(model_->rsp_date_o)};
    }
    dependencies_ += model_->edge_valid_o;

    model_->clk_i = 1;
    model_->eval();
    dump(2 * ticks_ + 1);
    ++ticks_;
  }

  tm::SnapshotOccupancy occupancy() const override {
    return {.running = static_cast<unsigned>(model_->live_o),
            .retained = ids_ - static_cast<unsigned>(model_->free_o) - static_cast<unsigned>(model_->live_o),
            .writer_entries = static_cast<unsigned>(model_->writer_used_o),
            .reader_entries = static_cast<unsigned>(model_->reader_used_o)};
  }
  std::uint64_t dependencies() const override { return dependencies_; }

 private:
  static constexpr bool kTraced = !std::is_void_v<Trace>;
  struct NoTrace {
    void close() {}
    void dump(std::uint64_t) {}
  };
  using TraceFile = std::conditional_t<kTraced, Trace, NoTrace>;

  template <typename Port, typename Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }

  void reset() {
    model_->op_valid_i = 0;
    model_->rsp_ready_i = 0;
    model_->rst_ni = 1;
    model_->clk_i = 0;
    model_->eval();
    model_->rst_ni = 0;
    model_->eval();
    clock();
    model_->rst_ni = 1;
    do {
      clock();
    } while (model_->busy_o);  // the tables are being emptied
  }
  void clock() {
    model_->clk_i = 0;
    model_->eval();
    model_->clk_i = 1;
    model_->eval();
  }
  void open_trace() {
    trace_ = std::make_unique<TraceFile>();
    if constexpr (kTraced) {
      model_->trace(trace_.get(), 99);
      trace_->open(options_.trace_file.c_str());
      if (!trace_->isOpen()) throw Error("cannot write the trace file " + options_.trace_file);
    }
  }
  void dump(std::uint64_t time) {
    if constexpr (kTraced) {
      if (trace_ && ticks_ >= options_.trace_start && ticks_ < options_.trace_end) trace_->dump(time);
    }
  }

  unsigned ids_;
  DependencyUnitOptions options_;
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<TraceFile> trace_;
  std::optional<tm::SnapshotOp> op_;
  std::optional<tm::SnapshotAnswer> answer_;
  std::uint64_t dependencies_ = 0;
  Cycle ticks_ = 0;
};

}  // namespace gputm::engines::snapshot
