// ReplyMerger for any Verilated reply_merger of 64 IDs.
#pragma once

#include <optional>

#include "engines/verilated_model.h"
#include "engines/warptm/reply_merger.h"
#include "engines/warptm/reply_merger_rtl.h"

namespace gputm::engines::warptm {

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedReplyMerger final : public ReplyMerger {
 public:
  using Make = MakeReplyMerger;

  VerilatedReplyMerger() : model_("reply_merger", {}) {
    model_->reply_valid_i = 0;
    model_->packet_ready_i = 0;
    model_.reset([] { return true; });
  }

  bool can_take() const override { return !model_->reply_valid_i; }
  void take(const tm::ReplyWord& reply, bool last) override {
    model_->reply_valid_i = 1;
    model_->reply_kind_i = static_cast<std::uint8_t>(reply.kind);
    model_->reply_cid_i = reply.id;
    model_->reply_last_i = last;
  }
  const MergedReplies* packet() const override { return packet_ ? &*packet_ : nullptr; }
  void pop() override { packet_.reset(); }

  void tick() override {
    if (!busy_ && !model_->reply_valid_i) {
      model_.skip();
      return;
    }
    model_->packet_ready_i = !packet_.has_value();
    model_.low();
    const bool taken = model_->reply_valid_i && model_->reply_ready_o;
    if (model_->packet_valid_o && model_->packet_ready_i) {
      packet_ = MergedReplies{.kind = static_cast<MergedReplies::Kind>(model_->packet_kind_o),
                              .first = model_->packet_cid_o,
                              .ids = model_->packet_ids_o,
                              .failed = model_->packet_failed_o};
    }
    model_.high();
    if (taken) model_->reply_valid_i = 0;
    busy_ = model_->busy_o;
  }
  bool busy() const override { return busy_ || model_->reply_valid_i || packet_.has_value(); }

 private:
  VerilatedModel<Model> model_;
  std::optional<MergedReplies> packet_;
  bool busy_ = true;
};

}  // namespace gputm::engines::warptm
