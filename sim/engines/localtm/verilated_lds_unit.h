// tm::LdsTransactionUnit for any Verilated lds_tx_unit with any parameters. Also used by tests.
#pragma once

#include <verilated.h>

#include <deque>
#include <type_traits>
#include <utility>

#include "engines/localtm/lds_unit_rtl.h"
#include "engines/verilated_model.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

/// Operations of the banks in a cycle, in the order of their effects
struct LdsEvent {
  enum class Kind { kRelease, kRestore, kAbort, kPass, kNone };  ///< walks as in localtm_pkg
  Kind kind = Kind::kNone;
  unsigned wavefront = 0;
  LaneMask lanes = 0;
};

/// `Model` as in VerilatedModel. While it writes waves, a failed assertion ends the run (Error).
template <typename Model>
class VerilatedLdsUnit final : public tm::LdsTransactionUnit {
 public:
  using Make = MakeLdsUnit;

  explicit VerilatedLdsUnit(const tm::LdsSizes& sizes, TraceWindow window = {})
      : sizes_(sizes), stop_(!window.file.empty()), model_("lds_tx_unit", std::move(window)) {
    model_.context().fatalOnError(false);  // a failed assertion is a result to be checked
    reset();
  }

  const tm::LdsSizes& sizes() const override { return sizes_; }

  tm::LdsError allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) override {
    model_->req_valid_i = 0;
    model_->rsp_ready_i = 0;
    model_->alloc_valid_i = 1;
    model_.changed();
    set(model_->alloc_group_i, group);
    set(model_->alloc_base_i, base_row);
    set(model_->alloc_rows_i, rows);
    model_->alloc_transactional_i = transactional;
    model_.low();
    if (model_->stored_valid_o) take_stored();
    const auto error = static_cast<tm::LdsError>(model_->alloc_error_o);
    take_event();
    model_.high();
    ++ticks_;
    model_->alloc_valid_i = 0;
    return error;
  }

  bool can_request() const override { return !request_pending_; }
  void request(const tm::LdsRequest& r) override {
    request_pending_ = true;
    model_.changed();
    set(model_->req_wavefront_i, r.wavefront);
    set(model_->req_op_i, r.op);
    set(model_->req_exec_i, r.exec);
    if (!tm::is_memory(r.op)) return;
    // Only active lanes are evaluated.
    for_each_lane(r.exec, [&](unsigned lane) {
      pack<16>(model_->req_addr_i, lane, r.address[lane]);
      pack<32>(model_->req_data_i, lane, r.data[lane]);
    });
  }

  const tm::LdsResponse* response() const override {
    return responses_.empty() ? nullptr : &responses_.front();
  }
  void pop_response() override { responses_.pop_front(); }

  void tick() override {
    model_.drive(model_->req_valid_i, request_pending_ && (request_offered_ || !hold_request_));
    model_.drive(model_->rsp_ready_i, responses_.empty() && !hold_response_);
    model_.low_if_driven();
    const bool accepted = model_->req_valid_i && model_->req_ready_o;
    const bool posted = accepted && model_->req_posted_o;
    if (model_->stored_valid_o) take_stored();
    if (model_->rsp_valid_o && model_->rsp_ready_i) take_response();
    take_event();
    model_.high();
    ++ticks_;
    if (accepted) request_pending_ = false;
    accepted_ = accepted;
    posted_ = posted;
    request_offered_ = model_->req_valid_i && !accepted;
    if (stop_ && assertion_failed()) throw Error("an assertion of the RTL has failed; the trace shows it");
  }
  bool busy() const override { return request_pending_ || !responses_.empty() || model_->busy_o; }

  /// For tests, once more in the middle of traffic.
  void reset() {
    model_->req_valid_i = 0;
    model_->alloc_valid_i = 0;
    model_->rsp_ready_i = 0;
    model_.reset([this] { return !model_->busy_o; });  // until the banks' records are initialised
    model_.changed();
    request_pending_ = request_offered_ = false;
    accepted_ = posted_ = false;
    responses_.clear();
    event_ = {};
    ticks_ = 0;
  }
  /// For tests: effects of the last tick or allocation, and stalls of the ports.
  const LdsEvent& event() const { return event_; }
  bool accepted() const { return accepted_; }
  bool posted() const { return posted_; }  ///< the accepted request
  const std::deque<tm::LdsResponse>& responses() const { return responses_; }
  void hold(bool request, bool response) {
    hold_request_ = request;
    hold_response_ = response;
  }
  bool assertion_failed() { return model_.context().gotError(); }
  Cycle ticks() const { return ticks_; }
  VerilatedContext& context() { return model_.context(); }
  Model& model() { return *model_.operator->(); }

 private:
  template <typename Port, typename Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }
  /// Element `i` of a packed array of `kBits`-bit elements (16 or 32), for any type that Verilator gave the
  /// port.
  template <unsigned kBits, typename Port>
  static void pack(Port& port, unsigned i, Word value) {
    if constexpr (std::is_integral_v<Port>) {
      const Port mask = static_cast<Port>((std::uint64_t{1} << kBits) - 1);
      port = static_cast<Port>((port & ~static_cast<Port>(mask << (i * kBits))) |
                               static_cast<Port>(static_cast<Port>(value & mask) << (i * kBits)));
    } else {
      EData& word = port[i * kBits / 32];
      const unsigned shift = i * kBits % 32;
      const EData mask = static_cast<EData>(((std::uint64_t{1} << kBits) - 1) << shift);
      word = (word & ~mask) | ((value << shift) & mask);
    }
  }
  template <typename Port>
  static Word unpack(const Port& port, unsigned i) {
    if constexpr (std::is_integral_v<Port>) {
      return static_cast<Word>(port >> (i * 32));
    } else {
      return port[i];
    }
  }

  void take_event() {
    event_ = {};
    if (!model_->event_pass_o && !model_->event_walk_o) return;
    using Kind = LdsEvent::Kind;
    event_.kind = model_->event_pass_o ? Kind::kPass : static_cast<Kind>(model_->event_kind_o);
    event_.wavefront = model_->event_wavefront_o;
    event_.lanes = model_->event_lanes_o;
  }

  /// A completed store reports only the lanes that raced.
  void take_stored() {
    tm::LdsResponse& response = responses_.emplace_back();
    response.wavefront = model_->stored_wavefront_o;
    response.races = model_->stored_race_o;
  }
  void take_response() {
    tm::LdsResponse& response = responses_.emplace_back();
    response.wavefront = model_->rsp_wavefront_o;
    response.error = static_cast<tm::LdsError>(model_->rsp_error_o);
    for (unsigned lane = 0; lane < sizes_.lanes; ++lane)
      response.data[lane] = unpack(model_->rsp_data_o, lane);
    response.conflicts = model_->rsp_conflict_o;
    response.true_conflicts = model_->rsp_true_o;
    response.reader_conflicts = model_->rsp_reader_o;
    response.overflows = model_->rsp_overflow_o;
    response.races = model_->rsp_race_o;
    response.tcm = model_->rsp_tcm_o;
    response.exec = model_->rsp_exec_o;
    response.outcome = static_cast<tm::TxOutcome>(model_->rsp_outcome_o);
    response.mode = static_cast<tm::TxMode>(model_->rsp_mode_o);
    response.aborted = model_->rsp_aborted_o;
  }

  tm::LdsSizes sizes_;
  bool stop_;  ///< stop at a failed assertion
  VerilatedModel<Model> model_;
  bool request_pending_ = false;
  bool request_offered_ = false;  ///< an offer stays until it is accepted
  bool accepted_ = false;
  bool posted_ = false;
  bool hold_request_ = false;
  bool hold_response_ = false;
  std::deque<tm::LdsResponse> responses_;  ///< a waiting answer, and completed stores
  LdsEvent event_;
  Cycle ticks_ = 0;
};

}  // namespace gputm::engines::localtm
