// TemporalTable for any Verilated temporal_table.
#pragma once

#include <optional>
#include <utility>

#include "engines/verilated_model.h"
#include "engines/warptm/temporal_table.h"
#include "engines/warptm/temporal_table_rtl.h"

namespace gputm::engines::warptm {

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedTemporalTable final : public TemporalTable {
 public:
  using Make = MakeTemporalTable;

  VerilatedTemporalTable() : model_("temporal_table", {}) {
    model_->op_valid_i = 0;
    model_->retire_cid_i = 0;
    model_.reset([this] { return model_->op_ready_o; });  // until the memory is cleared
  }

  bool can_take() const override { return !model_->op_valid_i; }
  void insert(std::uint32_t granule, tm::CommitId writer) override { offer(true, granule, writer); }
  void look_up(std::uint32_t granule, tm::CommitId retired) override { offer(false, granule, retired); }
  std::optional<Currency> answer() override { return std::exchange(answer_, std::nullopt); }

  void tick(tm::CommitId retired) override {
    // Single steps of the pointer have no visible effect; a step to another block starts the scrubber.
    const bool block_ends = model_->retire_cid_i / kScrubStepIds != retired / kScrubStepIds;
    if (!busy_ && !model_->op_valid_i && !block_ends) {
      model_.skip();
      return;
    }
    model_->retire_cid_i = retired;
    model_.low();
    const bool taken = model_->op_valid_i && model_->op_ready_o;
    if (model_->rsp_valid_o) {
      answer_ = Currency{model_->rsp_first_cid_o, model_->rsp_last_cid_o};
    }
    model_.high();
    if (taken) model_->op_valid_i = 0;
    busy_ = model_->busy_o;
  }
  bool busy() const override { return busy_ || model_->op_valid_i; }

 private:
  void offer(bool insert, std::uint32_t granule, tm::CommitId id) {
    model_->op_valid_i = 1;
    model_->op_insert_i = insert;
    model_->op_addr_i = granule;
    model_->op_cid_i = id;
  }

  VerilatedModel<Model> model_;
  std::optional<Currency> answer_;
  bool busy_ = true;
};

}  // namespace gputm::engines::warptm
