// tm::SnapshotCommitUnit for any Verilated snapshot_commit_unit with sectors of eight words of 32 bits.
// Also used by tests.
#pragma once

#include <optional>

#include "engines/snapshot/snapshot_commit_unit_rtl.h"
#include "engines/verilated_model.h"
#include "tm/snapshot_commit_unit.h"

namespace gputm::engines::snapshot {

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedSnapshotCommitUnit final : public tm::SnapshotCommitUnit {
 public:
  using Make = MakeSnapshotCommitUnit;

  VerilatedSnapshotCommitUnit() : model_("snapshot_commit_unit", {}) {
    model_->set_valid_i = model_->place_req_ready_i = model_->place_valid_i = 0;
    model_->write_ready_i = model_->reply_ready_i = 0;
    model_.context().fatalOnError(false);  // a failed assertion is a result to be checked
    model_.reset([] { return true; });
  }

  bool can_send() const override { return model_->set_valid_i == 0; }
  void send(const tm::SetBeat& beat) override {
    model_->set_valid_i = 1;
    set(model_->set_kind_i, static_cast<unsigned>(beat.kind));
    set(model_->set_id_i, beat.set);
    set(model_->set_lane_i, beat.lane);
    set(model_->set_block_i, beat.block);
    set(model_->set_data_i, beat.data);
    set(model_->set_words_i, beat.words);
    set(model_->set_lanes_i, beat.lanes);
    rests_ = false;
  }
  bool takes_again(unsigned number) override {
    set(model_->set_kind_i, static_cast<unsigned>(tm::SetBeat::Kind::kWord));
    set(model_->set_id_i, number);
    model_.low();
    return model_->set_ready_o != 0;
  }
  void place(const tm::VersionPlace& place) override {
    model_->place_valid_i = 1;
    set(model_->place_result_i, static_cast<unsigned>(place.result));
    set(model_->place_block_i, place.block);
    set(model_->place_versioned_i, place.versioned);
    set(model_->place_region_i, place.region);
    rests_ = false;
  }
  std::optional<tm::SetReply> reply() const override { return reply_; }
  void pop_reply() override { reply_.reset(); }

  void tick(tm::SectorPort& port) override {
    if (rests_) return model_.skip();
    model_->place_req_ready_i = port.can_ask();
    model_->write_ready_i = port.can_write();
    model_->reply_ready_i = !reply_;
    model_.low();

    // Beats that the clock edge will accept
    const bool sent = model_->set_valid_i && model_->set_ready_o;
    if (model_->place_req_valid_o && model_->place_req_ready_i)
      port.ask(static_cast<std::uint32_t>(model_->place_req_block_o));
    if (model_->write_valid_o && model_->write_ready_i) write(port);
    if (model_->reply_valid_o && model_->reply_ready_i) {
      reply_ = tm::SetReply{.kind = static_cast<tm::SetReply::Kind>(model_->reply_kind_o),
                            .set = static_cast<unsigned>(model_->reply_set_o),
                            .regions = static_cast<std::uint32_t>(model_->reply_regions_o)};
    }
    rests_ = !model_->busy_o;
    model_.high();
    if (sent) model_->set_valid_i = 0;
    model_->place_valid_i = 0;
  }
  bool busy() const override { return !rests_ || reply_; }
  bool assertion_failed() { return model_.context().gotError(); }

 private:
  template <typename Port, typename Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }

  void write(tm::SectorPort& port) const {
    tm::MemoryBlock values;
    for (unsigned i = 0; i < values.size(); ++i) values[i] = model_->write_data_o[i];
    port.write(static_cast<std::uint32_t>(model_->write_sector_o) * static_cast<std::uint32_t>(values.size()),
               static_cast<std::uint8_t>(model_->write_mask_o), values);
  }

  VerilatedModel<Model> model_;
  std::optional<tm::SetReply> reply_;
  bool rests_ = true;  ///< no register changes until the next beat or place
};

}  // namespace gputm::engines::snapshot
