// Drives a post_dating_unit and compares every answer with the reference model (tb/post_dating).
#pragma once

#include <deque>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "common/clocked.h"
#include "common/stalls.h"
#include "post_dating/post_dating.h"

namespace gputm::tb {

/// snapshot_pkg::timestamp_op_e
enum class TimestampOp : std::uint8_t { kEdge, kStart, kCommit, kAbort, kRelease, kReleaseFormer, kFlush };

struct TimestampRequest {
  TimestampOp op = TimestampOp::kEdge;
  post_dating::Occupant predecessor{};  ///< the transaction, except for kEdge
  post_dating::Occupant successor{};
  post_dating::Timestamp snapshot_timestamp = 0;
  bool snapshot_now = false;  ///< take the current committed timestamp instead
};

/// The parameters of a Verilated post_dating_unit.
struct UnitShape {
  unsigned slots = 1024;
  unsigned timestamp_bits = 24;
  unsigned propagation_depth = 16;
  unsigned propagation_successors = 8;

  post_dating::Rules rules() const {
    return {.last_timestamp = static_cast<post_dating::Timestamp>((1U << timestamp_bits) - 2),
            .propagation_depth = propagation_depth,
            .propagation_successors = propagation_successors};
  }
};

template <typename Model>
class PostDatingBench {
 public:
  explicit PostDatingBench(const UnitShape& shape) : shape_(shape), model_(shape.slots, shape.rules()) {
    auto& dut = clocked_.dut();
    dut.req_valid_i = 0;
    dut.rsp_ready_i = 0;
    clocked_.reset();
  }

  /// The state after all requests so far, including those that the unit has not received.
  const post_dating::PostDating& model() const { return model_; }

  /// Appends a request; returns the model's verdict.
  post_dating::Verdict request(const TimestampRequest& request) {
    Answer answer{.op = request.op};
    const unsigned slot = request.predecessor.slot;
    switch (request.op) {
      case TimestampOp::kEdge: {
        const post_dating::Interval before = model_.interval(request.successor);
        const post_dating::Interval pred_before = model_.interval(request.predecessor);
        answer.verdict = model_.depend(request.predecessor, request.successor);
        answer.pdts = model_.interval(request.predecessor).pdts;
        answer.cts = model_.interval(request.successor).cts;
        answer.changed = answer.cts != before.cts || answer.pdts != pred_before.pdts;
        break;
      }
      case TimestampOp::kStart:
        answer.verdict = model_.start(
            slot, request.snapshot_now ? model_.committed_timestamp() : request.snapshot_timestamp);
        answer.cts = model_.slot(slot).now.cts;
        answer.pdts = post_dating::kOpen;
        break;
      case TimestampOp::kCommit:
        answer.verdict = model_.commit(slot);
        answer.pdts = model_.slot(slot).now.pdts;
        break;
      case TimestampOp::kAbort:
        model_.abort(slot);
        break;
      case TimestampOp::kRelease:
        model_.release(slot);
        break;
      case TimestampOp::kReleaseFormer:
        model_.release_former(slot);
        break;
      case TimestampOp::kFlush:
        model_.flush();
        break;
    }
    requests_.push_back(request);
    answers_.push_back(answer);
    return answer.verdict;
  }

  void cycle(bool offer = true, bool take = true) {
    auto& dut = clocked_.dut();
    // A stalled request is held.
    offering_ = !requests_.empty() && (offering_ || offer);
    drive(dut.req_valid_i, offering_);
    drive(dut.rsp_ready_i, take);
    if (offering_) {
      const TimestampRequest& r = requests_.front();
      const bool edge = r.op == TimestampOp::kEdge;
      drive(dut.req_op_i, r.op);
      drive(dut.req_pred_i, r.predecessor.slot);
      drive(dut.req_pred_former_i, edge && r.predecessor.former);
      drive(dut.req_succ_i, edge ? r.successor.slot : r.predecessor.slot);
      drive(dut.req_succ_former_i, edge && r.successor.former);
      drive(dut.req_snapshot_timestamp_i, r.snapshot_timestamp);
      drive(dut.req_snapshot_now_i, r.snapshot_now);
    }
    clocked_.settle();
    if (in_flight_ != 0 && !dut.busy_o) fail("not busy with a request that is not answered");
    if (dut.rsp_valid_o && take) check();
    if (offering_ && dut.req_ready_o) {
      requests_.pop_front();
      offering_ = false;
      ++in_flight_;
    }
    clocked_.step();
  }

  /// Cycles until every request is answered.
  void drain() {
    for (unsigned quiet = 0; !answers_.empty() && quiet < shape_.slots + 1000 && !failure(); ++quiet) {
      const std::size_t before = answers_.size();
      cycle();
      if (answers_.size() != before) quiet = 0;
    }
    if (!answers_.empty()) fail("no answer");
    clocked_.settle();
    if (clocked_.dut().committed_timestamp_o != static_cast<std::uint64_t>(model_.committed_timestamp())) {
      fail("committed timestamp");
    }
  }

  Model& dut() { return clocked_.dut(); }
  std::uint64_t cycles() const { return clocked_.cycles(); }
  std::uint64_t answered() const { return answered_; }
  std::size_t waiting() const { return requests_.size(); }
  bool busy() {
    clocked_.settle();
    return clocked_.dut().busy_o;
  }
  std::optional<std::string> failure() const {
    if (failure_) return failure_;
    if (clocked_.assertion_failed()) return "assertion failed in the RTL";
    return std::nullopt;
  }

 private:
  struct Answer {
    TimestampOp op = TimestampOp::kEdge;
    post_dating::Verdict verdict = post_dating::Verdict::kAccepted;
    bool changed = false;
    post_dating::Timestamp pdts = 0;
    post_dating::Timestamp cts = 0;
  };

  std::uint64_t as_bits(post_dating::Timestamp timestamp) const {
    const std::uint64_t open = (1U << shape_.timestamp_bits) - 1;
    return timestamp == post_dating::kOpen ? open : static_cast<std::uint64_t>(timestamp);
  }

  void check() {
    const auto& dut = clocked_.dut();
    if (in_flight_ == 0) return fail("an answer to nothing");
    --in_flight_;
    ++answered_;
    const Answer answer = answers_.front();
    answers_.pop_front();
    if (dut.rsp_verdict_o != static_cast<unsigned>(answer.verdict)) return fail("verdict", answer);
    if (answer.verdict != post_dating::Verdict::kAccepted) return;
    const bool edge = answer.op == TimestampOp::kEdge;
    if (edge && dut.rsp_changed_o != answer.changed) return fail("changed", answer);
    const bool cts = (edge && answer.changed) || answer.op == TimestampOp::kStart;
    if (cts && dut.rsp_cts_o != as_bits(answer.cts)) return fail("cts", answer);
    if ((cts || answer.op == TimestampOp::kCommit) && dut.rsp_pdts_o != as_bits(answer.pdts)) {
      return fail("pdts", answer);
    }
  }

  void fail(const char* what, const Answer& answer = {}) {
    if (failure_) return;
    const auto& dut = clocked_.dut();
    std::ostringstream text;
    text << what << " at cycle " << clocked_.cycles() << ", answer " << answered_ << " to operation "
         << static_cast<unsigned>(answer.op) << ": verdict " << unsigned{dut.rsp_verdict_o} << ", cts "
         << dut.rsp_cts_o + 0U << ", pdts " << dut.rsp_pdts_o + 0U << "; model "
         << static_cast<unsigned>(answer.verdict) << ", " << as_bits(answer.cts) << ", "
         << as_bits(answer.pdts);
    failure_ = text.str();
  }

  UnitShape shape_;
  Clocked<Model> clocked_;
  post_dating::PostDating model_;
  std::deque<TimestampRequest> requests_;  ///< requests that the unit has not taken
  std::deque<Answer> answers_;             ///< answers due
  std::uint64_t in_flight_ = 0;            ///< requests taken and not answered
  std::uint64_t answered_ = 0;
  bool offering_ = false;
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb
