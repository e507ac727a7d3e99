// tm::BankedSnapshotUnit for any Verilated banked_dependency_unit with the paper's numbers of ids and blocks,
// and as many banks or fewer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engines/snapshot/dependency_unit_rtl.h"
#include "engines/verilated_model.h"
#include "engines/verilated_ports.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedBankedDependencyUnit final : public tm::BankedSnapshotUnit {
 public:
  using Make = MakeBankedDependencyUnit;

  explicit VerilatedBankedDependencyUnit(const TraceWindow& trace)
      : model_("banked_dependency_unit", trace), offered_(kBanks) {
    set_zero(model_->access_valid_i);
    model_->alone_ready_i = static_cast<std::uint8_t>((1u << kBanks) - 1);
    model_->control_valid_i = 0;
    model_->rsp_ready_i = 1;
    model_.reset([this] { return !model_->busy_o; });  // until the tables are cleared
  }

  unsigned banks() const override { return kBanks; }
  bool can_access(unsigned bank) const override { return !offered_[bank]; }
  void access(unsigned bank, const tm::SnapshotOp& op) override {
    offered_[bank] = true;
    set_field(model_->access_valid_i, bank, 1, 1);
    set_field(model_->access_write_i, bank, 1, op.kind == tm::SnapshotOp::Kind::kWrite);
    set_field(model_->access_txn_i, bank * kIdBits, kIdBits, op.transaction);
    set_field(model_->access_block_i, bank * kBlockBits, kBlockBits, op.block);
  }
  bool can_control() const override { return !controlled_; }
  void control(const tm::SnapshotOp& op) override {
    controlled_ = true;
    asked_ += op.kind == tm::SnapshotOp::Kind::kSnapshot;
    model_->control_valid_i = 1;
    model_->control_op_i = static_cast<std::uint8_t>(op.kind);
    model_->control_txn_i = op.transaction;
  }
  unsigned startable() const override {
    // Snapshots in flight may still need their IDs.
    const auto free = static_cast<unsigned>(model_->free_o);
    return model_->start_o && free > asked_ ? free - asked_ : 0;
  }

  void tick() override {
    model_.low();
    answers_.clear();
    // Operations that the clock edge will accept, and the answers that it takes
    const auto accepted = model_->access_ready_o;
    const bool control_accepted = model_->control_ready_o;
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      if (field(model_->alone_valid_o, bank, 1) == 0) continue;
      answers_.push_back(
          {.kind = field(model_->alone_write_o, bank, 1) != 0 ? tm::SnapshotOp::Kind::kWrite
                                                              : tm::SnapshotOp::Kind::kRead,
           .transaction = static_cast<std::uint16_t>(field(model_->alone_txn_o, bank * kIdBits, kIdBits))});
    }
    if (model_->rsp_valid_o) {
      answers_.push_back({.kind = static_cast<tm::SnapshotOp::Kind>(model_->rsp_op_o),
                          .result = static_cast<tm::SnapshotAnswer::Result>(model_->rsp_result_o),
                          .transaction = static_cast<std::uint16_t>(model_->rsp_txn_o),
                          .timestamp = static_cast<std::uint32_t>(model_->rsp_timestamp_o)});
      asked_ -= answers_.back().kind == tm::SnapshotOp::Kind::kSnapshot;
    }
    dependencies_ += model_->edge_valid_o;
    model_.high();
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      if (field(accepted, bank, 1) != 0) offered_[bank] = false;
    }
    clear_bits(model_->access_valid_i, accepted);
    if (control_accepted) {
      controlled_ = false;
      model_->control_valid_i = 0;
    }
  }
  std::span<const tm::SnapshotAnswer> answers() const override { return answers_; }

  tm::SnapshotOccupancy occupancy() const override {
    const auto free = static_cast<unsigned>(model_->free_o), live = static_cast<unsigned>(model_->live_o);
    return {.running = live,
            .retained = kIds - free - live,
            .writer_entries = static_cast<unsigned>(model_->writer_used_o),
            .reader_entries = static_cast<unsigned>(model_->reader_used_o)};
  }
  std::uint64_t dependencies() const override { return dependencies_; }

 private:
  static constexpr unsigned kIdBits = 10, kBlockBits = 30;
  static constexpr unsigned kBanks = sizeof(Model::access_block_i) * 8 / kBlockBits;  ///< words hold no more
  static_assert(kBanks <= kDependencyBanks);

  VerilatedModel<Model> model_;
  std::vector<bool> offered_;  ///< by bank: an access that has not been accepted
  bool controlled_ = false;
  std::vector<tm::SnapshotAnswer> answers_;
  unsigned asked_ = 0;  ///< snapshots in flight
  std::uint64_t dependencies_ = 0;
};

}  // namespace gputm::engines::snapshot
