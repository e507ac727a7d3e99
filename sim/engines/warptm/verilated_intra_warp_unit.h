// IntraWarpUnit for any Verilated intra_warp_unit.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "engines/verilated_model.h"
#include "engines/warptm/intra_warp_rtl.h"
#include "engines/warptm/intra_warp_unit.h"

namespace gputm::engines::warptm {

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedIntraWarpUnit final : public IntraWarpUnit {
 public:
  using Make = MakeIntraWarpUnit;

  VerilatedIntraWarpUnit() : model_("intra_warp_unit", {}) {
    model_->start_valid_i = 0;
    model_->row_valid_i = 0;
    model_->result_ready_i = 1;
    model_.reset([] { return true; });
  }

  void start(LaneMask lanes) override {
    model_->start_valid_i = 1;
    set(model_->start_lanes_i, lanes);
  }
  bool can_take_row() const override { return !model_->row_valid_i; }
  void row(const IntraWarpRow& row) override {
    model_->row_valid_i = 1;
    set(model_->row_op_i, static_cast<std::uint8_t>(row.op));
    model_->row_last_i = row.last;
    set(model_->row_lanes_i, row.lanes);
    for_each_lane(row.lanes, [&](unsigned lane) { set_address(lane, (*row.address)[lane] >> 2); });
  }
  std::optional<LaneMask> result() override { return std::exchange(result_, std::nullopt); }

  void tick() override {
    if (resting_ && !model_->row_valid_i && !model_->start_valid_i) return model_.skip();
    model_.low();
    const bool started = model_->start_valid_i && model_->start_ready_o;
    const bool taken = model_->row_valid_i && model_->row_ready_o;
    if (model_->result_valid_o) result_ = model_->result_aborts_o;
    model_.high();
    if (started) model_->start_valid_i = 0;
    if (taken) model_->row_valid_i = 0;
    resting_ = model_->row_awaited_o;
  }

 private:
  static constexpr unsigned kAddressBits = 30;

  template <typename Port>
  static void set(Port& port, std::uint64_t value) {
    port = static_cast<Port>(value);
  }
  void set_address(unsigned lane, std::uint32_t word) {
    const unsigned first = lane * kAddressBits;
    const unsigned shift = first % 32;
    const std::uint64_t mask = ((std::uint64_t{1} << kAddressBits) - 1) << shift;
    auto& port = model_->row_addr_i;
    std::uint64_t pair = port[first / 32];
    const bool two = shift + kAddressBits > 32;
    if (two) pair |= std::uint64_t{port[first / 32 + 1]} << 32;
    pair = (pair & ~mask) | std::uint64_t{word} << shift;
    port[first / 32] = static_cast<std::uint32_t>(pair);
    if (two) port[first / 32 + 1] = static_cast<std::uint32_t>(pair >> 32);
  }

  VerilatedModel<Model> model_;
  std::optional<LaneMask> result_;
  bool resting_ = false;  ///< until a row is offered, a cycle has no effect
};

}  // namespace gputm::engines::warptm
