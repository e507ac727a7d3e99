// tm::SnapshotUnit for any Verilated dependency_unit with any parameters. Also used by tests.
#pragma once

#include <optional>

#include "engines/snapshot/dependency_unit_rtl.h"
#include "engines/verilated_model.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedDependencyUnit final : public tm::SnapshotUnit {
 public:
  using Make = MakeDependencyUnit;

  /// `ids`: number of transaction IDs of the model.
  VerilatedDependencyUnit(unsigned ids, const TraceWindow& trace)
      : ids_(ids), model_("dependency_unit", trace) {
    model_->op_valid_i = 0;
    model_->rsp_ready_i = 0;
    model_.reset([this] { return !model_->busy_o; });  // until the tables are cleared
  }

  bool can_submit() const override { return !op_; }
  unsigned startable() const override {
    // Snapshots in flight may still need their IDs.
    const auto free = static_cast<unsigned>(model_->free_o);
    return model_->start_o && free > asked_ ? free - asked_ : 0;
  }
  void submit(const tm::SnapshotOp& op) override {
    op_ = op;
    asked_ += op.kind == tm::SnapshotOp::Kind::kSnapshot;
  }
  std::optional<tm::SnapshotAnswer> answer() const override { return answer_; }
  void pop_answer() override { answer_.reset(); }

  void tick() override {
    model_.drive(model_->op_valid_i, op_.has_value());
    if (op_) {
      model_.drive(model_->op_i, op_->kind);
      model_.drive(model_->op_txn_i, op_->transaction);
      model_.drive(model_->op_block_i, op_->block);
    }
    model_.drive(model_->rsp_ready_i, !answer_.has_value());
    model_.low_if_driven();

    // Operations that the clock edge will accept
    if (op_ && model_->op_ready_o) op_.reset();
    if (model_->rsp_valid_o && model_->rsp_ready_i) {
      answer_ = tm::SnapshotAnswer{.kind = static_cast<tm::SnapshotOp::Kind>(model_->rsp_op_o),
                                   .result = static_cast<tm::SnapshotAnswer::Result>(model_->rsp_result_o),
                                   .transaction = static_cast<std::uint16_t>(model_->rsp_txn_o),
                                   .timestamp = static_cast<std::uint32_t>(model_->rsp_timestamp_o)};
      asked_ -= answer_->kind == tm::SnapshotOp::Kind::kSnapshot;
    }
    dependencies_ += model_->edge_valid_o;
    model_.high();
  }

  tm::SnapshotOccupancy occupancy() const override {
    return {.running = static_cast<unsigned>(model_->live_o),
            .retained = ids_ - static_cast<unsigned>(model_->free_o) - static_cast<unsigned>(model_->live_o),
            .writer_entries = static_cast<unsigned>(model_->writer_used_o),
            .reader_entries = static_cast<unsigned>(model_->reader_used_o)};
  }
  std::uint64_t dependencies() const override { return dependencies_; }

 private:
  unsigned ids_;
  VerilatedModel<Model> model_;
  std::optional<tm::SnapshotOp> op_;
  std::optional<tm::SnapshotAnswer> answer_;
  unsigned asked_ = 0;  ///< snapshots in flight
  std::uint64_t dependencies_ = 0;
};

}  // namespace gputm::engines::snapshot
