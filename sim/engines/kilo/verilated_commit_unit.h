// tm::CommitUnit for any Verilated commit_unit with any parameters. Also used by tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/ring_queue.h"
#include "engines/kilo/commit_unit_rtl.h"
#include "engines/verilated_model.h"
#include "tm/commit_unit.h"

namespace gputm::engines::kilo {

/// Whether the unit has its path to the L2 with it (rtl/warptm/commit_unit_l2.sv).
template <typename Model>
consteval bool has_path() {
  return requires(Model & model) { model.l2_write_mask_o; };
}

/// Whether the unit accesses memory in blocks of several words.
template <typename Model>
consteval bool has_blocks() {
  return !std::is_integral_v<std::remove_reference_t<decltype(std::declval<Model>().l2_write_data_o)>>;
}

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedCommitUnit : public tm::CommitUnit {
 public:
  using Make = MakeCommitUnit;

  /// `keeps_words`: the unit must be told of other stores (rtl/kilo/recent_words.sv).
  VerilatedCommitUnit(unsigned read_tags, const CommitUnitOptions& options,
                      bool keeps_words = has_path<Model>())
      : model_("commit_unit", options.trace), values_(read_tags), keeps_words_(keeps_words) {
    // Read by rtl/kilo/studies/limited_buffers alone
    const std::string allocation = "+allocation=" + std::to_string(static_cast<unsigned>(options.allocation));
    const std::string limit = "+buffer_limit=" + std::to_string(options.buffer_limit);
    std::array arguments = {allocation.c_str(), limit.c_str()};
    model_.context().commandArgs(static_cast<int>(arguments.size()), arguments.data());
    model_->first_id_i = options.first_id;
    if constexpr (requires { model_->l2_response_error_i; }) model_->l2_response_error_i = 0;
    model_.reset([this] { return model_->ready_o; });  // sweep of the ring
  }

  bool can_fill() const override { return !fills_.full(); }
  void fill(const tm::FillWord& beat) override { fills_.push(beat); }
  bool can_control() const override { return !controls_.full(); }
  void control(const tm::ControlWord& beat) override { controls_.push(beat); }
  std::optional<tm::ReplyWord> reply() const override { return reply_; }
  void pop_reply() override { reply_.reset(); }

  void stored(Address word) override {
    if (!keeps_words_) return;
    const Address line = word >> kLineBits;
    anywhere_ = anywhere_ || (stored_words_ != 0 && line != stored_line_);
    stored_line_ = line;
    stored_words_ |= 1U << ((word >> 2) & 31);
  }
  void stored_anywhere() override { anywhere_ = keeps_words_; }

  void tick(tm::WordPort& memory) override {
    if (!response_) response_ = memory.response();
    if (!busy_ && !response_ && fills_.empty() && controls_.empty() && stored_words_ == 0 && !anywhere_) {
      model_.skip();
      return;
    }

    drive_streams();
    drive_stores();
    model_.drive(model_->l2_read_ready_i, memory.can_read());
    model_.drive(model_->l2_write_ready_i, memory.can_write());
    drive_response();
    model_.drive(model_->reply_ready_i, !reply_.has_value());
    model_.low_if_driven();

    // Accesses that the clock edge will accept.
    if (model_->l2_read_valid_o && model_->l2_read_ready_i) read(memory);
    if (model_->l2_write_valid_o && model_->l2_write_ready_i) write(memory);
    if (response_ && response_taken()) {
      response_.reset();
      --reads_in_flight_;
    }
    if (model_->fill_valid_i && model_->fill_ready_o) fills_.pop();
    if (model_->control_valid_i && model_->control_ready_o) controls_.pop();
    if (model_->reply_valid_o && model_->reply_ready_i) {
      reply_ = tm::ReplyWord{static_cast<tm::ReplyWord::Kind>(model_->reply_kind_o),
                             static_cast<tm::CommitId>(model_->reply_id_o)};
    }

    model_.high();
    busy_ = model_->busy_o;
  }

  bool busy() const override {
    return busy_ || reads_in_flight_ != 0 || !fills_.empty() || !controls_.empty() || reply_.has_value();
  }
  tm::CommitId retired() const override { return static_cast<tm::CommitId>(model_->retire_id_o); }
  tm::CommitPointers pointers() const override {
    const auto id = [](auto port) { return static_cast<tm::CommitId>(port); };
    return {.head = id(model_->head_id_o),
            .hazard = id(model_->hazard_id_o),
            .wait = id(model_->wait_id_o),
            .revalidate = id(model_->revalidate_id_o),
            .outcome = id(model_->outcome_id_o),
            .commit = id(model_->commit_id_o),
            .retire = id(model_->retire_id_o)};
  }

  std::string describe() const override {
    std::array<char, 160> line{};
    std::snprintf(
        line.data(), line.size(),
        "head %u hazard %u wait %u revalidate %u outcome %u commit %u retire %u, %u reads in flight%s",
        static_cast<unsigned>(model_->head_id_o), static_cast<unsigned>(model_->hazard_id_o),
        static_cast<unsigned>(model_->wait_id_o), static_cast<unsigned>(model_->revalidate_id_o),
        static_cast<unsigned>(model_->outcome_id_o), static_cast<unsigned>(model_->commit_id_o),
        static_cast<unsigned>(model_->retire_id_o), reads_in_flight_, busy_ ? "" : ", at rest");
    return line.data();
  }

  /// Models with assertions stop the program at a failure; tests of deliberate bugs disable them.
  void disable_assertions() { model_.context().assertOn(false); }
  /// Context of this model only; tests read its coverage.
  VerilatedContext& context() { return model_.context(); }
  /// The model; a test that changes its state calls disturbed().
  Model& model() { return *model_.operator->(); }
  void disturbed() {
    model_.changed();
    busy_ = true;
  }

 private:
  static constexpr std::size_t kQueuedBeats = 4;
  static constexpr bool kBlocks = has_blocks<Model>();
  static constexpr bool kPath = has_path<Model>();
  static constexpr unsigned kLineBits = 7;  ///< of 32 words
  using Value = std::conditional_t<kBlocks, tm::MemoryBlock, Word>;

  void drive_response() {
    model_.drive(model_->l2_response_valid_i, response_.has_value());
    if (!response_) return;
    using Tag = std::remove_reference_t<decltype(model_->l2_response_tag_i)>;
    model_.drive(model_->l2_response_tag_i, static_cast<Tag>(*response_));
    const Value& value = values_[*response_];
    if constexpr (kBlocks) {
      for (std::size_t i = 0; i < value.size(); ++i) model_.drive(model_->l2_response_data_i[i], value[i]);
    } else {
      model_.drive(model_->l2_response_data_i, value);
    }
  }
  bool response_taken() const {
    if constexpr (kPath) return model_->l2_response_ready_o;
    return true;
  }

  void read(tm::WordPort& memory) {
    const std::uint32_t tag = model_->l2_read_tag_o;
    if constexpr (kBlocks) {
      values_[tag] = memory.read_block(static_cast<Address>(model_->l2_read_block_o) << 5, tag);
    } else if constexpr (kPath) {
      values_[tag] = memory.read(static_cast<Address>(model_->l2_read_block_o) << 2, tag);
    } else {
      values_[tag] = memory.read(static_cast<Address>(model_->l2_read_addr_o) << 2, tag);
    }
    ++reads_in_flight_;
  }
  void write(tm::WordPort& memory) {
    if constexpr (kBlocks) {
      tm::MemoryBlock block{};
      for (std::size_t i = 0; i < block.size(); ++i) block[i] = model_->l2_write_data_o[i];
      memory.write_block(static_cast<Address>(model_->l2_write_block_o) << 5, model_->l2_write_mask_o, block);
    } else if constexpr (kPath) {
      memory.write(static_cast<Address>(model_->l2_write_block_o) << 2, model_->l2_write_data_o);
    } else {
      memory.write(static_cast<Address>(model_->l2_write_addr_o) << 2, model_->l2_write_data_o);
    }
  }

  /// The port takes one line per cycle; several lines are reported as all words.
  void drive_stores() {
    if constexpr (kPath) {
      model_.drive(model_->stored_valid_i, stored_words_ != 0);
      model_.drive(model_->stored_line_i, stored_line_);
      model_.drive(model_->stored_words_i, stored_words_);
      model_.drive(model_->stored_all_i, anywhere_);
      stored_words_ = 0;
      anywhere_ = false;
    }
  }

  void drive_streams() {
    model_.drive(model_->fill_valid_i, !fills_.empty());
    if (!fills_.empty()) {
      const tm::FillWord& beat = fills_.front();
      model_.drive(model_->fill_kind_i, static_cast<std::uint8_t>(beat.kind));
      model_.drive(model_->fill_last_i, beat.last);
      model_.drive(model_->fill_id_i, beat.id);
      model_.drive(model_->fill_addr_i, beat.address >> 2);
      model_.drive(model_->fill_data_i, beat.data);
      model_.drive(model_->fill_skips_i, beat.skips);
    }
    model_.drive(model_->control_valid_i, !controls_.empty());
    if (!controls_.empty()) {
      const tm::ControlWord& beat = controls_.front();
      model_.drive(model_->control_kind_i, static_cast<std::uint8_t>(beat.kind));
      model_.drive(model_->control_last_i, beat.last);
      model_.drive(model_->control_id_i, beat.id);
      model_.drive(model_->control_addr_i, beat.address >> 2);
      model_.drive(model_->control_data_i, beat.data);
    }
  }

  VerilatedModel<Model> model_;
  std::vector<Value> values_;  ///< by tag: value that a read in flight will return
  RingQueue<tm::FillWord> fills_{kQueuedBeats};
  RingQueue<tm::ControlWord> controls_{kQueuedBeats};
  std::optional<tm::ReplyWord> reply_;
  std::optional<std::uint32_t> response_;  ///< tag of a read answered by memory
  Address stored_line_ = 0;                ///< line of words stored by others since the last cycle
  std::uint32_t stored_words_ = 0;         ///< words of that line; 0: none
  bool anywhere_ = false;                  ///< also stores to other lines
  unsigned reads_in_flight_ = 0;
  bool keeps_words_;
  bool busy_ = true;
};

}  // namespace gputm::engines::kilo
